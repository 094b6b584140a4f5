/** How long an answer asks to wait. */

/** A timer that is set for longer ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The milliseconds of a `Retry-After` header: seconds, or an HTTP date (a past one is 0). Anything else is undefined:
 * the caller's own waiting time applies.
 *
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_TIMER_MS);
  const date = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), LONGEST_TIMER_MS);
}
