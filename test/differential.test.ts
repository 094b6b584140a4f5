/**
 * The same schema exists in three renderings (check, shape, zod schema) and as the document itself (ajv). Here they
 * are held against each other on values broken at random. `SEED=n` repeats a run.
 */
import {
  BashEventBaseSchema,
  ConversationInfoSchema,
  EventSchema,
  SessionFrameSchema,
} from "agent-server-client/schemas";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { explain } from "../src/explain.js";
import { checkBashEventBase, checkConversationInfo, checkEvent, checkSessionFrame } from "../src/generated/checks.js";
import { ACTION_KINDS, EVENT_KINDS, OBSERVATION_KINDS } from "../src/generated/kinds.js";
import {
  BashEventBaseShape,
  ConversationInfoShape,
  EventShape,
  SessionFrameShape,
  type Shape,
} from "../src/generated/shapes.js";
import {
  bashEvents,
  type Fields,
  goldenEvents,
  grouped,
  groupOf,
  isFields,
  recordedEvents,
  recordings,
} from "./support/corpus.js";
import { instanceOf } from "./support/instances.js";
import { mutate } from "./support/mutate.js";
import { randomFrom, seedOfRun } from "./support/random.js";
import { normalisedDocument, tolerantReference, type Validate } from "./support/reference.js";

const SEED = seedOfRun();
const normalised = normalisedDocument();
const reference = tolerantReference(normalised);

interface Target {
  readonly name: string;
  readonly check: Validate;
  readonly shape: Shape;
  readonly schema: z.ZodMiniType;
  /** Valid values, each kind of them as likely as every other. */
  readonly groups: readonly (readonly Fields[])[];
}

const random = randomFrom(SEED);

function instances(name: string, count: number, depth = 5): Fields[] {
  return Array.from({ length: count }, () => instanceOf(normalised.document, name, random, { depth })).filter(isFields);
}

/** Events with a payload of each listed kind. */
function withPayload(event: string, field: string, union: string): Fields[] {
  const { discriminator } = normalised.document.components.schemas[union] as { discriminator: { mapping: Fields } };
  return Object.keys(discriminator.mapping).flatMap((kind) =>
    instances(kind, 20).map((payload) => ({ ...instances(event, 1)[0], [field]: payload })),
  );
}

const events = [
  ...recordedEvents(),
  ...goldenEvents(),
  ...instances("KnownEvent", 1000),
  ...withPayload("ActionEvent", "action", "KnownAction"),
  ...withPayload("ObservationEvent", "observation", "KnownObservation"),
];
const frames = [...recordings().flatMap(({ ws_session }) => ws_session), ...instances("KnownSessionFrame", 300)];
const conversations = recordings().map(({ conversation }) => conversation);

const byKind = (values: readonly Fields[]): Fields[][] => [...grouped(values).values()];

const EVENT: Target = {
  name: "Event",
  check: checkEvent,
  shape: EventShape,
  schema: EventSchema,
  groups: byKind(events),
};
const CONVERSATION: Target = {
  name: "ConversationInfo",
  check: checkConversationInfo,
  shape: ConversationInfoShape,
  schema: ConversationInfoSchema,
  groups: [conversations, instances("ConversationInfo", 200, 3)],
};
const FRAME: Target = {
  name: "SessionFrame",
  check: checkSessionFrame,
  shape: SessionFrameShape,
  schema: SessionFrameSchema,
  groups: byKind(frames),
};
const BASH: Target = {
  name: "BashEventBase",
  check: checkBashEventBase,
  shape: BashEventBaseShape,
  schema: BashEventBaseSchema,
  groups: byKind([...bashEvents(), ...instances("KnownBashEvent", 300)]),
};

interface Report {
  readonly seed: number;
  valid: number;
  /** Distinct mutations of distinct kinds. */
  readonly combinations: Set<string>;
  /** First issue of the explanation: also the first of zod, one of zod's, none of zod's. */
  readonly paths: { first: number; listed: number; foreign: number };
  /** What the renderings do not agree on: the first few. */
  readonly differences: object[];
}

