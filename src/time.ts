/** The clock (always 19 characters), then the optional fraction and the optional suffix "Z" or an offset. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
const CLOCK_LENGTH = 19;
/** Of a zone, of a timestamp's end, and as a formatter says it: there with the seconds that old local times have. */
const OFFSET = /^(?:Z|UTC|GMT)$|^(?:GMT)?([+-])([01]\d|2[0-3]):?([0-5]\d)(?::(\d\d))?$/;
const DAY_MS = 86_400_000;

/** A formatter costs far more to build than to use. Only zones that exist get in, so the cache stays small. */
const formatters = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>();

/**
 * Reads the timestamp of an event as a moment in time, to the microsecond.
 *
 * The server writes its own local time without saying which zone that is (`2026-11-30T07:53:55.131803`, and no
 * fraction when it is zero). `new Date(timestamp)` would take it for the local time of the client, and drop the
 * microseconds. A timestamp that ends in `Z` or an offset is taken at its word, and `zone` is not looked at.
 *
 * When clocks go back, a local time happens twice: this is the first of the two. When they go forward, a local time
 * never happens: it is read with the offset from before the change. Both are what Python does for `fold=0`.
 *
 * @param event - An event, or anything with its `timestamp`: `YYYY-MM-DDTHH:MM:SS`, with up to 9 digits of fraction
 * (those beyond microseconds are cut off).
 * @param options - `zone` is the zone of the server: `"UTC"`, `"Z"`, an offset such as `"+02:00"` or `"-0530"`, or an
 * IANA name such as `"Europe/Berlin"`.
 * @returns `epochMs`, the whole milliseconds since 1970-01-01T00:00:00Z, rounded down; and `micros`, the 0 to 999
 * microseconds after that. To sort events, compare `epochMs` first, then `micros`.
 * @throws RangeError when the timestamp is not a real date and time, or the zone is not known.
 * @example
 * eventTime({ timestamp: "2026-11-30T07:53:55.131803" }, { zone: "Europe/Berlin" });
 * // { epochMs: 1796021635131, micros: 803 }
 * @see {@link https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/event/base.py | Event.timestamp},
 * which is `datetime.now().isoformat()`.
 */
export function eventTime(
  event: { readonly timestamp: string },
  options: { readonly zone: string },
): { epochMs: number; micros: number } {
  const { timestamp } = event;
  const match = TIMESTAMP.exec(timestamp);
  if (match === null) {
    throw new RangeError("Invalid timestamp: expected YYYY-MM-DDTHH:MM:SS[.ffffff][Z|+HH:MM]");
  }
  const clock = timestamp.slice(0, CLOCK_LENGTH);
  const localMs = Date.parse(`${clock}Z`);
  // Engines may roll 30 February over to March. Only a date that survives the way back is real.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString().slice(0, CLOCK_LENGTH) !== clock) {
    throw new RangeError("Invalid timestamp: expected a date and time that exist in the calendar");
  }
  const suffix = match[2];
  const offset = suffix === undefined ? zoneOffset(options.zone, localMs) : offsetOf(suffix);
  if (offset === undefined) throw new RangeError("Invalid offset in a timestamp: expected Z or -23:59 to +23:59");
  // The fraction only ever adds to the second it belongs to, before 1970 as well.
  const fraction = (match[1] ?? "").padEnd(6, "0");
  return { epochMs: localMs - offset + Number(fraction.slice(0, 3)), micros: Number(fraction.slice(3, 6)) };
}

/** The offset from UTC, in milliseconds, at a local time given as if it were UTC. */
function zoneOffset(zone: string, localMs: number): number {
  const fixed = offsetOf(zone);
  if (fixed !== undefined) return fixed;
  const formatter = formatterOf(zone);
  // No offset is as long as a day, so a day earlier no change of the clocks that touches this local time has happened.
  const before = offsetAt(formatter, localMs - DAY_MS);
  const after = offsetAt(formatter, localMs - before);
  if (after === before) return before;
  // In a gap neither offset leads back to itself. Then the one from before the change counts.
  return offsetAt(formatter, localMs - after) === after ? after : before;
}

/** In milliseconds. */
function offsetOf(text: string): number | undefined {
  const match = OFFSET.exec(text);
  if (match === null) return undefined;
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -size : size) * 1000;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached !== undefined) return cached;
  try {
    // A missing zone must fail, and not turn into the zone of the client.
    const formatter = new Intl.DateTimeFormat("en", { timeZone: String(zone), timeZoneName: "longOffset" });
    formatters.set(zone, formatter);
    return formatter;
  } catch {
    throw new RangeError('Invalid zone: expected "UTC", an offset such as "+02:00", or an IANA name');
  }
}

/** The offset of a zone at a moment. */
function offsetAt(formatter: Intl.DateTimeFormat, epochMs: number): number {
  const name = formatter.formatToParts(epochMs).find(({ type }) => type === "timeZoneName")?.value;
  return offsetOf(name ?? "") ?? Number.NaN;
}
