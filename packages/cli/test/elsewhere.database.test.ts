import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { runCommand, spawnCommand, type Run } from "../../../test/support/run-command.ts";
import { spawnService, type SpawnedService } from "../../../test/support/spawn-service.ts";
import { ask } from "../../../test/support/visitor.ts";

let service: SpawnedService;
let folder: string;
let token: string;
let chat: string;
let gap: string;

/** Runs a command in a folder that contains nothing but the service's address. */
function elsewhere(
  words: readonly string[],
  given: Readonly<Record<string, string>> = {},
  runIt = runCommand,
): Promise<Run> {
  const variables = { SERVICECHAT_URL: service.baseUrl, SERVICECHAT_TOKEN: token, ...given };
  return runIt(folder, { PATH: process.env["PATH"], HOME: folder, ...variables }, words);
}

/** Runs the same command on the service's own database. */
function here(words: readonly string[]): Promise<Run> {
  return service.command(...words).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  );
}

beforeAll(async () => {
  const knowledge = { sources: [{ files: "./docs/*.md" }], embeddings: false };
  const agent = { tools: ["search_knowledge"], knowledge };
  service = await spawnService({ model: { provider: "extractive" }, agent });
  folder = await mkdtemp(join(tmpdir(), "servicechat-elsewhere-"));
  await mkdir(join(service.dataDirectory, "docs"));
  await writeFile(
    join(service.dataDirectory, "docs", "returns.md"),
    "# Returns\n\nUnworn shoes go back within 45 days.\n",
  );
  await service.start();
  token = JSON.parse(
    (await here(["token", "create", "--name", "far", "--role", "owner", "--json"])).out,
  ).token;
  await here(["knowledge", "sync", "acme"]);
  await ask(service, "Do you sell gift vouchers?");
  gap = JSON.parse((await here(["gap", "list", "--json"])).out)[0].id;
  await ask(service, "Can unworn shoes go back?");
  chat = JSON.parse((await here(["session", "list", "--json"])).out)[0].id;
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Commands that only read or are refused: they change nothing, so local and remote results must be equal. */
const same: readonly (readonly [string, () => readonly string[]])[] = [
  ["agent list", () => []],
  ["agent show", () => ["acme"]],
  ["agent show", () => ["nobody"]],
  ["agent delete", () => ["nobody"]],
  ["key list", () => []],
  ["key list", () => ["--agent", "nobody"]],
  ["key create", () => ["--agent", "nobody", "--allow", "a.example"]],
  ["key show", () => [service.key]],
  ["key show", () => ["000000000000"]],
  ["key check", () => [service.key, "http://127.0.0.1:1/"]],
  ["key check", () => ["000000000000", "https://shop.example/"]],
  ["key revoke", () => ["000000000000"]],
  ["key disallow", () => [service.key, "not-listed.example"]],
  ["session list", () => []],
  ["session list", () => ["--search", "shoes", "--limit", "1"]],
  ["session list", () => ["--search", "tents"]],
  ["session list", () => ["--after", chat]],
  ["session show", () => [chat]],
  ["session show", () => ["nothing"]],
  ["session export", () => [chat]],
  ["feedback list", () => []],
  ["gap list", () => []],
  ["gap list", () => ["--state", "closed", "dismissed", "--limit", "1"]],
  ["gap list", () => ["--agent", "nobody"]],
  ["gap show", () => [gap]],
  ["gap show", () => ["nothing"]],
  ["gap dismiss", () => ["nothing"]],
  ["gap reopen", () => [gap]],
  ["chat unflag", () => ["nothing", "msg_0"]],
  ["chat flag", () => [chat, "nothing", "--reason", "other"]],
  ["usage", () => ["--since", "2026-01-01", "--until", "2026-01-03"]],
  ["price list", () => []],
  ["price remove", () => ["nothing"]],
  ["price budget", () => []],
  ["secret list", () => []],
  ["secret remove", () => ["NOTHING"]],
  ["usage", () => ["--by", "model", "--since", "2026-01-01", "--until", "2199-01-01"]],
  ["usage", () => ["--by", "key", "--since", "2026-01-01", "--until", "2199-01-01"]],
  ["usage", () => ["--by", "agent", "--agent", "acme", "--since", "2026-01-01", "--until", "2199-01-01"]],
  ["knowledge list", () => ["acme"]],
  ["knowledge answers list", () => ["acme"]],
  ["knowledge answers list", () => ["nobody"]],
  ["knowledge search", () => ["acme", "unworn", "shoes"]],
  ["knowledge search", () => ["nobody", "x"]],
  ["knowledge sync", () => ["acme"]],
  ["knowledge sync", () => ["acme", "--status"]],
  ["operator list", () => []],
  ["operator remove", () => ["nobody"]],
  ["token revoke", () => ["000000000000"]],
  ["audit", () => ["--what", "key.create"]],
];

describe("a command with --url prints the same as on the service's own database", () => {
  test.each(same)("%s", async (name, more) => {
    for (const form of [[], ["--json"]]) {
      const words = [...name.split(" "), ...more(), ...form];
      const [local, remote] = await Promise.all([here(words), elsewhere(words)]);
      expect([words, remote]).toEqual([words, local]);
    }
  });

  test("also in a separate process", async () => {
    expect(await elsewhere(["agent", "list"], {}, spawnCommand)).toEqual(await here(["agent", "list"]));
  });
});

describe("changes made remotely take effect", () => {
  const json = async (...words: readonly string[]) => {
    const run = await elsewhere([...words, "--json"]);
    expect([words, run.code, run.err]).toEqual([words, 0, ""]);
    return JSON.parse(run.out);
  };

  test("keys are created with the service's tag, and their sites and limits can be changed", async () => {
    const created = await elsewhere(["key", "create", "--agent", "acme", "--allow", "shop.example"]);
    expect(created.out).toContain(`src="http://localhost:${new URL(service.baseUrl).port}/launcher.js"`);
    const { id } = await json("key", "create", "--agent", "acme", "--allow", "b.example", "--name", "B");
    expect((await json("key", "allow", id, "*.c.example")).allowed).toEqual(["b.example", "*.c.example"]);
    expect((await json("key", "disallow", id, "b.example")).allowed).toEqual(["*.c.example"]);
    expect((await json("key", "rate", id, "7")).rateLimit).toBe(7);
    expect((await json("key", "revoke", id)).revokedAt).not.toBeNull();
    const local = JSON.parse((await here(["key", "list", "--json"])).out);
    expect(local.find((key: { id: string }) => key.id === id)).toMatchObject({ name: "B", rateLimit: 7 });
    expect((await elsewhere(["key", "rate", id, "8"])).err).toContain("is revoked");
  });

  test("agents are applied, checked and deleted; faults are reported with their lines", async () => {
    const file = join(folder, "helper.yaml");
    await writeFile(file, "id: helper\nname: Helper\nmodel: {provider: extractive}\n");
    expect(await json("agent", "apply", file, "--dry-run")).toMatchObject({
      result: "created",
      dryRun: true,
    });
    expect((await here(["agent", "show", "helper"])).code).toBe(1);
    expect((await elsewhere(["agent", "apply", file])).out).toContain("Agent 'helper' is created.");
    await writeFile(file, "id: helper\nname: Helping\nmodel: {provider: extractive}\n");
    expect(await json("agent", "apply", file)).toMatchObject({ result: "updated", changed: ["name"] });
    expect((await elsewhere(["agent", "apply", file])).out).toContain("is unchanged");
    await writeFile(file, "id: helper\nname: 7\nmodel: {provider: extractive}\n");
    const faulty = await elsewhere(["agent", "apply", file]);
    expect(faulty).toMatchObject({ code: 1, err: expect.stringContaining("line 2: name") });
    expect((await here(["agent", "show", "helper"])).out).toContain("name: Helping");
    expect(await json("agent", "delete", "helper")).toEqual({ id: "helper", deleted: true });
    expect((await here(["agent", "show", "helper"])).code).toBe(1);
  });

  test("tokens are created and revoked, questions are evaluated, chats are erased", async () => {
    const made = await json("token", "create", "--name", "near", "--role", "viewer", "--agent", "acme");
    const viewer = { SERVICECHAT_TOKEN: String(made.token) };
    expect((await elsewhere(["key", "list"], viewer)).code).toBe(0);
    const refused = await elsewhere(["key", "revoke", service.key], viewer);
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Your role does not allow this"),
    });
    expect((await json("token", "revoke", made.id)).revokedAt).not.toBeNull();
    expect((await elsewhere(["key", "list"], viewer)).err).toContain("unknown, expired or revoked");
    const questions = join(folder, "questions.yaml");
    await writeFile(questions, "- {question: Can shoes go back?, pages: [returns.md], fact: 45 days}\n");
    const words = ["knowledge", "eval", "acme", questions, "--json"];
    expect(JSON.parse((await elsewhere(words)).out)).toEqual(JSON.parse((await here(words)).out));
    expect(await json("session", "erase", chat)).toEqual({ id: chat, erased: true });
    expect((await here(["session", "show", chat])).code).toBe(1);
  });

  test("an agent's tests have the same results, and a stored run is a baseline for both", async () => {
    const tests = join(folder, "acme.tests.yaml");
    await writeFile(
      tests,
      "agent: acme\ntests:\n- {name: a, say: Can shoes go back?, expect: {contains: 45 days}}\n",
    );
    const test = ["agent", "test", tests, "--json"];
    expect(JSON.parse((await elsewhere(test)).out)).toEqual(JSON.parse((await here(test)).out));
    expect((await json("agent", "test", tests, "--keep")).number).toBe(1);
    const compared = [...test, "--baseline", "1"];
    expect(JSON.parse((await elsewhere(compared)).out)).toEqual(JSON.parse((await here(compared)).out));
    expect((await elsewhere([...test, "--replay", "x"])).err).toContain("only where the tests are run");
  });
});

