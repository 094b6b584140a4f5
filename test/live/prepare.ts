/** Makes the Python environments of all versions. Exits with 3 and one line when that is not possible. */
import { pythonOf, pythonWithOrxhestra, Unavailable } from "./environment.js";
import { VERSIONS } from "./versions.js";

try {
  for (const version of VERSIONS) await pythonOf(version);
  await pythonWithOrxhestra();
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.log(`The suites against the real server do not run: ${error.message}.`);
  process.exitCode = 3;
}
