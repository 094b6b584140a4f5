/** The conversation that is shown stands in the address: `#/c/<id>`. A reload comes back to it. */
import { useSyncExternalStore } from "react";

const read = (): string | null => /^#\/c\/([\w-]+)$/.exec(location.hash)?.[1] ?? null;

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** The id of the conversation that is shown, if one is. */
export const useRoute = (): string | null => useSyncExternalStore(subscribe, read);

export const hrefOf = (id: string): string => `#/c/${id}`;

export function goTo(id: string): void {
  location.hash = hrefOf(id);
}
