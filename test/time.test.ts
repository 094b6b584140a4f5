import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTime } from "../src/time.js";

const at = (timestamp: string, zone = "UTC") => eventTime({ timestamp }, { zone });
/** The moment as the ISO text of its millisecond, with the microseconds after that. */
const utc = (timestamp: string, zone?: string): string => {
  const { epochMs, micros } = at(timestamp, zone);
  return `${new Date(epochMs).toISOString()} ${micros}`;
};

const MIN = Date.parse("0001-01-02T00:00:00Z");
const MAX = Date.parse("9999-12-30T00:00:00Z");
const moment = fc.record({ epochMs: fc.integer({ min: MIN, max: MAX }), micros: fc.integer({ min: 0, max: 999 }) });
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Etc/GMT-14",
];

describe("eventTime", () => {
  it.each([
    // The examples of the server: microseconds, and no fraction when it is zero.
    ["2026-11-30T07:53:55.131803", "UTC", "2026-11-30T07:53:55.131Z 803"],
    ["2026-11-30T07:53:55", "UTC", "2026-11-30T07:53:55.000Z 0"],
    // Zones.
    ["2026-11-30T07:53:55.131803", "Europe/Berlin", "2026-11-30T06:53:55.131Z 803"],
    ["2026-07-30T07:53:55", "Europe/Berlin", "2026-07-30T05:53:55.000Z 0"],
    ["2026-07-30T07:53:55", "Z", "2026-07-30T07:53:55.000Z 0"],
    ["2026-07-30T07:53:55", "Etc/UTC", "2026-07-30T07:53:55.000Z 0"],
    ["2026-07-30T07:53:55", "+02:00", "2026-07-30T05:53:55.000Z 0"],
    ["2026-07-30T07:53:55", "-0530", "2026-07-30T13:23:55.000Z 0"],
    ["2026-01-01T00:30:00", "+23:59", "2025-12-31T00:31:00.000Z 0"],
    ["1970-01-01T00:00:00", "-00:00", "1970-01-01T00:00:00.000Z 0"],
    // A timestamp that says where it is.
    ["2026-07-30T07:53:55.5Z", "Europe/Berlin", "2026-07-30T07:53:55.500Z 0"],
    ["2026-07-30T07:53:55+05:45", "Europe/Berlin", "2026-07-30T02:08:55.000Z 0"],
    ["2026-07-30T07:53:55.000001-0800", "not a zone", "2026-07-30T15:53:55.000Z 1"],
    // Fractions of 1 to 9 digits.
    ["2026-07-30T07:53:55.1", "UTC", "2026-07-30T07:53:55.100Z 0"],
    ["2026-07-30T07:53:55.0012", "UTC", "2026-07-30T07:53:55.001Z 200"],
    ["2026-07-30T07:53:55.999999999", "UTC", "2026-07-30T07:53:55.999Z 999"],
    // Before 1970 the microseconds still count forwards.
    ["1969-12-31T23:59:59.999999", "UTC", "1969-12-31T23:59:59.999Z 999"],
    ["1969-12-31T23:59:59.000001", "UTC", "1969-12-31T23:59:59.000Z 1"],
    // Berlin, clocks go forward at 02:00: the gap is read with the offset from before.
    ["2026-03-29T01:59:59", "Europe/Berlin", "2026-03-29T00:59:59.000Z 0"],
    ["2026-03-29T02:00:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z 0"],
    ["2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00.000Z 0"],
    ["2026-03-29T03:00:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z 0"],
    // Berlin, clocks go back at 03:00: the first of the two.
    ["2026-10-25T01:59:59", "Europe/Berlin", "2026-10-24T23:59:59.000Z 0"],
    ["2026-10-25T02:30:00.000001", "Europe/Berlin", "2026-10-25T00:30:00.000Z 1"],
    ["2026-10-25T03:00:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z 0"],
    // West of Greenwich, a change of half an hour, and a day that never was.
    ["2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:30:00.000Z 0"],
    ["2026-11-01T01:30:00", "America/New_York", "2026-11-01T05:30:00.000Z 0"],
    ["2026-04-05T01:45:00", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z 0"],
    ["2026-10-04T02:15:00", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z 0"],
    ["2011-12-30T23:59:59", "Pacific/Apia", "2011-12-31T09:59:59.000Z 0"],
    ["2011-12-31T00:00:00", "Pacific/Apia", "2011-12-30T10:00:00.000Z 0"],
    // Leap days, midnight, early years, and local mean time with its odd seconds.
    ["2024-02-29T00:00:00", "America/New_York", "2024-02-29T05:00:00.000Z 0"],
    ["2000-02-29T23:59:59", "UTC", "2000-02-29T23:59:59.000Z 0"],
    ["0099-03-01T12:00:00", "UTC", "0099-03-01T12:00:00.000Z 0"],
    ["0099-03-01T12:00:00", "Europe/Berlin", "0099-03-01T11:06:32.000Z 0"],
    ["0001-01-01T00:00:00", "America/New_York", "0001-01-01T04:56:02.000Z 0"],
    ["9999-12-31T23:59:59.999999", "UTC", "9999-12-31T23:59:59.999Z 999"],
  ])("reads %s in %s", (timestamp, zone, expected) => {
    expect(utc(timestamp, zone)).toBe(expected);
  });

  it.each([
    "",
    "now",
    "2026-11-30",
    "2026-11-30 07:53:55",
    "2026-11-30T07:53",
    "2026-11-30T07:53:55.",
    "2026-11-30T07:53:55.1234567890",
    "2026-11-30T07:53:55z",
    "2026-11-30T07:53:55+2",
    "26-11-30T07:53:55",
    "+002026-11-30T07:53:55",
    " 2026-11-30T07:53:55",
    "2026-11-30T07:53:55\n",
    "٢٠٢٦-11-30T07:53:55",
  ])("refuses the timestamp %j by its form", (timestamp) => {
    expect(() => at(timestamp)).toThrow(RangeError);
    expect(() => at(timestamp)).toThrow(/^Invalid timestamp: expected YYYY-MM-DDTHH:MM:SS/);
  });

  it.each([
    "2026-02-30T00:00:00",
    "2025-02-29T00:00:00",
    "1900-02-29T00:00:00",
    "2026-04-31T00:00:00",
    "2026-00-10T00:00:00",
    "2026-13-01T00:00:00",
    "2026-01-00T00:00:00",
    "2026-01-32T00:00:00",
    "2026-01-01T24:00:00",
    "2026-01-01T25:00:00",
    "2026-01-01T00:60:00",
    "2026-12-31T23:59:60",
  ])("refuses the timestamp %j by the calendar", (timestamp) => {
    expect(() => at(`${timestamp}.5Z`)).toThrow(RangeError);
    expect(() => at(timestamp)).toThrow(/^Invalid timestamp: expected a date and time that exist/);
  });

  it.each(["+24:00", "-01:60", "+9959"])("refuses a timestamp with the offset %s", (offset) => {
    expect(() => at(`2026-01-01T00:00:00${offset}`)).toThrow(RangeError);
    expect(() => at(`2026-01-01T00:00:00${offset}`)).toThrow(/^Invalid offset in a timestamp: expected Z or/);
  });

  it.each(["", "Mars/Olympus", "+24:00", "+1:00", "-00:60", "Europe/Berlin ", "undefined"])(
    "refuses the zone %j, again when asked again",
    (zone) => {
      for (const _ of [1, 2]) {
        expect(() => at("2026-01-01T00:00:00", zone)).toThrow(RangeError);
        expect(() => at("2026-01-01T00:00:00", zone)).toThrow('Invalid zone: expected "UTC"');
      }
    },
  );

  it("does not take a missing zone for the zone of the client", () => {
    const options: { zone: string } = JSON.parse('{"zone":null}');
    expect(() => eventTime({ timestamp: "2026-01-01T00:00:00" }, options)).toThrow("Invalid zone: expected");
    Reflect.set(options, "zone", undefined);
    expect(() => eventTime({ timestamp: "2026-01-01T00:00:00" }, options)).toThrow("Invalid zone: expected");
  });

  it.each([
    ["secret", "UTC"],
    ["2026-02-30T12:34:56", "UTC"],
    ["2026-01-01T00:00:00+24:00", "UTC"],
    ["2026-01-01T00:00:00", "secret"],
  ])("says what is expected of %j in %j, and never the value", (timestamp, zone) => {
    expect(() => at(timestamp, zone)).toThrow(/^Invalid (?:(?!secret|2026|24:00).)*$/);
  });

  it("reads back any moment, to the microsecond", () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -1439, max: 1439 }), ({ epochMs, micros }, minutes) => {
        const sign = minutes < 0 ? "-" : "+";
        const digits = (value: number, count: number): string => String(value).padStart(count, "0");
        const offset = `${sign}${digits(Math.floor(Math.abs(minutes) / 60), 2)}:${digits(Math.abs(minutes) % 60, 2)}`;
        const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, -1) + digits(micros, 3);
        expect(at(local, offset)).toEqual({ epochMs, micros });
        expect(at(local + offset)).toEqual({ epochMs, micros });
      }),
    );
  });

  it("agrees with a search through all the moments of three days", () => {
    const QUARTER = 900_000;
    // Swedish writes dates as ISO 8601 does.
    const style = { dateStyle: "short", timeStyle: "medium" } as const;
    const clocks = new Map(
      ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat("sv-SE", { ...style, timeZone })]),
    );
    const day = fc.oneof(
      fc.constantFrom(...["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01"].map((date) => Date.parse(date))),
      fc.constantFrom(...["2026-04-05", "2026-10-04", "2011-12-30", "2011-12-31"].map((date) => Date.parse(date))),
      fc.integer({ min: 4000, max: 24_000 }).map((days) => days * 86_400_000),
    );
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 95 }), fc.constantFrom(...ZONES), (date, quarter, zone) => {
        const local = date + quarter * QUARTER;
        const moments = Array.from({ length: 288 }, (_, index) => local + (index - 144) * QUARTER);
        const shown = moments.map((ms) => Date.parse(`${clocks.get(zone)?.format(ms).replace(" ", "T")}Z`));
        const first = shown.indexOf(local);
        // In a gap: the last moment that shows an earlier time still has the offset from before the change.
        const last = shown.findLastIndex((wall) => wall < local);
        const expected = first === -1 ? local - (Number(shown[last]) - Number(moments[last])) : moments[first];
        expect(at(new Date(local).toISOString().slice(0, 19), zone)).toEqual({ epochMs: expected, micros: 0 });
      }),
      { numRuns: 500 },
    );
  });
});