describe("the connection to the service", () => {
  const none = { SERVICECHAT_URL: "", SERVICECHAT_TOKEN: "" };

  test("can be specified by options as well as variables, before and after the command", async () => {
    const given = ["--url", `${service.baseUrl}/console/`, "--token", token];
    expect((await elsewhere([...given, "agent", "list"], none)).code).toBe(0);
    expect((await elsewhere(["agent", "list", ...given], none)).code).toBe(0);
  });

  test.each([
    ["without a token", ["agent", "list", "--url", "https://chat.example"], none, /needs a token/],
    [
      "over an open network",
      ["agent", "list", "--url", "http://chat.example", "--token", "sc_x"],
      none,
      /not encrypted/,
    ],
    [
      "to no console",
      ["agent", "list", "--url", "https://chat.example/other", "--token", "x"],
      none,
      /--url must be/,
    ],
    ["with a token alone", ["agent", "list", "--token", "x"], none, /--token needs --url/],
    [
      "with a variable that is no address",
      ["agent", "list"],
      { SERVICECHAT_URL: "chat" },
      /SERVICECHAT_URL must be/,
    ],
  ])("%s is refused with a sentence, and nothing is sent", async (_, words, variables, sentence) => {
    const run = await elsewhere(words, variables);
    expect(run).toMatchObject({ code: 1, out: "", err: expect.stringMatching(sentence) });
    expect(run.err.trim().split("\n")).toHaveLength(1);
  });

  test("a token from elsewhere does not go to an address that only a .env names", async () => {
    const clone = join(folder, "clone");
    await mkdir(clone);
    const list = async (file: string, variables: Readonly<Record<string, string>>, ...given: string[]) => {
      await writeFile(join(clone, ".env"), file);
      const run = await runCommand(clone, { HOME: folder, ...variables }, ["agent", "list", ...given]);
      return [run.code, run.err] as const;
    };
    const url = { SERVICECHAT_URL: service.baseUrl };
    const secret = { SERVICECHAT_TOKEN: token };
    const [urlLine, tokenLine] = [`SERVICECHAT_URL=${service.baseUrl}\n`, `SERVICECHAT_TOKEN=${token}\n`];
    const refused = [
      1,
      expect.stringContaining(`Only the .env file of this folder names ${service.baseUrl}`),
    ];

    expect(await list(urlLine, secret)).toEqual(refused);
    expect(await list(urlLine, {}, "--token", token)).toEqual(refused);
    expect(await list(urlLine + tokenLine, secret)).toEqual(refused);
    expect(await list(urlLine + tokenLine, {})).toEqual([0, ""]);
    expect(await list("", { ...url, ...secret })).toEqual([0, ""]);
    expect(await list(urlLine, secret, "--url", service.baseUrl)).toEqual([0, ""]);
    expect(await list(urlLine, { ...url, ...secret })).toEqual([0, ""]);
    expect(await list(tokenLine, url)).toEqual([0, ""]);
  });

  test("a token is never printed, not even a wrong one", async () => {
    const { code, err } = await elsewhere(["agent", "list"], {
      SERVICECHAT_TOKEN: "sc_000000000000_wrong-secret",
    });
    expect(code).toBe(1);
    expect(err).toContain("The API token is unknown, expired or revoked");
    expect(err).not.toContain("wrong-secret");
  });

  test("a token follows no redirect, and a server without an admin API is recognised", async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end("{}");
    });
    await using target = await listenOnLoopback(other);
    const moved = createServer((_, response) => response.writeHead(307, { Location: target.baseUrl }).end());
    await using redirecting = await listenOnLoopback(moved);
    const away = await elsewhere(["agent", "list", "--url", redirecting.baseUrl]);
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining("cannot be reached") });
    expect(seen).toEqual([]);
    const strange = await elsewhere(["agent", "list", "--url", target.baseUrl]);
    expect(strange).toMatchObject({
      code: 1,
      err: expect.stringContaining("an answer that this version does not understand"),
    });
    expect(seen).toHaveLength(1);
  });
});
