/** Places of a document that single edits are made at, each with the way that its values go. */
import { directions, refOf } from "../../scripts/direction.js";
import {
  contentOf,
  isNode,
  type Node,
  type OpenApiDocument,
  operationSchemas,
  operationsOf,
  schemasIn,
} from "../../scripts/document.js";
import { discriminatorOf, isAnything, isNullable, membersOf, propertiesOf } from "../../scripts/schema-node.js";

export type Path = readonly (string | number)[];

/** A schema of the document: where it stands, and whether it is sent, received, or both. */
export interface SchemaPlace {
  readonly schema: Node;
  readonly path: Path;
  readonly sent: boolean;
  readonly received: boolean;
  /** It has a place of its own: a property, an item; no member of a union, no parameter. */
  readonly isAlone: boolean;
}

interface OperationPlace {
  readonly operation: Node;
  readonly path: Path;
}

export interface Places {
  readonly document: OpenApiDocument;
  readonly schemas: readonly SchemaPlace[];
  readonly operations: readonly OperationPlace[];
  /** Names of branches of tagged unions, and their tags. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Some of the document's operations, with all of its schemas. */
export const sliceOf = (document: OpenApiDocument, paths: readonly string[]): OpenApiDocument => ({
  ...document,
  paths: Object.fromEntries(paths.map((path) => [path, document.paths[path] ?? {}])),
});

/** All places that operations reach. */
export function placesOf(document: OpenApiDocument): Places {
  const named = [...directions(document)].flatMap(([name, direction]) =>
    direction === "none"
      ? []
      : [...schemasIn(document.components.schemas[name], ["components", "schemas", name])].map((found) => ({
          ...found,
          sent: direction !== "response",
          received: direction !== "request",
        })),
  );
  const inline = operationsOf(document).flatMap((at) =>
    [...operationSchemas(at)].map(({ schema, path, sent }) => ({ schema, path, sent, received: !sent })),
  );
  const schemas = [...named, ...inline].map((place) => ({ ...place, isAlone: isAlone(place.path) }));
  const tags = schemas.flatMap(({ schema }): [string, string][] => {
    const tag = discriminatorOf(schema)?.propertyName;
    return tag === undefined ? [] : membersOf(schema).map((member) => [refOf(member) ?? "", tag]);
  });
  return {
    document,
    schemas,
    operations: operationsOf(document).map(({ path, method, operation }) => ({
      operation,
      path: ["paths", path, method],
    })),
    tags: new Map(tags),
  };
}

const isAlone = (path: Path): boolean => {
  const [last, holder] = [path.at(-1), path.at(-2)];
  return (
    path[0] === "components" &&
    (holder === "properties" || last === "items" || (last === "additionalProperties" && holder !== "properties"))
  );
};

/** Objects of the document, with a property each. */
export const propertyPlaces = ({
  schemas,
}: Places): { readonly owner: SchemaPlace; readonly name: string; readonly property: Node }[] =>
  schemas.flatMap((owner) =>
    Object.entries(propertiesOf(owner.schema)).map(([name, property]) => ({ owner, name, property })),
  );

/** Is the property of a schema what its union tells members apart by? */
export const isTag = ({ tags }: Places, { path }: SchemaPlace, name: string): boolean =>
  path.length === 3 && tags.get(String(path[2])) === name;

/** May a reader of answers reckon with its absence? */
export function mayBeAbsent({ document }: Places, schema: Node, depth = 0): boolean {
  const target = document.components.schemas[refOf(schema) ?? ""];
  if (target && depth < 5) return mayBeAbsent({ document } as Places, target, depth + 1);
  return (
    isNullable(schema) ||
    isAnything(schema) ||
    membersOf(schema).some(
      (member) => refOf(member) !== undefined && mayBeAbsent({ document } as Places, member, depth + 1),
    )
  );
}

/** The document with the value at a path replaced; everything else is shared. Undefined removes it. */
export function edited<T>(value: T, path: Path, change: (value: unknown) => unknown): T {
  return editedValue(value, path, change) as T;
}

function editedValue(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    const item = editedValue(items[Number(key)], rest, change);
    items.splice(Number(key), 1, ...(item === undefined ? [] : [item]));
    return items;
  }
  const { [key]: old, ...others } = value as Node;
  const item = editedValue(old, rest, change);
  return item === undefined ? others : { ...(value as Node), [key]: item };
}

/** The media types of an operation's request body or of one of its answers. */
export const mediaTypes = (holder: unknown): string[] => Object.keys(isNode(holder) ? contentOf(holder) : {});
