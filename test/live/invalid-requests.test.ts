/** What the server refuses, and what it takes although no type allows it: as recorded. `-u` records anew. */
import { expect, test } from "vitest";
import { INVALID_REQUESTS, linesOf, recordedVerdicts, verdictsOf } from "./invalid-requests.js";
import { useBenches } from "./live.js";

const benchOf = useBenches();

test("1.52.0 says of every invalid request what the mocks say", async () => {
  const verdicts = await verdictsOf(benchOf("1.52.0"), recordedVerdicts());
  await expect(linesOf(verdicts)).toMatchFileSnapshot(INVALID_REQUESTS);
});
