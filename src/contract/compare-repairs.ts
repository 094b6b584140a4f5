/** Which faults that this package mends are mended at their source, and which places it mends. */

import { note } from "./collector.js";
import type { Comparison } from "./comparison.js";
import { REPAIRS } from "./repairs.js";

/**
 * Tells of the faults that only the pinned document has.
 *
 * @returns whether a place of either document is one that is mended, or stands in one
 */
export function compareRepairs({ pinned, actual, collector }: Comparison): (pointer: string) => boolean {
  const mended: string[] = [];
  for (const { name, mends, placesIn } of REPAIRS) {
    const [before, after] = [pinned, actual].map(placesIn);
    const faults = [...(before ?? [])].filter(([, isFault]) => isFault).map(([pointer]) => pointer);
    mended.push(...faults, ...[...(after ?? [])].filter(([, isFault]) => isFault).map(([pointer]) => pointer));
    const gone = faults.filter((pointer) => after?.get(pointer) === false);
    const [first] = gone;
    if (first === undefined) continue;
    const count = faults.length === 1 ? "" : ` in ${gone.length} of ${faults.length} places`;
    note(collector, "response", {
      rule: "repair-not-needed",
      pointer: first,
      place: { owner: `repair \`${name}\` (${mends})`, field: "" },
      what: `it is no longer needed${count}`,
    });
  }
  return (pointer) => mended.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}
