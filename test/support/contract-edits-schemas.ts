/** Single edits of what schemas are made of, each with the finding that it has to give. */
import { refOf } from "../../scripts/direction.js";
import { isNode, type Node } from "../../scripts/document.js";
import { discriminatorOf, isAnything, membersOf, propertiesOf, requiredOf } from "../../scripts/schema-node.js";
import {
  BREAKING,
  COMPATIBLE,
  type Edit,
  type Edited,
  INFO,
  NARROWER,
  ofSchema,
  severityOf,
  type Way,
  WIDER,
  without,
} from "./contract-edit.js";
import { edited, isTag, mayBeAbsent, type Places, propertyPlaces, type SchemaPlace } from "./contract-places.js";
import type { Random } from "./random.js";

const isUnion =
  (key: string) =>
  ({ schema }: SchemaPlace): boolean =>
    discriminatorOf(schema)?.propertyName === key && membersOf(schema).length > 2;

function withoutMember(schema: Node, random: Random): Node {
  const members = membersOf(schema);
  const gone = random.pick(members);
  const mapping = Object.entries(discriminatorOf(schema)?.mapping ?? {}).filter(
    ([, target]) => target !== gone["$ref"],
  );
  const discriminator = { ...(schema["discriminator"] as Node), mapping: Object.fromEntries(mapping) };
  return { ...schema, oneOf: members.filter((member) => member !== gone), discriminator };
}

const isOptional = (place: SchemaPlace, name: string): boolean => !requiredOf(place.schema).includes(name);

/** An edit of one property of an object. */
function ofProperty(
  suits: (owner: SchemaPlace, name: string, places: Places) => boolean,
  judge: (absent: boolean) => readonly [string, Way],
  change: (owner: Node, name: string) => Node,
): Edit {
  return (places, random) => {
    const found = propertyPlaces(places).filter(
      ({ owner, name }) => !isTag(places, owner, name) && suits(owner, name, places),
    );
    if (found.length === 0) return undefined;
    const { owner, name, property } = random.pick(found);
    const [rule, way] = judge(mayBeAbsent(places, property));
    const document = edited(places.document, owner.path, (schema) => change(schema as Node, name));
    return { document, rule, severity: severityOf(owner, way), path: owner.path };
  };
}

const withRequired = (schema: Node, required: readonly string[]): Node => ({ ...schema, required });

export const SCHEMA_EDITS: Readonly<Record<string, Edit>> = {
  "remove a property": ofProperty(
    () => true,
    (absent) => (absent ? ["optional-property-removed", NARROWER] : ["property-removed", BREAKING]),
    (schema, name) =>
      withRequired(
        { ...schema, properties: without(propertiesOf(schema), name) },
        requiredOf(schema).filter((each) => each !== name),
      ),
  ),
  "require a property": ofProperty(
    isOptional,
    () => ["property-became-required", NARROWER],
    (schema, name) => withRequired(schema, [name, ...requiredOf(schema)]),
  ),
  "no longer require a property": ofProperty(
    (owner, name) => !isOptional(owner, name),
    (absent) => (absent ? ["nullable-property-became-optional", COMPATIBLE] : ["property-became-optional", WIDER]),
    (schema, name) =>
      withRequired(
        schema,
        requiredOf(schema).filter((each) => each !== name),
      ),
  ),
  "add a property": ofSchema("property-added", COMPATIBLE, hasProperties, (schema) => ({
    ...schema,
    properties: { new_one: { type: "string", default: "" }, ...propertiesOf(schema) },
  })),
  "add a required property": ofSchema("required-property-added", NARROWER, hasProperties, (schema) =>
    withRequired({ ...schema, properties: { ...propertiesOf(schema), new_one: { type: "string" } } }, [
      "new_one",
      ...requiredOf(schema),
    ]),
  ),
  "deprecate a property": ofSchema(
    "deprecated",
    INFO,
    ({ schema, isAlone }) => isAlone && schema["deprecated"] !== true,
    (schema) => ({ ...schema, deprecated: true }),
  ),
  "forbid further properties": ofSchema(
    "additional-properties-forbidden",
    NARROWER,
    (place) => hasProperties(place) && (place.schema["additionalProperties"] ?? true) === true,
    (schema) => ({ ...schema, additionalProperties: false }),
  ),
  "allow further properties": ofSchema(
    "additional-properties-allowed",
    COMPATIBLE,
    ({ schema }) => schema["additionalProperties"] === false,
    (schema) => without(schema, "additionalProperties"),
  ),
  "lengthen a tuple": ofSchema(
    "tuple-length-changed",
    BREAKING,
    ({ schema }) => "prefixItems" in schema,
    (schema) => ({ ...schema, prefixItems: [...(schema["prefixItems"] as Node[]), { type: "null" }] }),
  ),
  "remove a kind": ofSchema("kind-removed", NARROWER, isUnion("kind"), withoutMember),
  "remove a member": ofSchema("union-member-removed", NARROWER, isUnion("strategy"), withoutMember),
  "add a member": ofSchema(
    "union-member-added",
    WIDER,
    ({ schema, isAlone }) =>
      isAlone &&
      "anyOf" in schema &&
      !membersOf(schema).some((member) => member["type"] === "boolean" || isAnything(member)),
    (schema) => ({
      ...schema,
      anyOf: [{ type: "boolean" }, ...membersOf(schema)],
    }),
  ),
  "add a kind": addKind,
  "tell members apart by another property": ofSchema(
    "discriminator-changed",
    BREAKING,
    ({ schema }) => discriminatorOf(schema) !== undefined,
    (schema) => ({
      ...schema,
      discriminator: { ...(schema["discriminator"] as Node), propertyName: "another" },
    }),
  ),
};

function hasProperties({ schema }: SchemaPlace): boolean {
  return isNode(schema["properties"]);
}

/** A copy of a member, with another constant. */
function addKind(places: Places, random: Random): Edited | undefined {
  const unions = places.schemas.filter((place) => isUnion("kind")(place));
  if (unions.length === 0) return undefined;
  const union = random.pick(unions);
  const name = refOf(random.pick(membersOf(union.schema))) ?? "";
  const member = places.document.components.schemas[name] ?? {};
  const kind = { ...propertiesOf(member)["kind"], const: "NewOne" };
  const target = "#/components/schemas/NewOne";
  const grown = edited(places.document, union.path, (schema) => ({
    ...(schema as Node),
    oneOf: [...membersOf(schema as Node), { $ref: target }],
  }));
  const document = edited(grown, ["components", "schemas"], (schemas) => ({
    ...(schemas as Node),
    NewOne: { ...member, properties: { ...propertiesOf(member), kind } },
  }));
  return { document, rule: "kind-added", severity: severityOf(union, COMPATIBLE), path: union.path };
}
