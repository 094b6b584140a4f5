/** Operation by operation: what callers pass, send and get. */

import { compareAnswers, compareMedia } from "./compare-answers.js";
import { tellDeprecated } from "./compare-schema.js";
import { compareSchemes, compareSecurity } from "./compare-security.js";
import { type Comparison, tell, type Use } from "./comparison.js";
import { type At, below, member, textOr } from "./document.js";
import { type Operation, type Parameter, styleOf } from "./operations.js";

/** Compares all operations of both documents. */
export function compareOperations(comparison: Comparison): void {
  const [pinned, actual] = [comparison.pinned.operations, comparison.actual.operations];
  for (const [key, operation] of pinned) {
    const now = actual.get(key);
    if (now) compareOperation(comparison, operation, now);
    else tell(usedIn(comparison, operation), "operation-removed", operation.at.pointer, { what: "it is gone" });
  }
  for (const [key, operation] of actual) {
    if (!pinned.has(key))
      tell(usedIn(comparison, operation), "operation-added", operation.at.pointer, { what: "it is new" });
  }
  const use: Use = {
    comparison,
    direction: "request",
    collector: comparison.collector,
    place: { owner: "", field: "" },
  };
  compareSchemes(use, [...pinned.values()]);
}

/** What stands in an operation: `part` is "request body", "query parameter `limit`". */
const usedIn = (comparison: Comparison, { name }: Operation, part = ""): Use => ({
  comparison,
  direction: "request",
  collector: comparison.collector,
  place: { owner: `operation \`${name}\`${part === "" ? "" : `, ${part}`}`, field: "" },
});

function compareOperation(comparison: Comparison, pinned: Operation, actual: Operation): void {
  const use = usedIn(comparison, pinned);
  const [id, idNow] = [pinned, actual].map(({ at }) => textOr(member(at.value, "operationId"), "none"));
  if (id !== idNow) {
    const told = { what: `its id is ${idNow} now, not ${id}`, before: id, after: idNow };
    tell(use, "operation-id-changed", below(pinned.at.pointer, "operationId"), told);
  }
  const [was, is] = [pinned, actual].map(({ at }) => member(at.value, "deprecated") === true);
  if (was !== is) tellDeprecated(use, pinned.at.pointer, is === true);
  compareParameters(comparison, pinned, actual);
  compareBodies(usedIn(comparison, pinned, "request body"), pinned, actual);
  compareAnswers((part) => ({ ...usedIn(comparison, pinned, part), direction: "response" }), pinned, actual);
  compareSecurity(use, pinned, actual);
}

function compareParameters(comparison: Comparison, pinned: Operation, actual: Operation): void {
  const placed = (parameter: Parameter): Use =>
    usedIn(comparison, pinned, `${parameter.in} parameter \`${parameter.name}\``);
  for (const [key, parameter] of pinned.parameters) {
    const now = actual.parameters.get(key);
    if (now) compareParameter(placed(parameter), parameter, now);
    else tell(placed(parameter), "parameter-removed", parameter.at.pointer, { what: "it is gone" });
  }
  for (const [key, parameter] of actual.parameters) {
    if (pinned.parameters.has(key)) continue;
    const { pointer } = parameter.at;
    if (parameter.required)
      tell(placed(parameter), "required-parameter-added", pointer, { what: "it is new, and required" });
    else tell(placed(parameter), "parameter-added", pointer, { what: "it is new" });
  }
}

function compareParameter(use: Use, pinned: Parameter, actual: Parameter): void {
  const { pointer } = pinned.at;
  if (pinned.name !== actual.name && pinned.in === "path")
    tell(use, "path-parameter-renamed", pointer, {
      what: `it is called \`${actual.name}\` now`,
      before: pinned.name,
      after: actual.name,
    });
  if (pinned.required !== actual.required)
    tellRequired(
      use,
      actual.required ? "parameter-became-required" : "parameter-became-optional",
      pointer,
      actual.required,
    );
  const [was, is] = [styleOf(pinned), styleOf(actual)];
  if (was !== is)
    tell(use, "parameter-style-changed", pointer, {
      what: `it is written as ${is} now, not as ${was}`,
      before: was,
      after: is,
    });
  const [old, young] = [pinned, actual].map(({ at }) => member(at.value, "deprecated") === true);
  if (old !== young) tellDeprecated(use, pointer, young === true);
  use.comparison.compare(use, pinned.schema, actual.schema);
}

type BecameRule = `${"parameter" | "request-body"}-became-${"optional" | "required"}`;

function tellRequired(use: Use, rule: BecameRule, pointer: string, isRequired: boolean): void {
  const [before, after] = isRequired ? ["optional", "required"] : ["required", "optional"];
  tell(use, rule, pointer, { what: `it is ${after} now`, before, after });
}

function compareBodies(use: Use, { body }: Operation, { body: now }: Operation): void {
  if (body && now) {
    const isRequired = isNeeded(now);
    const rule = isRequired ? "request-body-became-required" : "request-body-became-optional";
    if (isNeeded(body) !== isRequired) tellRequired(use, rule, body.pointer, isRequired);
    compareMedia(use, body, now);
  } else if (body) tell(use, "request-body-removed", body.pointer, { what: "it is gone" });
  else if (now && isNeeded(now))
    tell(use, "required-request-body-added", now.pointer, { what: "it is new, and required" });
  else if (now) tell(use, "request-body-added", now.pointer, { what: "it is new" });
}

const isNeeded = (body: At): boolean => member(body.value, "required") === true;
