/** A query as the server has read it, once there is nothing wrong with it. */
import type { OperationId } from "../generated/operations.js";
import { REQUESTS, type Rule } from "../generated/requests.js";

/** Of several values the last one counts, unless a list is asked for; a number is in plain digits. */
export function asRead(operation: OperationId, query: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams(query);
  for (const { in: place, name, rule } of REQUESTS[operation]?.parameters ?? []) {
    const value = read.getAll(name).at(-1);
    const { is } = innerOf(rule);
    if (place === "query" && value !== undefined && is !== "list") {
      read.set(name, is === "int" ? String(Number(value.replaceAll("_", ""))) : value);
    }
  }
  return read;
}

const innerOf = (rule: Rule): Rule => (rule.is === "nullable" ? innerOf(rule.of) : rule);
