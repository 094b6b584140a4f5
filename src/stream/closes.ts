/** What a close of a socket asks for, as data. */

/**
 * - `final`: nothing that a new connection could mend.
 * - `credentials`: final, unless there is another key.
 * - `fetch`: the next event is too large for the socket; over REST it is not.
 * - `now`: connect again at once.
 * - `later`: connect again after a while.
 */
export type CloseAction = "final" | "credentials" | "fetch" | "now" | "later";

/** Code, the start of the reason, what to do; the first that fits. */
const CLOSES: readonly (readonly [code: number, reason: string, action: CloseAction])[] = [
  [4001, "", "credentials"],
  [4004, "", "final"],
  [1013, "credential_binding_activation_required", "final"],
  [1013, "frame_too_large", "fetch"],
  [1013, "slow_consumer", "now"], // its buffer is gone, and ours is empty by the time that this is read
  [1013, "Too many", "later"], // "… connections for this conversation", "… bash event connections"
];

/**
 * What to do after a close. All other codes are about a connection, a server or a proxy on the way, and pass.
 *
 * @see server rule: the closes of `sockets.py` and `session_socket.py` (the same in 1.45.0 to 1.58.2)
 */
export const closeAction = (code: number, reason: string): CloseAction =>
  CLOSES.find(([of, start]) => of === code && reason.startsWith(start))?.[2] ?? "later";
