/** Time. */

/** Milliseconds since some moment. Nobody puts this clock right, so that no wait grows when one is. */
export const now = (): number => performance.now();
