/** The files of this project, as paths from its root: those that people write, and those that are generated. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./compile.js";

export const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));

export const sources = filesBelow("src").filter((file) => !file.includes("generated"));
export const generated = filesBelow("src/generated");
export const scripts = filesBelow("scripts");
