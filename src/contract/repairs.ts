/**
 * What this package mends in the document, as questions to any document: where could the fault be, and is it there? A
 * fault that a server no longer has is told, so that the repair can go. The rules that mend are in scripts/.
 */
import { ADDED_SCHEMAS, RESPONSE_REPAIRS, type ResponseRepair } from "../generated/repairs.js";
import type { Checked } from "./check-document.js";
import { constantsOf } from "./compare-object.js";
import { type At, below, entriesOf, inside, isNode, lookUp, member, textsOf } from "./document.js";
import { mediaOf, type Operation } from "./operations.js";
import { isFree, isReference, shapeOf } from "./shape.js";

/** Where the fault could be, by pointer: true where it is. */
type Places = ReadonlyMap<string, boolean>;

/** A repair: its name in scripts/, what it mends in words, and where. */
export interface Repair {
  readonly name: string;
  readonly mends: string;
  readonly placesIn: (document: Checked) => Places;
}

const JSON_TYPE = "application/json";

/** An answer that is declared as anything, or a success status that is not declared. */
const ofResponse = ({ operation: wanted, answers, alsoAnswers }: ResponseRepair): Repair => ({
  name: "repairResponses",
  mends: `\`${wanted}\` answers ${answers === undefined ? `with ${alsoAnswers}, too` : `with ${WORDS[answers] ?? `\`${answers}\``}`}`,
  placesIn: (document) => {
    const operation = [...document.operations.values()].find(({ name }) => name === wanted);
    if (!operation) return new Map();
    const answer = operation.answers.get(alsoAnswers ?? "200");
    if (alsoAnswers !== undefined)
      return new Map([[below(operation.at.pointer, "responses", alsoAnswers), answer === undefined]]);
    const declared = mediaOf(answer).get(JSON_TYPE);
    return answer ? new Map([[answer.pointer, declared !== undefined && isFree(document, declared)]]) : new Map();
  },
});

const WORDS: { readonly [answers: string]: string } = { file: "a file", text: "plain text" };

/** A shape of the wire that has no name in the document. */
const ofSchema = (schema: string): Repair => ({
  name: "addSchemas",
  mends: `the wire has \`${schema}\``,
  placesIn: ({ root }) => {
    const schemas = member(root["components"], "schemas");
    return new Map([[below("#/components/schemas", schema), member(schemas, schema) === undefined]]);
  },
});

const GENERAL: readonly Repair[] = [
  {
    name: "fileResponses",
    mends: "a file is declared as JSON, too",
    placesIn: (document) =>
      placesOf(document, ({ answers }) =>
        [...answers.values()].flatMap((answer): [string, boolean][] => {
          const types = mediaOf(answer);
          const json = types.get(JSON_TYPE);
          return types.size > 1 || !json ? [[answer.pointer, json !== undefined && isFree(document, json)]] : [];
        }),
      ),
  },
  {
    name: "markGetBodies",
    mends: "a GET wants a body, which no browser sends",
    placesIn: (document) =>
      placesOf(document, ({ name, at, body }) => (name.startsWith("GET ") ? [[at.pointer, body !== undefined]] : [])),
  },
  {
    name: "wireKinds",
    mends: "the members of a union are told apart by keys that are not on the wire",
    placesIn: (document) => new Map(document.unions.map((at) => [at.pointer, hasOtherKeys(document, at)])),
  },
  {
    name: "requireTags",
    mends: "a member of a union need not have its tag",
    placesIn: (document) =>
      new Map(
        [...document.tags].map(([pointer, tags]) => {
          const required = textsOf(member(lookUp(document, pointer, pointer).value, "required"));
          return [below(pointer, "required"), [...tags].some((tag) => !required.includes(tag))];
        }),
      ),
  },
  {
    name: "errorResponses",
    mends: "an error answer is declared without a body",
    placesIn: (document) =>
      placesOf(document, ({ answers }) =>
        [...answers]
          .filter(([status]) => status === "DEFAULT" || /^[45]/.test(status))
          .map(([, answer]) => [answer.pointer, mediaOf(answer).size === 0]),
      ),
  },
];

const placesOf = (document: Checked, places: (operation: Operation) => [string, boolean][]): Places =>
  new Map([...document.operations.values()].flatMap(places));

/** Are there keys that are not the constants of the members? */
function hasOtherKeys(document: Checked, union: At): boolean {
  const discriminator = inside(union, "discriminator");
  const property = String(member(discriminator.value, "propertyName"));
  return entriesOf(inside(discriminator, "mapping")).some(([key, { value: target }]) => {
    if (typeof target !== "string" || !target.startsWith("#/")) return false;
    const [only] = shapeOf(document, lookUp(document, target, target)).options;
    if (!only || isReference(only)) return false;
    const tag = only.properties.get(property)?.value;
    const values: readonly unknown[] =
      isNode(tag) && Array.isArray(tag["enum"]) ? tag["enum"] : [constantsOf(only).get(property)];
    return !values.map(String).includes(key);
  });
}

/** Every repair that could become needless. */
export const REPAIRS: readonly Repair[] = [
  ...RESPONSE_REPAIRS.map(ofResponse),
  ...ADDED_SCHEMAS.map(ofSchema),
  ...GENERAL,
];
