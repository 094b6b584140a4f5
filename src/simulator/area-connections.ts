/** Keys of model providers that several profiles share. */
import { answer, invalid, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Handler } from "./area-call.js";
import { objectOf, stringOf, textOf } from "./area-json.js";
import { type Areas, type Connection, inOrder } from "./area-state.js";

const MOST_CONNECTIONS = 64;

const unknown = (id: string): SimulatedAnswer => refuse(404, `Provider connection '${id}' not found`);

const shown = ({ api_key, ...connection }: Connection): Readonly<Record<string, unknown>> => ({
  ...connection,
  api_key_set: api_key !== "",
});

const list: Handler = ({ areas: { connections } }) => ok([...connections.values()].map(shown));

const create: Handler = ({ world, areas: { connections }, body }) => {
  if (connections.size >= MOST_CONNECTIONS) {
    const reason = `Provider connection limit reached (${MOST_CONNECTIONS}).`;
    return refuse(409, `${reason} Delete one before adding another.`);
  }
  const { display_name, provider, base_url, api_key } = objectOf(body);
  const now = Math.floor(world.now() / 1000);
  const made = {
    id: world.random.uuid().replaceAll("-", ""),
    display_name: stringOf(display_name),
    provider: textOf(provider) ?? "custom",
    base_url: textOf(base_url) ?? null,
    created_at: now,
    updated_at: now,
    api_key: stringOf(api_key),
  };
  connections.set(made.id, made);
  return answer(201, shown(made));
};

const update: Handler = ({ world, areas: { connections }, params: { connection_id = "" }, body }) => {
  const change = objectOf(body);
  const nulled = ["display_name", "provider"].find((field) => change[field] === null);
  if (nulled !== undefined) {
    const error = `${nulled} cannot be set to null`;
    return invalid("value_error", ["body"], `Value error, ${error}`, { input: body, ctx: { error } });
  }
  if (Object.keys(change).length === 0) return refuse(422, "Provide at least one provider connection field to update");
  const known = connections.get(connection_id);
  if (!known) return unknown(connection_id);
  if (change["api_key"] === null) return refuse(422, "api_key cannot be cleared; provide a new key to rotate it");
  const updated = { ...known, ...change, updated_at: Math.floor(world.now() / 1000) };
  connections.set(connection_id, updated);
  return ok(shown(updated));
};

const remove: Handler = ({ areas, params: { connection_id = "" } }) => {
  const known = areas.connections.get(connection_id);
  if (!known) return unknown(connection_id);
  const users = usersOf(areas, connection_id);
  if (users.length > 0) {
    const reason = `Provider connection cannot be deleted while it is ${users.join(" and ")}.`;
    return refuse(409, `${reason} Update those references before deleting it.`);
  }
  areas.connections.delete(connection_id);
  return ok(shown({ ...known, api_key: "" }));
};

/** What still needs a connection. */
function usersOf({ profiles, settings }: Areas, id: string): string[] {
  const linked = inOrder(profiles).filter(([, llm]) => llm["provider_connection_id"] === id);
  const isActive = objectOf(settings.agent["llm"])["provider_connection_id"] === id;
  return [
    ...(linked.length > 0 ? [`referenced by LLM profile(s): ${linked.map(([name]) => name).join(", ")}`] : []),
    ...(isActive ? ["referenced by the active agent settings"] : []),
  ];
}

/** The operations of this area, each with who answers it. */
export const CONNECTIONS = {
  list_provider_connections: list,
  create_provider_connection: create,
  update_provider_connection: update,
  delete_provider_connection: remove,
} as const satisfies Readonly<Record<string, Handler>>;
