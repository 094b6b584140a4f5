/** What all emitters share. Pure. */
import type { Model } from "./model.js";

export interface EmitOptions {
  readonly model: Model;
  /** The first lines of every generated file. */
  readonly banner: string;
  /** Put before every exported type, schema and check; "" for this package's own document. */
  readonly prefix: string;
  /** Enums of strings that become a list, by name. */
  readonly enums?: ReadonlyMap<string, readonly string[]>;
  /** Where the document has a schema, by our name for it. */
  readonly pointers?: ReadonlyMap<string, string>;
  /** Where schemas find their factories: beside them, unless it is said. */
  readonly factories?: string | undefined;
}

/** "ActionEvent" as a property or a type argument needs it: bare where it can be. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** `EVENT`, `ACTION`, `TOOL_DEFINITION` from the name of a union. */
export const constantCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();

/** A constant's name with the prefix in front. */
export const constant = ({ prefix }: Pick<EmitOptions, "prefix">, name: string): string =>
  prefix ? `${constantCase(prefix)}_${name}` : name;

/** The name of what an open union is made of: `Event`, `Tool` (of ToolDefinition), `BashEvent` (of BashEventBase). */
export const unionStem = (name: string): string => name.replace(/^Base|Base$/, "").replace(/Definition$/, "");

/** How kinds are spoken of: `Kind` where the tag is `kind`, `Type` where it is `type`. */
export const tagWord = (tag: string): string => tag.charAt(0).toUpperCase() + tag.slice(1);
