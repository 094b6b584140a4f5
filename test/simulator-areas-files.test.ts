/** The disk of a simulated server. */
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { SimulatedAnswer } from "../src/simulator/answers.js";
import type { Simulator } from "../src/simulator/simulator.js";
import { server } from "./support/simulated.js";

const ask = (simulator: Simulator, method: string, target: string, body?: unknown): SimulatedAnswer => {
  const [path = "", query = ""] = target.split("?");
  return simulator.rest({ method, path, query: new URLSearchParams(query), body });
};
const up = (simulator: Simulator, path: string, file: Uint8Array | string): SimulatedAnswer =>
  ask(simulator, "POST", `/api/file/upload?path=${encodeURIComponent(path)}`, { file });

/** The members of a tar archive. */
function membersOf(archive: Uint8Array): Record<string, string> {
  const members: Record<string, string> = {};
  const text = (from: number, length: number): string =>
    new TextDecoder().decode(archive.slice(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; text(at, 100) !== ""; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const sum = archive
      .slice(at, at + 512)
      .reduce((all, byte, place) => all + (place >= 148 && place < 156 ? 32 : byte), 0);
    expect(Number.parseInt(text(at + 148, 8), 8)).toBe(sum);
    const prefix = text(at + 345, 155);
    members[`${prefix === "" ? "" : `${prefix}/`}${text(at, 100)}`] = text(at + 512, size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}

describe("files", () => {
  test("any bytes come down as they went up", () => {
    const simulator = server();
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
    expect(up(simulator, "/w/bytes.bin", bytes).status).toBe(200);
    const down = ask(simulator, "GET", "/api/file/download?path=/w/bytes.bin");
    expect(down.body).toEqual(bytes);
    expect(down.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="bytes.bin"',
      "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT",
    });
  });

  test("another content has another etag, the same content at the same time has the same", () => {
    const simulator = server();
    const etag = (): string | undefined => ask(simulator, "GET", "/api/file/download?path=/w/a").headers["etag"];
    up(simulator, "/w/a", "one");
    const first = etag();
    expect(etag()).toBe(first);
    simulator.wind(1000);
    up(simulator, "/w/a", "two");
    expect(etag()).not.toBe(first);
  });

  test("the pages of folders have each folder once, in order", () => {
    const simulator = server();
    const names = ["b", "A", "c", "D", "e", ".f"];
    for (const name of names) ask(simulator, "POST", `/api/file/create_directory?path=/w/${name}`);
    const seen: string[] = [];
    for (let page: string | null = ""; page !== null; ) {
      const target = `/api/file/search_subdirs?path=/w&limit=2${page === "" ? "" : `&page_id=${page}`}`;
      const body = ask(simulator, "GET", target).body as { items: { name: string }[]; next_page_id: string | null };
      seen.push(...body.items.map(({ name }) => name));
      page = body.next_page_id;
    }
    expect(seen).toEqual(["A", "b", "c", "D", "e"]);
  });
});

describe("archives", () => {
  test("one holds all files but those that are usually left out, and says so", () => {
    const simulator = server();
    const deep = `deep/${"folder/".repeat(16)}file.txt`;
    const big = "x".repeat(70_000);
    for (const path of ["a.txt", "sub/b.txt", "node_modules/c.js", ".git/config", "d.pyc", "build", deep]) {
      up(simulator, `/w/project/${path}`, path);
    }
    up(simulator, "/w/project/big", big);
    const { status, headers, body } = ask(simulator, "GET", "/api/file/archive?path=/w/project&format=tar.gz");
    expect([status, headers["content-type"]]).toEqual([200, "application/gzip"]);
    expect(headers).not.toHaveProperty("x-archive-repo-root");
    const { "project/archive_manifest.json": manifest = "", ...members } = membersOf(gunzipSync(body as Uint8Array));
    const kept = ["a.txt", "sub/b.txt", "build", deep].map((path) => [`project/${path}`, path]);
    expect(members).toEqual({ ...Object.fromEntries(kept), "project/big": big });
    expect(JSON.parse(manifest)).toMatchObject({ format: "tar.gz", source: "project", file_count: 5 });
  });

  test("what is left out can be said", () => {
    const simulator = server();
    for (const path of ["a.txt", "node_modules/c.js", "secrets/prod/key", "secrets/test"])
      up(simulator, `/w/${path}`, path);
    const names = (query: string): string[] => {
      const { body } = ask(simulator, "GET", `/api/file/archive?path=/w&format=tar.gz${query}`);
      return Object.keys(membersOf(gunzipSync(body as Uint8Array))).filter((name) => !name.endsWith("manifest.json"));
    };
    const all = ["w/a.txt", "w/node_modules/c.js", "w/secrets/prod/key", "w/secrets/test"];
    expect(names("&use_default_excludes=false")).toEqual(all);
    expect(names("&exclude=secrets/prod&exclude=*.txt")).toEqual(["w/secrets/test"]);
  });

  test("a conversation's folder is a repository, whose patch makes its files", () => {
    const simulator = server();
    const agent = { kind: "Agent", llm: { model: "m" } };
    ask(simulator, "POST", "/api/conversations", { agent, workspace: { working_dir: "/w/p" } });
    up(simulator, "/w/p/a.txt", "one\ntwo\n");
    up(simulator, "/w/p/b.txt", "end");
    up(simulator, "/w/p/c.bin", Uint8Array.of(0, 1));
    up(simulator, "/w/p/empty", "");
    const { body, headers } = ask(simulator, "GET", "/api/file/archive?path=/w/p");
    expect(headers["x-archive-repo-root"]).toBe("%2Fw%2Fp");
    expect(new TextDecoder().decode(body as Uint8Array)).toBe(
      "diff --git a/a.txt b/a.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n" +
        "diff --git a/b.txt b/b.txt\nnew file mode 100644\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+end\n" +
        "\\ No newline at end of file\n" +
        "diff --git a/c.bin b/c.bin\nnew file mode 100644\nBinary files /dev/null and b/c.bin differ\n" +
        "diff --git a/empty b/empty\nnew file mode 100644\n",
    );
  });
});

describe("the folder of a conversation as a web site", () => {
  test("its files can be had with a cookie, all else needs the key", () => {
    const simulator = server({ keys: ["k1"] });
    const id = simulator.add();
    const headers = { cookie: "other=x; oh_workspace_session_key=k1" };
    const site = `/api/conversations/${id}/workspace`;
    const get = (path: string): number => simulator.rest({ method: "GET", path, headers }).status;
    expect([get(site), get(`${site}/x`), get("/api/settings"), get(`/api/conversations/${id}`)]).toEqual([
      404, 404, 401, 401,
    ]);
    const both = { cookie: "oh_workspace_session_key=k2", "x-session-api-key": "k1" };
    expect(simulator.rest({ method: "GET", path: site, headers: both }).status).toBe(404);
    const wrong = { cookie: "oh_workspace_session_key=k2" };
    expect(simulator.rest({ method: "GET", path: site, headers: wrong }).status).toBe(401);
  });
});
