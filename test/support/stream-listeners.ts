/** Whether anybody still listens. */

/** Counts who listens to a signal. */
export function counted(signal: AbortSignal): { readonly count: number } {
  type Listener = (event: Event) => void;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  const listeners = new Map<Listener, Listener>();
  Object.assign(signal, {
    addEventListener(type: string, listener: Listener, options?: { readonly once?: boolean }) {
      if (listeners.has(listener)) return;
      const heard: Listener = (event) => {
        if (options?.once) listeners.delete(listener);
        listener.call(signal, event);
      };
      listeners.set(listener, heard);
      add(type, heard, options);
    },
    removeEventListener(type: string, listener: Listener) {
      remove(type, listeners.get(listener) ?? listener);
      listeners.delete(listener);
    },
  });
  return {
    get count() {
      return listeners.size;
    },
  };
}
