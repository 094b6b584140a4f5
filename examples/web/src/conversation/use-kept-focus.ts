/** The focus, when what had it goes away: a button that has done its work would leave it at the top of the page. */
import { type RefObject, useEffect } from "react";

type Place = RefObject<HTMLElement | null>;

/** What has the focus in `place` and goes away hands it to `next`; so does nothing at all, at the beginning. */
export function useKeptFocus(place: Place, next: Place): void {
  useEffect(() => {
    let last: Node | null = null;
    const isNowhere = (): boolean => document.activeElement === document.body;
    const observer = new MutationObserver(() => {
      if (last && !last.isConnected && isNowhere()) next.current?.focus();
    });
    const controller = new AbortController();
    const { signal } = controller;
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof Node ? target : null;
    };
    /** Who leaves it for nothing, as with a click on text, wants it so. */
    const forget = (): void =>
      queueMicrotask(() => {
        if (last?.isConnected && isNowhere()) last = null;
      });
    if (isNowhere()) next.current?.focus();
    place.current?.addEventListener("focusin", remember, { signal });
    place.current?.addEventListener("focusout", forget, { signal });
    if (place.current) observer.observe(place.current, { childList: true, subtree: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [place, next]);
}