function compare(target: Target, count: number, beyondJson: boolean): Report {
  const { check, shape, schema, groups } = target;
  const validate = reference(target.name);
  const choices = randomFrom(SEED);
  const donors = groups.flat();
  const paths = { first: 0, listed: 0, foreign: 0 };
  const report: Report = { seed: SEED, valid: 0, combinations: new Set(), paths, differences: [] };
  for (let i = 0; i < count; i++) {
    const original = choices.pick(choices.pick(groups));
    const { value, names } = mutate(original, choices.below(4), { random: choices, donors, beyondJson });
    const verdict = check(value);
    const zod = z.safeParse(schema, value);
    const issues = explain(shape, value);
    report.combinations.add(`${groupOf(original)} ${names.join()}`);
    if (verdict) report.valid++;
    const verdicts = {
      check: verdict,
      zod: zod.success,
      explain: issues.length === 0,
      ...(beyondJson ? {} : { ajv: validate(value) }),
    };
    const agreed = Object.values(verdicts).every((other) => other === verdict);
    if (!agreed && report.differences.length < 5) report.differences.push({ i, verdicts, names, value });
    if (agreed && !zod.success) paths[relation(issues[0]?.path ?? [], zod.error.issues)]++;
  }
  return report;
}

/** zod's issues with those inside of unions, each as one string. */
function placesOf(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    const inner = issue.code === "invalid_union" ? issue.errors.flatMap((errors) => placesOf(errors, path)) : [];
    return [JSON.stringify(path), ...inner];
  });
}

function relation(path: readonly PropertyKey[], issues: readonly z.core.$ZodIssue[]): keyof Report["paths"] {
  const places = placesOf(issues);
  const place = JSON.stringify(path);
  if (places[0] === place) return "first";
  return places.includes(place) ? "listed" : "foreign";
}

function summary({ seed, valid, combinations, paths }: Report, name: string, count: number): string {
  const { first, listed, foreign } = paths;
  return `${name}: seed ${seed}, ${count} values, ${((100 * valid) / count).toFixed(1)} % valid, ${combinations.size} combinations; first issue is zod's first ${first}, one of zod's ${listed}, neither ${foreign}`;
}

interface Case {
  readonly name: string;
  readonly target: Target;
  readonly count: number;
  readonly beyondJson: boolean;
}

const CASES: readonly Case[] = [EVENT, CONVERSATION, FRAME, BASH].flatMap((target) => [
  { name: target.name, target, count: target === EVENT ? 200_000 : 20_000, beyondJson: false },
  { name: `${target.name} beyond JSON`, target, count: target === EVENT ? 40_000 : 5_000, beyondJson: true },
]);

describe(`values broken at random (SEED=${SEED})`, () => {
  it("are drawn from events of every listed kind", () => {
    const kinds = (field: string): Set<unknown> =>
      new Set(events.map((event) => (isFields(event[field]) ? event[field]["kind"] : undefined)));
    const seen = new Set(events.map(({ kind }) => kind));
    expect(EVENT_KINDS.filter((kind) => !seen.has(kind))).toEqual([]);
    expect(ACTION_KINDS.filter((kind) => !kinds("action").has(kind))).toEqual([]);
    expect(OBSERVATION_KINDS.filter((kind) => !kinds("observation").has(kind))).toEqual([]);
  });

  it.each([EVENT, CONVERSATION, FRAME, BASH])("$name: unbroken values are valid for all", (target) => {
    const validate = reference(target.name);
    const { check, schema } = target;
    const values = target.groups.flat();
    expect(values.filter((value) => !check(value) || !validate(value) || !z.safeParse(schema, value).success)).toEqual(
      [],
    );
  });

  it.each(CASES)("$name: no rendering disagrees on $count values", ({ name, target, count, beyondJson }) => {
    const report = compare(target, count, beyondJson);
    console.log(summary(report, name, count));
    expect(report.differences).toEqual([]);
    expect(report.paths.foreign).toBe(0);
    expect(report.valid / count).toBeGreaterThan(0.25);
    expect(report.valid / count).toBeLessThan(0.75);
    if (target === EVENT) expect(report.combinations.size).toBeGreaterThan(500);
  });
});
