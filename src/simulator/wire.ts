/** What a socket of the server has to say and nobody has taken yet. */

/** What comes out of a socket, in this order. */
export type Output =
  | { readonly type: "accept" }
  /** The upgrade is answered with an HTTP status instead. */
  | { readonly type: "refuse"; readonly status: 403 }
  | { readonly type: "frame"; readonly text: string }
  | { readonly type: "close"; readonly code: number; readonly reason: string }
  /** The connection breaks, without a close frame. */
  | { readonly type: "drop" };

/** What is over ends the connection, never a frame. */
export interface Limits {
  readonly frameBytes: number;
  /** Of all frames that wait together. */
  readonly pendingBytes: number;
}

/** The session socket's. */
export const LIMITS: Limits = { frameBytes: 4 * 2 ** 20, pendingBytes: 16 * 2 ** 20 };
/** The legacy socket waits for its reader without end. */
export const NO_LIMITS: Limits = { frameBytes: Number.POSITIVE_INFINITY, pendingBytes: Number.POSITIVE_INFINITY };

/** Frames on their way to a reader. */
export interface Outbox {
  readonly isOpen: boolean;
  /** So much waits that more had better wait too. */
  readonly isFilling: boolean;
  put(output: Output): void;
  frame(value: object): void;
  take(count: number): Output[];
}

/** Keeps frames until they are taken, up to the limits. */
export function outbox(limits: Limits, onOutput: () => void, onEnd: () => void): Outbox {
  let queue: Output[] = [];
  let pending = 0;
  let isOpen = true;
  const put = (output: Output): void => {
    if (!isOpen) return;
    queue.push(output);
    if (output.type !== "accept" && output.type !== "frame") {
      isOpen = false;
      onEnd();
    }
    onOutput();
  };
  /** What was admitted and not yet written is not written any more. */
  const fail = (reason: string): void => {
    queue = queue.filter(({ type }) => type === "accept");
    put({ type: "close", code: 1013, reason });
  };
  return {
    get isOpen() {
      return isOpen;
    },
    get isFilling() {
      return pending > limits.pendingBytes / 2;
    },
    put,
    frame(value) {
      if (!isOpen) return;
      const text = JSON.stringify(value);
      const size = utf8Length(text);
      if (size > limits.frameBytes) return fail("frame_too_large");
      if (pending + size > limits.pendingBytes) return fail("slow_consumer");
      pending += size;
      put({ type: "frame", text });
    },
    take(count) {
      const taken = queue.splice(0, count);
      for (const output of taken) if (output.type === "frame") pending -= utf8Length(output.text);
      return taken;
    },
  };
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) length += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return length;
}
