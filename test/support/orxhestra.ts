/** What the real orxhestra 0.1.8 answered (test/fixtures/golden/orxhestra*.json), as the tests need it. */
import { readFileSync } from "node:fs";
import type { OrxEvent, OrxLangChainInput, OrxLangChainMessage } from "../../src/orxhestra.js";
import type { Fields } from "./corpus.js";

/** What Python's properties say of an event. */
export interface Properties {
  readonly text: string;
  readonly thinking: string;
  readonly data: Fields | null;
  readonly tool_name: string | null;
  readonly tool_input: Fields | null;
  readonly tool_calls: readonly Fields[];
  readonly tool_responses: readonly Fields[];
  readonly has_tool_calls: boolean;
  readonly error: string | null;
  readonly is_final_response: boolean;
  readonly is_signed: boolean;
  readonly should_include_event: boolean;
  /** Of events in streams. */
  readonly verify?: boolean;
}

interface Policy {
  readonly mode: "permissive" | "strict";
  readonly trusted_dids: readonly string[];
  readonly denied_dids: readonly string[];
  readonly require_signed_event_types: readonly OrxEvent["type"][];
  readonly require_chain: boolean;
  readonly allow_unsigned: boolean;
}

/** A signed event, and what Python's verify said of it, or raised. */
export interface SignedVector {
  readonly name: string;
  readonly category: string;
  readonly wire_json: string;
  readonly is_signed: boolean;
  readonly verify: boolean | { readonly raises: string };
  readonly payload: Fields;
  readonly canonical: string;
  readonly canonical_b64: string;
  readonly needs_lossless_numbers?: boolean;
}

export interface Golden {
  readonly meta: { readonly keys: Readonly<Record<string, { seed_hex: string; public_hex: string; did: string }>> };
  readonly events: readonly {
    readonly name: string;
    readonly wire: OrxEvent;
    readonly expected: Properties;
    readonly langchain: {
      readonly message: OrxLangChainMessage;
      readonly message_dump: OrxLangChainInput;
      readonly back: OrxEvent;
    };
  }[];
  readonly coercion: readonly {
    readonly name: string;
    readonly input: unknown;
    readonly ok: boolean;
    readonly wire?: OrxEvent;
    readonly fills?: readonly string[];
  }[];
  readonly compaction: readonly {
    readonly name: string;
    readonly input: OrxEvent[];
    readonly output: readonly unknown[];
    readonly returns_same_list: boolean;
  }[];
  readonly messages: readonly {
    readonly name: string;
    readonly input: OrxEvent[];
    readonly messages: OrxLangChainMessage[];
    readonly tool_response_max_chars?: number;
  }[];
  readonly branch: {
    readonly events: OrxEvent[];
    readonly queries: readonly {
      readonly branch: string;
      readonly invocation_id: string;
      readonly current_branch?: boolean;
      readonly current_invocation?: boolean;
      readonly ids?: readonly string[];
      readonly previous_final_responses?: readonly string[];
    }[];
  };
  readonly canonical: readonly {
    readonly name: string;
    readonly input_json: string;
    readonly canonical_b64?: string;
    readonly sha256?: string;
    readonly raises?: string;
  }[];
  readonly did_key: readonly {
    readonly name: string;
    readonly did: string;
    readonly ok: boolean;
    readonly public_key_hex?: string;
  }[];
  readonly signed: readonly SignedVector[];
  readonly chains: {
    readonly cases: Readonly<Record<string, OrxEvent[]>>;
    readonly decisions: readonly {
      readonly name: string;
      readonly case: string;
      readonly policy: Policy;
      readonly events: readonly {
        readonly delivered: boolean;
        readonly trust: { readonly verified: boolean; readonly reason?: string } | null;
      }[];
    }[];
  };
  readonly from_langchain: readonly {
    readonly name: string;
    readonly message: OrxLangChainInput;
    readonly event: OrxEvent | { readonly raises: string };
    readonly kwargs?: Partial<OrxEvent>;
  }[];
  readonly streams: Readonly<
    Record<
      string,
      {
        readonly turns: readonly { readonly events: OrxEvent[]; readonly expected: readonly Properties[] }[];
        readonly session_events: OrxEvent[];
        readonly visible_ids: readonly string[];
      }
    >
  >;
}

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/golden/${file}`, import.meta.url), "utf8"));

export const golden = read("orxhestra.json") as Golden;

/** Requests to the real A2A server with its answers, and the frames that it makes of the golden events. */
export const goldenA2A = read("orxhestra-a2a.json") as {
  readonly exchanges: readonly {
    readonly name: string;
    readonly content_type: string;
    readonly body_text: string;
    readonly json?: unknown;
    readonly frames?: readonly unknown[];
  }[];
  readonly mapping: readonly { readonly event: string; readonly a2a: readonly unknown[] }[];
};

export const bytesOfHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

/** The private key of one of the golden identities. */
export const seedOf = (name: "K1" | "K2" | "K3"): Uint8Array => bytesOfHex(golden.meta.keys[name]?.seed_hex ?? "");
