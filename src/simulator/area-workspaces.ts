/** The folders that a user has kept, and the folders that others are looked for in. */
import { ok, refuse } from "./answers.js";
import type { Handler } from "./area-call.js";
import { type Json, objectOf, stringOf, textOf } from "./area-json.js";
import type { Areas } from "./area-state.js";
import { withoutNulls } from "./world.js";

const shown = ({ workspaces, workspaceParents }: Areas): Json => ({
  workspaces: [...workspaces.values()],
  workspaceParents: [...workspaceParents.values()],
});

const itemOf = (item: Json): Json => {
  const { id, name, path, parentPath } = item;
  return withoutNulls({ id, name, path, parentPath: textOf(parentPath) ?? null });
};

/** What has a path that is known already is left as it was. */
const adding =
  (list: "workspaces" | "workspaceParents", field: string): Handler =>
  ({ areas, body }) => {
    const given = objectOf(body)[field];
    for (const item of Array.isArray(given) ? given.map(objectOf) : []) {
      const path = stringOf(item["path"]);
      if (!areas[list].has(path)) areas[list].set(path, itemOf(item));
    }
    return ok(shown(areas));
  };

const removing =
  (list: "workspaces" | "workspaceParents", what: string): Handler =>
  ({ areas, query }) =>
    areas[list].delete(query.get("path") ?? "") ? ok({ deleted: true }) : refuse(404, `${what} not found`);

/** The operations of this area, each with who answers it. */
export const WORKSPACES = {
  list_workspaces: ({ areas }) => ok(shown(areas)),
  add_workspaces: adding("workspaces", "workspaces"),
  delete_workspace: removing("workspaces", "Workspace"),
  add_workspace_parents: adding("workspaceParents", "parents"),
  delete_workspace_parent: removing("workspaceParents", "Workspace parent"),
} as const satisfies Readonly<Record<string, Handler>>;
