/** The server versions that the live suites run against, oldest first. */

export interface Version {
  readonly name: string;
  /** Beside the four packages of the server, where today's newest of a dependency no longer fits it. */
  readonly pins: readonly string[];
}

const ALL = [
  // FastAPI 0.130 and later refuse how this one declares its routes
  { name: "1.44.0", pins: ["fastapi<0.130"] },
  { name: "1.52.0", pins: [] },
  { name: "1.58.2", pins: [] },
] as const satisfies readonly Version[];

export type VersionName = (typeof ALL)[number]["name"];

export const VERSIONS: readonly (Version & { readonly name: VersionName })[] = ALL;

/** The packages that make up the server. All have the same version, or pip takes the newest of the others. */
export const PACKAGES = ["openhands-agent-server", "openhands-sdk", "openhands-tools", "openhands-workspace"] as const;
