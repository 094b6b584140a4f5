/** The scripted agent makes of each recorded conversation the same events, frames and answers as the server did. */
import { describe, expect, test } from "vitest";
import { type Fields, fieldsOf } from "../src/simulator/fields.js";
import type { WireEvent } from "../src/simulator/world.js";
import { comparable, comparableInfo, eventLine, frameLine, placesOf } from "./support/scene-compare.js";
import { type Played, play, titleEvents, without } from "./support/scene-play.js";
import { scenes } from "./support/scenes.js";
import type { Told } from "./support/simulated.js";

const asLog = (log: readonly WireEvent[]): unknown[] => {
  const placed = placesOf(log);
  return log.map((event) => comparable(event, placed));
};
const sessionLines = (frames: readonly Told[], log: readonly WireEvent[]): string[] => {
  const placed = placesOf(log);
  return frames.map((frame) => frameLine(frame, placed));
};
const legacyLines = (frames: readonly Told[], log: readonly WireEvent[]): string[] => {
  const placed = placesOf(log);
  return frames.map((frame) => eventLine(frame, placed));
};
const get = ({ simulator, id }: Played, path: string): unknown =>
  simulator.rest({ method: "GET", path: `/api/conversations/${id}${path}` }).body;

// The making of a title adds an event at a moment that is up to chance: it has tests of its own
const all = scenes().map((recording) => ({
  name: recording.name,
  recording,
  scene: without(recording, titleEvents(recording)),
}));
const whole = all.flatMap(({ scene, recording, name }) =>
  scene.conversation === null ? [] : [{ name, scene, recording, conversation: scene.conversation }],
);

describe.each(all)("$name", ({ scene }) => {
  test("has the same events in the same order, with the same parents", () => {
    const { items } = get(play(scene), "/events/search") as { readonly items: readonly WireEvent[] };
    expect(asLog(items)).toEqual(asLog(scene.events));
  });

  test("is told by the session socket frame by frame", () => {
    const { simulator, id, session } = play(scene);
    expect(sessionLines(session, simulator.log(id))).toEqual(sessionLines(scene.session, scene.events));
  });

  test("is told by the legacy socket frame by frame", () => {
    const { simulator, id, legacy } = play(scene);
    expect(legacyLines(legacy, simulator.log(id))).toEqual(legacyLines(scene.legacy, scene.events));
  });
});

describe.each(whole)("$name", ({ scene, recording, conversation }) => {
  test("has the same nulls where events are asked for one by one", () => {
    const played = play(scene);
    const log = played.simulator.log(played.id);
    expect(asLog(log.map((event) => get(played, `/events/${event.id}`) as WireEvent))).toEqual(asLog(scene.whole));
  });

  test("is the same conversation over REST", () => {
    const played = play(scene);
    const { leaf_event_id: leaf } = conversation;
    // The event of the title may be the last of all
    const parent = titleEvents(recording).has(String(leaf))
      ? recording.events.find(({ id }) => id === leaf)?.["parent_id"]
      : leaf;
    const expected: Fields = { ...conversation, leaf_event_id: parent };
    const info = fieldsOf(get(played, ""));
    expect(comparableInfo(info, placesOf(played.simulator.log(played.id)))).toEqual(
      comparableInfo(expected, placesOf(scene.events)),
    );
  });
});

// Elsewhere chance had it that the title was made before the run began, or after its error
describe.each(whole.filter(({ name }) => /^(?:hello|parallel|parallel-stream|edit|loop|e429|e500)$/.test(name)))(
  "$name, with its title",
  ({ recording }) => {
    test("is told by the session socket frame by frame", () => {
      const { simulator, id, session } = play(recording, true);
      expect(sessionLines(session, simulator.log(id))).toEqual(sessionLines(recording.session, recording.events));
    });
  },
);
