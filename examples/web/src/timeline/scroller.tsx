/** Stays at the bottom when it is there; else it offers the way. */
import { type ReactNode, useEffect, useRef, useState } from "react";

const NEAR = 48;

const toBottom = (view: HTMLElement | null): void => view?.scrollTo({ top: view.scrollHeight });

export function Scroller({ children }: { readonly children: ReactNode }): ReactNode {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const lastTop = useRef(0);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    // Whatever makes the content or the view another size: a new row, a token, the keyboard of a phone
    const observer = new ResizeObserver(() => isFollowing.current && toBottom(view.current));
    for (const part of [view.current, content.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, []);

  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = view.current ?? {};
    // Only who scrolls up leaves the bottom: what comes in moves the bottom away, too
    if (scrollHeight - scrollTop - clientHeight < NEAR) isFollowing.current = true;
    else if (scrollTop < lastTop.current) isFollowing.current = false;
    lastTop.current = scrollTop;
    setAway(!isFollowing.current);
  };
  const jump = (): void => {
    isFollowing.current = true;
    toBottom(view.current);
    view.current?.focus(); // the button goes away
  };
  return (
    <div className="scroller">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="view" ref={view} onScroll={onScroll} tabIndex={0} aria-label="Events">
        <div className="content" ref={content}>
          {children}
        </div>
      </section>
      {isAway && (
        <button type="button" className="button jump" onClick={jump}>
          Jump to newest
        </button>
      )}
    </div>
  );
}
