/** What is made of which document. Data. */
import { type OpenApiDocument, readDocument } from "./document.js";
import { readJsonSchema } from "./json-schema.js";
import { AGENT_SERVER, type Dialect } from "./repairs.js";

export interface Recipe {
  /** The document, at the top of the project. */
  readonly spec: string;
  /** Where its files go, below `src/generated`. */
  readonly folder: string;
  readonly read: (text: string, name: string) => OpenApiDocument;
  readonly dialect: Dialect;
  /** Where it has a schema. */
  readonly pointerOf: (schema: string) => string;
  /** Put before every name. */
  readonly prefix: string;
  /** What can be validated without zod: these schemas and all they need. */
  readonly checkRoots: readonly string[];
  /** Unions whose tags are counted in the report. */
  readonly unions: readonly string[];
  /** Enums of strings that become a list. */
  readonly enums: readonly string[];
  /** Has it operations, and names that were changed? */
  readonly isApi: boolean;
  /** Where its schemas find the factories; undefined: they are written beside them. */
  readonly factories?: string;
}

/** The OpenHands Agent Server's. */
export const SERVER_RECIPE: Recipe = {
  spec: "openapi.json",
  folder: "",
  read: readDocument,
  dialect: AGENT_SERVER,
  pointerOf: (schema) => `#/components/schemas/${schema}`,
  prefix: "",
  checkRoots: ["SessionFrame", "Event", "BashEventBase", "ConversationInfo"],
  unions: ["Event", "Action", "Observation", "ToolDefinition"],
  enums: [],
  isApi: true,
};

/** What has no name of its own there. */
const ORXHESTRA_PLACES: Readonly<Record<string, string>> = {
  Event: "#",
  Part: "#/$defs/Content/properties/parts/items",
};

/** Orxhestra events: one model, whose parts are told apart by `type` (docs/orxhestra.md says how the schema is made). */
const ORXHESTRA_RECIPE: Recipe = {
  spec: "orxhestra.schema.json",
  folder: "orxhestra",
  read: readJsonSchema({ root: "Event", unions: { "Content.parts": "Part" } }),
  dialect: {
    responses: [],
    addedSchemas: {},
    errors: undefined,
    varying: [],
    unlistedBaseFields: { Part: ["metadata"] },
  },
  pointerOf: (schema) => ORXHESTRA_PLACES[schema] ?? `#/$defs/${schema}`,
  prefix: "Orx",
  checkRoots: ["Event"],
  unions: ["Part"],
  enums: ["EventType"],
  isApi: false,
  factories: "../factories.js",
};

export const RECIPES: readonly Recipe[] = [SERVER_RECIPE, ORXHESTRA_RECIPE];
