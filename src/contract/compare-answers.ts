/** Bodies by media type, and answers by status. */
import { tell, type Use } from "./comparison.js";
import { canonicalText } from "./described.js";
import type { At } from "./document.js";
import { mediaOf, type Operation } from "./operations.js";

/** Compares the forms of a body that both documents have. */
export function compareMedia(use: Use, pinned: At, actual: At): void {
  const [before, after] = [mediaOf(pinned), mediaOf(actual)];
  for (const [type, schema] of before) {
    const now = after.get(type);
    if (now) use.comparison.compare(use, schema, now);
    else tell(use, "media-type-removed", mediaPointer(schema), { what: `the form ${type} is gone`, before: type });
  }
  for (const [type, schema] of after)
    if (!before.has(type))
      tell(use, "media-type-added", mediaPointer(schema), { what: `the form ${type} is new`, after: type });
}

const mediaPointer = ({ pointer }: At): string => pointer.slice(0, pointer.lastIndexOf("/"));

const isSuccess = (status: string): boolean => status.startsWith("2");

/** Compares the answers of an operation; `placed` takes what the place is called. */
export function compareAnswers(placed: (part: string) => Use, pinned: Operation, actual: Operation): void {
  for (const [status, answer] of pinned.answers) {
    const now = actual.answers.get(status);
    const use = placed(`answer ${status}`);
    if (now) compareMedia(use, answer, now);
    else
      tell(use, isSuccess(status) ? "success-status-removed" : "error-status-removed", answer.pointer, {
        what: "it is no longer listed",
      });
  }
  for (const [status, answer] of actual.answers) {
    if (pinned.answers.has(status)) continue;
    const use = placed(`answer ${status}`);
    if (!isSuccess(status)) tell(use, "error-status-added", answer.pointer, { what: "it is new" });
    else if (hasKnownBody(pinned, answer)) tell(use, "success-status-added", answer.pointer, { what: "it is new" });
    else tell(use, "success-body-added", answer.pointer, { what: "it is new, and its body is none that success had" });
  }
}

/** A new success status that carries what another one carries, or nothing, surprises nobody who looks at the body. */
function hasKnownBody({ answers }: Operation, answer: At): boolean {
  const textOf = (at: At): string => canonicalText([...mediaOf(at)].map(([type, schema]) => [type, schema.value]));
  const known = [...answers].filter(([status]) => isSuccess(status)).map(([, at]) => textOf(at));
  return mediaOf(answer).size === 0 || known.includes(textOf(answer));
}
