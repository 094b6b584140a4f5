/** The builders of the mocks by the name of their schema. */
import * as mocks from "../../src/generated/mocks.js";

export type Builder = (overrides?: object) => unknown;

const isBuilder = (value: unknown): value is Builder => typeof value === "function";

export const BUILDERS: ReadonlyMap<string, Builder> = new Map(
  Object.entries(mocks).flatMap(([name, builder]) =>
    isBuilder(builder) ? [[name.replace(/^mock/, ""), builder]] : [],
  ),
);
