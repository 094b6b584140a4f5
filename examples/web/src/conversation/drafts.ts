/** What the user has written in each conversation and not sent. It stays while another one is shown. */
import { useSyncExternalStore } from "react";

interface Draft {
  readonly text: string;
  /** The part of it that could not be sent. */
  readonly unsent: string;
}

const NOTHING: Draft = { text: "", unsent: "" };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

const draftOf = (id: string): Draft => drafts.get(id) ?? NOTHING;

function set(id: string, draft: Draft): void {
  if (draft.text === "") drafts.delete(id);
  else drafts.set(id, draft);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraft = (id: string): string => useSyncExternalStore(subscribe, () => draftOf(id).text);

export const writeDraft = (id: string, text: string): void => set(id, { ...draftOf(id), text });

/** Puts back what could not be sent, before what was written meanwhile. */
export function putBack(id: string, unsent: string): void {
  const { text } = draftOf(id);
  set(id, { text: text.trim() === "" ? unsent : `${unsent}\n${text}`, unsent });
}

/** What could not be sent is sent now; what was written beside it, or made of it, stays. */
export function takeOut(id: string): void {
  const { text, unsent } = draftOf(id);
  const isBeside = text.startsWith(`${unsent}\n`);
  set(id, { text: text === unsent ? "" : isBeside ? text.slice(unsent.length + 1) : text, unsent: "" });
}
