/** What the server looks at in some fields before it looks for what the document says of them. */
import { fail, isFields, pythonType, reportError, type Spot } from "./validate-issue.js";

/** False: that was all, nothing more is looked at. */
type FieldCheck = (value: unknown, spot: Spot) => boolean;

/** By the name of the field, which no other class has. */
export const FIELDS: Readonly<Record<string, FieldCheck>> = {
  tags: checkTags,
  // The document leaves out that any text will do
  reasoning_effort: (value) => typeof value !== "string",
  observability_metadata(value, spot) {
    if (value === null) return false;
    if (!isFields(value)) return refuse(spot, "Observability metadata must be a dictionary", value);
    if ("" in value) return refuse(spot, "Observability metadata keys must be non-empty strings", value);
    const wrong = Object.keys(value).find((key) => !isTraceValue(value[key]));
    return wrong === undefined || refuse(spot, traceError(wrong), value);
  },
  observability_tags(value, spot) {
    if (value === null) return false;
    if (!Array.isArray(value)) return refuse(spot, "Observability tags must be a list", value);
    const areTexts = value.every((tag) => typeof tag === "string" && tag !== "");
    return areTexts || refuse(spot, "Observability tags must be non-empty strings", value);
  },
  observability_span_name(value, spot) {
    if (value === null) return false;
    if (typeof value !== "string" || value === "") {
      return refuse(spot, "Observability span name must be a non-empty string", value);
    }
    if (Array.from(value).length > 128) {
      return refuse(spot, "Observability span name exceeds maximum length of 128 characters", value);
    }
    const words =
      "Observability span name may only contain letters, numbers, dots, underscores, colons, slashes, and hyphens";
    return /^[A-Za-z0-9._:/-]+$/.test(value) || refuse(spot, words, value);
  },
};

function refuse(spot: Spot, error: string, value: unknown): false {
  reportError(spot, error, value);
  return false;
}

const traceError = (key: string): string =>
  `Observability metadata value for '${key}' must be a scalar or a homogeneous sequence of strings, booleans, integers, or floats (mixed numeric types such as [1, 1.5] are not supported by OpenTelemetry)`;

/** A scalar, or a list of scalars of one sort. */
const isTraceValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isScalar) && new Set(value.map(pythonType)).size <= 1 : isScalar(value);

const isScalar = (value: unknown): boolean => ["string", "boolean", "number"].includes(typeof value);

const TAG_MOST = 256;

function checkTags(value: unknown, spot: Spot): boolean {
  if (value === null) return false;
  if (!isFields(value)) {
    fail(spot, `'${pythonType(value)}' object has no attribute 'items'`);
    return false;
  }
  for (const [key, text] of Object.entries(value)) {
    if (!/^[a-z0-9]+$/.test(key)) {
      return refuse(spot, `Tag key '${key}' is invalid: keys must be lowercase alphanumeric only`, value);
    }
    if (typeof text !== "string" && !Array.isArray(text) && !isFields(text)) {
      fail(spot, `object of type '${pythonType(text)}' has no len()`);
      return false;
    }
    if (typeof text === "string" && Array.from(text).length > TAG_MOST) {
      return refuse(spot, `Tag value for '${key}' exceeds maximum length of ${TAG_MOST} characters`, value);
    }
  }
  return true;
}
