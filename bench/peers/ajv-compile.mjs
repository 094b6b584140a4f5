/** `ajv-compile.mjs DOCUMENT FOLDER`: a standalone module that checks events, as ajv's documentation has it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

const [input = "", folder = ""] = process.argv.slice(2);
const { components } = JSON.parse(readFileSync(input, "utf8"));

/** ajv takes no mapping, and unions by their tag only without: the tags themselves are in the schemas. */
const isRepaired = !input.endsWith("published.json");
const withoutMapping = (key, value) => (key === "mapping" ? undefined : value);
const document = isRepaired ? JSON.parse(JSON.stringify({ components }, withoutMapping)) : { components };

const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  discriminator: isRepaired,
  code: { source: true, esm: true },
});
ajv.addSchema({ ...document, $id: "document" });
const validate = ajv.compile({ $ref: "document#/components/schemas/Event" });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "event.mjs"), standalone.default(ajv, validate));
