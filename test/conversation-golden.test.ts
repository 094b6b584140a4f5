/** Tree, view, messages and observations as the server's own classes compute them, case by case and field by field. */
import { describe, expect, test } from "vitest";
import {
  activeBranch,
  branchOf,
  conversationView,
  effectiveParents,
  manipulationIndices,
  observationContent,
  resolveLeaf,
  toLlmMessages,
} from "../src/conversation.js";
import { idsOf, messageCases, observationCases, treeCases, withoutNulls } from "./support/conversation-golden.js";

describe("view and messages", () => {
  test.each(messageCases())("of $name are those of the server's SDK", (golden) => {
    const given = structuredClone(golden.events);
    const view = conversationView(golden.events);
    expect(idsOf(view.events)).toEqual(golden.view_event_ids);
    expect(view.unhandledCondensationRequest).toBe(golden.unhandled_condensation_request);
    expect(manipulationIndices(view)).toEqual(golden.manipulation_indices);
    expect(toLlmMessages(view.events)).toEqual(golden.llm_messages);
    expect(idsOf(conversationView(golden.events, { enforce: false }).events)).toEqual(
      golden.incremental_view_event_ids,
    );
    expect(toLlmMessages(golden.events)).toEqual(golden.unfiltered_llm_messages);
    expect(golden.events, "the events are left as they were").toEqual(given);
  });

  test.each(messageCases())("of $name are the same when null fields are absent", ({ events, llm_messages }) => {
    const view = conversationView(withoutNulls(events) as typeof events);
    expect(withoutNulls(toLlmMessages(view.events))).toEqual(withoutNulls(llm_messages));
  });

  test.each(messageCases())("of $name: the summaries come from their condensations", (golden) => {
    const known = new Set(idsOf(golden.events));
    const made = conversationView(golden.events).events.filter(({ id }) => !known.has(id));
    const summaries = golden.view_inserted_summaries.map(({ id, summary, source }) => ({ id, summary, source }));
    expect(made).toMatchObject(summaries);
    expect(made).toHaveLength(summaries.length);
    for (const { id, timestamp } of made) {
      const condensation = golden.events.find((event) => `${event.id}-summary` === id);
      expect(timestamp).toBe(condensation?.timestamp);
    }
  });
});

describe("the tree", () => {
  test.each(treeCases())("of $name is that of the server's SDK", (golden) => {
    const { events } = golden;
    expect(Object.fromEntries(effectiveParents(events))).toEqual(golden.effective_parents);
    for (const [id, ids] of Object.entries(golden.branches)) expect(idsOf(branchOf(events, id))).toEqual(ids);
    const leaf = resolveLeaf(events, { leafId: golden.leaf_event_id, headIsEmpty: golden.head_is_empty });
    if (golden.resolved_leaf !== undefined) expect(leaf).toBe(golden.resolved_leaf);
    const branch = activeBranch(events, leaf);
    if (golden.active_branch_ids !== undefined) expect(idsOf(branch)).toEqual(golden.active_branch_ids);
    if (golden.view_event_ids !== undefined)
      expect(idsOf(conversationView(branch).events)).toEqual(golden.view_event_ids);
  });

  test.each(treeCases())("of $name: each move leads to the branch it led to", ({ events, steps }) => {
    for (const { navigate, active_branch_ids } of steps) {
      if (navigate !== undefined) expect(idsOf(activeBranch(events, navigate))).toEqual(active_branch_ids);
    }
  });
});

describe("what a model reads of an observation", () => {
  test.each(observationCases())("$name", ({ observation, to_llm_content }) => {
    expect(observationContent(observation)).toEqual({ content: to_llm_content, approximate: false });
  });
});
