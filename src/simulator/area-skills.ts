/** The skills and plugins that an agent would get: of those that are installed, the enabled ones. */
import { ok } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { type Json, objectOf, stringOf, textOf } from "./area-json.js";
import type { InstalledKind } from "./area-state.js";
import { placeAt, textIn } from "./file-tree.js";

const enabled = ({ areas: { installed } }: Call, kind: InstalledKind): Json[] =>
  [...installed[kind].values()].filter((one) => one["enabled"] === true);

/** The text below the head of a skill's file. */
function contentOf({ areas: { files } }: Call, { source }: Json): string {
  const text = textIn(placeAt(files, `${stringOf(source)}/SKILL.md`)?.content ?? new Uint8Array());
  return text.replace(/^---\n[\s\S]*?\n---\n?/, "").trim();
}

const skills: Handler = (call) => {
  const isAsked = objectOf(call.body)["load_user"] !== false;
  const found = (isAsked ? enabled(call, "skills") : []).map((skill) => ({
    name: skill["name"],
    type: "agentskills",
    content: contentOf(call, skill),
    triggers: [],
    source: `${stringOf(skill["install_path"])}/SKILL.md`,
    description: textOf(skill["description"]) ?? null,
    is_agentskills_format: true,
    disable_model_invocation: false,
  }));
  const sources = { sandbox: 0, registered_marketplaces: 0, sdk_base: found.length, org: 0, project: 0 };
  return ok({ skills: found, sources });
};

const plugins: Handler = (call) =>
  ok({
    plugins: enabled(call, "plugins").map(({ name, version, description, install_path, skills: inside, files }) => ({
      name,
      version,
      description,
      path: install_path,
      skills: inside,
      files,
    })),
  });

/** The operations of this area, each with who answers it. */
export const SKILLS = { get_skills: skills, get_plugins: plugins } as const satisfies Readonly<Record<string, Handler>>;
