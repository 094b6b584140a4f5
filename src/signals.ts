/** Signals that end a wait. */

interface Listening {
  readonly callbacks: Set<() => void>;
  readonly run: () => void;
}
const listening = /* @__PURE__ */ new WeakMap<AbortSignal, Listening>();

/**
 * Calls back when the signal aborts, unless what this gives is called first. However many wait for one signal, it has one
 * listener: Node warns of more than ten. It does not look whether the signal has aborted already.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => undefined;
  const { callbacks, run } = listening.get(signal) ?? listenTo(signal);
  const own = (): void => callback();
  callbacks.add(own);
  return () => {
    if (!callbacks.delete(own) || callbacks.size > 0) return;
    signal.removeEventListener("abort", run);
    listening.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listening {
  const callbacks = new Set<() => void>();
  const run = (): void => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", run, { once: true });
  const made = { callbacks, run };
  listening.set(signal, made);
  return made;
}
