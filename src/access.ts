/** What sockets need of a client and its types do not show. */

/** All of it behind functions, so that no inspection shows it. */
export interface Access {
  readonly baseUrl: () => string;
  /** @throws {CredentialsError} when the key fails to come */
  readonly key: () => Promise<string | undefined>;
}

const ACCESS = /* @__PURE__ */ Symbol.for("agent-server-client.access");

/** Notes it beside the client. */
export const withAccess = <C extends object>(client: C, access: Access): C =>
  Object.defineProperty(client, ACCESS, { value: access });

/** @throws RangeError when it is no client of this package */
export function accessOf(client: object): Access {
  const access = (client as { readonly [ACCESS]?: Access })[ACCESS]; // put there above
  if (access === undefined) throw new RangeError("expected a client made by createAgentClient");
  return access;
}
