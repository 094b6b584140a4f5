/**
 * One Python environment per server version, outside the work tree and used again by later runs. It is built under a name
 * of its own and renamed when it is whole, so what has the final name is whole; one that no longer works is built anew.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { PACKAGES, type Version } from "./versions.js";

const run = promisify(execFile);

const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "agent-server-client");

/** What the live suites need is not there. Its message is one line. */
export class Unavailable extends Error {}

const IS_NEW_ENOUGH = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))";
const NAMES = ["python3.12", "python3.13", "python3.14", "python3"];

/** The Pythons that people have: on the path, and those of pyenv that are not. */
function candidates(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const pyenv = join(process.env["PYENV_ROOT"] || join(homedir(), ".pyenv"), "versions");
  const versions = existsSync(pyenv) ? readdirSync(pyenv).map((name) => join(pyenv, name, "bin")) : [];
  const files = NAMES.flatMap((name) => [...folders, ...versions].map((folder) => join(folder, name)));
  return files.filter((file) => existsSync(file));
}

async function findPython(): Promise<string> {
  for (const python of candidates()) {
    if (await succeeds(python, ["-c", IS_NEW_ENOUGH])) return python;
  }
  throw new Unavailable("no Python >= 3.12 with venv found");
}

const succeeds = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, [...args]).then(
    () => true,
    () => false,
  );

const pythonIn = (folder: string): string => join(folder, "bin", "python");

/** What an environment is to have: its name, and requirements as pip takes them. */
interface Wanted {
  readonly name: string;
  readonly requirements: readonly string[];
}

const ofServer = ({ name, pins }: Version): Wanted => ({
  name,
  requirements: [...PACKAGES.map((dependency) => `${dependency}==${name}`), ...pins],
});
const ORXHESTRA: Wanted = { name: "orxhestra-0.1.8", requirements: ["orxhestra[auth]==0.1.8"] };

/** Whether the environment runs and has the packages whose versions are named. */
function isWhole(folder: string, { requirements }: Wanted): Promise<boolean> {
  const pinned = requirements.flatMap((each) => {
    const [, name, version] = /^([\w-]+)(?:\[\w+\])?==(.+)$/.exec(each) ?? [];
    return name === undefined ? [] : [[name, version]];
  });
  const check = `from importlib.metadata import version; sys.exit(any(version(n) != v for n, v in ${JSON.stringify(pinned)}))`;
  return succeeds(pythonIn(folder), ["-c", `import sys; ${check}`]);
}

/**
 * The Python of the environment with this version of the server, made if it is not there: that takes minutes.
 *
 * @throws {Unavailable} without a Python that is new enough, or when the packages cannot be installed
 */
export const pythonOf = (version: Version): Promise<string> => pythonWith(ofServer(version));

/** The same for the package orxhestra. */
export const pythonWithOrxhestra = (): Promise<string> => pythonWith(ORXHESTRA);

async function pythonWith(wanted: Wanted): Promise<string> {
  const folder = join(CACHE, `venv-${wanted.name}`);
  if (!(await isWhole(folder, wanted))) {
    const python = await findPython();
    const inTheMaking = `${folder}.${process.pid}`;
    try {
      mkdirSync(CACHE, { recursive: true });
      removeLeftovers(`venv-${wanted.name}.`);
      await build(python, inTheMaking, wanted);
      rmSync(folder, { recursive: true, force: true });
      renameSync(inTheMaking, folder);
    } catch (error) {
      // Another run may have been faster: then its environment is as good
      if (!(await isWhole(folder, wanted))) throw error;
    } finally {
      rmSync(inTheMaking, { recursive: true, force: true });
    }
  }
  return pythonIn(folder);
}

async function build(python: string, folder: string, { name, requirements }: Wanted): Promise<void> {
  try {
    await run(python, ["-m", "venv", folder]);
    const quiet = ["--quiet", "--disable-pip-version-check", "--no-input"];
    await run(pythonIn(folder), ["-m", "pip", "install", ...quiet, ...requirements], { maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const reason = stderr.split("\n").findLast((line) => line.startsWith("ERROR:")) ?? "the installer does not say why";
    throw new Unavailable(
      `the packages of ${name} cannot be installed (${reason.replace(/https?:\/\/\S+/g, "…").slice(0, 200)})`,
    );
  }
}

/** Environments that a run which was ended began to build. */
function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(CACHE).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (!isRunning(pid)) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
