import { describe, expect, test } from "vitest";
import { includesRole } from "@servicechat/contract/admin";
import { roles, type Role } from "@servicechat/operations";
import { sampleRun } from "../../packages/storage/test/suite/agent-tests.ts";
import * as fill from "../../packages/operations/test/support/open-operations.ts";
import type { AdminMethod, AdminRoute } from "../../packages/server/src/admin-api/route.ts";
import { adminRoutes } from "../../packages/server/src/routes/admin-routes.ts";
import { agentFile, bodies } from "../support/admin-bodies.ts";
import { sampleOf } from "../support/sample-of.ts";
import { startConsole } from "../support/start-console.ts";
import type { AdminAsk, AdminResponse, TestConsole } from "../support/start-console.ts";

/** One declared operation of the API. */
interface Operation {
  readonly path: string;
  readonly method: AdminMethod;
  readonly route: AdminRoute;
}

/** An order in which nothing deletes what a later operation needs. */
const order: readonly string[] = ["GET", "PUT", "PATCH", "POST", "DELETE"];

const operations: readonly Operation[] = Object.entries(adminRoutes)
  .flatMap(([path, routes]) =>
    Object.entries(routes).map(([method, route]) => ({ path, method: method as AdminMethod, route })),
  )
  .toSorted(
    (one, other) =>
      order.indexOf(one.method) - order.indexOf(other.method) ||
      // Chats and agents are deleted last, since everything else depends on them.
      Number(one.path === "agents/{id}") - Number(other.path === "agents/{id}") ||
      Number(one.path === "chats/{id}") - Number(other.path === "chats/{id}"),
  );
const closed = operations.filter(({ route }) => route.access !== "anyone");

/** The error code of each list for an agent out of scope, by the first segment of its path. */
const outside: Readonly<Record<string, string>> = {
  agents: "agent_not_found",
  keys: "key_not_found",
  chats: "chat_not_found",
  gaps: "gap_not_found",
  answers: "answer_not_found",
};

/** Operations that name an agent in their body. */
const byBody: readonly string[] = ["POST keys", "POST agents/check", "POST answers", "POST answers/try"];

/** The refusal if a person or a role for all agents is needed, which is checked after the role. */
function neededBesides({ only }: AdminRoute, kind: Kind, role: Role): string | undefined {
  // A token in these tests belongs to nobody.
  if ((only === "people" || only === "speakers") && kind === "token") return "person_needed";
  return only === "all_agents" && role !== "owner" ? "role_needed" : undefined;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const isAboutAgent = (operation: Operation) =>
  byBody.includes(nameOf(operation)) || (operation.path.split("/")[0] ?? "") in outside;
const namesAgent = (operation: Operation) =>
  byBody.includes(nameOf(operation)) || (isAboutAgent(operation) && operation.path.includes("{id}"));

/** A valid request for an operation, about an agent. */
function requestOf({ path, method, route }: Operation, agent: string): readonly [string, string, AdminAsk] {
  const group = path.split("/")[0] ?? "";
  const chat = `chat${agent}`;
  const [keys, gaps, answers] = [`key${agent}`, `gap${agent}`, `ans${agent}`];
  const id = { agents: agent, keys, chats: chat, gaps, answers }[group];
  const filled = path
    .replace("{id}", id ?? "nobody")
    .replace("{message}", `msg_${chat}`)
    .replace(/\{(?:version|number)\}/, "1");
  const query = route.query ? (sampleOf(route.query) as Record<string, string>) : {};
  const address = `/console/api/${filled}?${new URLSearchParams(query).toString()}`;
  const made = bodies[`${method} ${path}`];
  const body = made ? made(agent) : route.body && sampleOf(route.body);
  // A stream would not end.
  const isStream = route.downloads?.includes("text/event-stream") === true;
  const ask = { ...(body !== undefined && { body }), headers: { "if-match": "*" } };
  return [isStream ? "HEAD" : method, address, ask];
}

async function start(): Promise<TestConsole> {
  const console = await startConsole();
  for (const agent of ["mine", "strange"]) {
    await fill.putAgent(console.storage, agent);
    await fill.putKey(console.storage, `key${agent}`, agent);
    await fill.putChat(console.storage, `chat${agent}`, agent);
    await console.storage.agentTests.addRun(sampleRun({ agentId: agent, results: [] }));
    await fill.putAnswer(console.storage, `ans${agent}`, agent);
    await fill.putGap(console.storage, `gap${agent}`, agent);
  }
  return console;
}

type Kind = "cookie" | "token";

/** New credentials for each request, since some requests end the session that they use. */
async function credentials(console: TestConsole, kind: Kind, role: Role): Promise<AdminAsk> {
  const agents = role === "owner" ? null : ["mine"];
  if (kind === "token") return { token: await console.token(role, agents) };
  return { cookie: (await console.signIn(role, agents)).cookie };
}

const told = ({ status, body }: AdminResponse) => [status, body?.code];

describe("without credentials", () => {
  test("only public routes respond, whatever the method", async () => {
    await using console = await start();
    for (const operation of closed) {
      const [method, address, ask] = requestOf(operation, "mine");
      const answer = await console.ask(method, address, ask);
      const isHead = method === "HEAD";
      expect([nameOf(operation), ...told(answer)]).toEqual([
        nameOf(operation),
        401,
        isHead ? undefined : "sign_in_needed",
      ]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      // Clients that are not signed in do not learn which methods exist either.
      expect(told(await console.ask("PROPFIND", address, ask))).toEqual([401, "sign_in_needed"]);
    }
    expect(closed.length).toBeGreaterThan(30);
  });

  test("an agent's key, unknown cookies and tokens, and both kinds at once are refused", async () => {
    await using console = await start();
    const cookie = `__Host-servicechat_console=${"x".repeat(43)}`;
    const token = `sc_0123456789ab_${"x".repeat(43)}`;
    for (const operation of closed) {
      const [, address, ask] = requestOf(operation, "mine");
      const { method } = operation;
      const asked = async (given: AdminAsk) => told(await console.ask(method, address, { ...ask, ...given }));
      expect(await asked({ token: console.key })).toEqual([401, "token_rejected"]);
      expect(await asked({ token })).toEqual([401, "token_rejected"]);
      expect(await asked({ cookie })).toEqual([401, "session_ended"]);
      expect(await asked({ cookie, token })).toEqual([400, "malformed_request"]);
    }
  });
});

describe.each(["cookie", "token"] as const)("with a %s", (kind) => {
  describe.each(roles)("of the role %s, limited to an agent if possible", (role) => {
    test("each route responds, or refuses the role before anything else is checked", async () => {
      await using console = await start();
      for (const operation of closed) {
        const { route } = operation;
        const may = route.access !== "anyone" && includesRole(role, route.access);
        const [method, address, ask] = requestOf(operation, "mine");
        const given = await credentials(console, kind, role);
        const refusal = may ? neededBesides(route, kind, role) : "role_needed";
        if (refusal !== undefined) {
          for (const spoilt of operation.method === "GET" ? [ask] : [ask, { ...ask, body: "no JSON" }]) {
            const answer = await console.ask(method, `${address}&unknown=1`, { ...spoilt, ...given });
            // The response to HEAD has no body.
            const code = method === "HEAD" ? undefined : refusal;
            expect([nameOf(operation), ...told(answer)]).toEqual([nameOf(operation), 403, code]);
          }
          continue;
        }
        const unknown = await console.ask(method, `${address}&unknown=1`, { ...ask, ...given });
        expect([nameOf(operation), unknown.status]).toEqual([nameOf(operation), 400]);
        const answer = await console.ask(method, address, { ...ask, ...given });
        const [status, code] = told(answer);
        expect([401, 405, 415, 428, 500]).not.toContain(status);
        expect([nameOf(operation), code]).not.toEqual([nameOf(operation), "role_needed"]);
        // The person to whom the sample assigns a chat does not exist, whoever asks has no draft, and the key no tag.
        if (
          isAboutAgent(operation) &&
          !["operator_not_found", "draft_not_found", "tag_not_kept"].includes(code)
        )
          expect([nameOf(operation), status]).not.toEqual([nameOf(operation), 404]);
        if (role !== "owner") expect(answer.text).not.toContain("strange");
      }
    });

    // An owner has all agents.
    test.for(role === "owner" ? [] : ["another agent seems not to exist"])("%s", async () => {
      await using console = await start();
      const about = closed.filter(namesAgent);
      expect(about.length).toBeGreaterThan(15);
      for (const operation of about) {
        const { route, path } = operation;
        const given = await credentials(console, kind, role);
        const ask = async (agent: string) => {
          const [, address, request] = requestOf(operation, agent);
          const answer = await console.ask(operation.method, address, { ...request, ...given });
          const { requestId: _, ...body } = answer.body as Record<string, unknown>;
          return [answer.status, JSON.stringify(body).replaceAll(agent, "AGENT")];
        };
        const [status, body] = await ask("strange");
        const may = route.access !== "anyone" && includesRole(role, route.access);
        if (!may || neededBesides(route, kind, role) !== undefined) {
          expect([nameOf(operation), status]).toEqual([nameOf(operation), 403]);
          continue;
        }
        const code = byBody.includes(nameOf(operation))
          ? "agent_not_found"
          : outside[path.split("/")[0] ?? ""];
        expect([nameOf(operation), status]).toEqual([nameOf(operation), 404]);
        expect(body).toContain(`"${code}"`);
        // The response is the same, byte for byte, as for an agent that does not exist. Creating one needs permission.
        if (nameOf(operation) !== "POST agents/check") expect([status, body]).toEqual(await ask("nowhere"));
      }
      const { storage } = console;
      expect(await storage.agents.find("strange")).toMatchObject({ version: 1 });
      expect(await storage.keys.find("keystrange")).toMatchObject({
        revokedAt: null,
        allowed: ["shop.example"],
      });
      expect(await storage.conversations.find("chatstrange")).toBeDefined();
    });
  });
});

test("something out of scope does not exist, which is checked before its revision", async () => {
  await using console = await start();
  const token = await console.token("editor", ["mine"]);
  const needing = closed.filter(({ route }) => route.needsRevision !== undefined && route.only === undefined);
  const names = needing.filter(namesAgent).map(nameOf);
  const all = "PATCH answers/{id}, PATCH keys/{id}, PUT agents/{id}, PUT agents/{id}/tests";
  expect(names.toSorted().join(", ")).toBe(all);
  for (const operation of needing.filter(namesAgent))
    for (const [agent, status, code] of [
      ["strange", 404, outside[operation.path.split("/")[0] ?? ""]],
      ["mine", 428, "precondition_required"],
    ] as const) {
      const [method, address, { body }] = requestOf(operation, agent);
      expect(told(await console.ask(method, address, { body, token }))).toEqual([status, code]);
      const malformed = await console.ask(method, address, { body: "no JSON", token });
      expect(told(malformed)).toEqual([400, "malformed_request"]);
    }
});

test("an agent that is named like a path of the API can be read, changed and deleted", async () => {
  await using console = await start();
  const token = await console.token("owner");
  const address = "/console/api/agents/check";
  const made = await console.ask("PUT", address, {
    token,
    body: { file: agentFile("check") },
    headers: { "if-none-match": "*" },
  });
  expect(made.status).toBe(201);
  expect((await console.ask("GET", address, { token })).body).toMatchObject({ id: "check", version: 1 });
  const checked = await console.ask("POST", address, { token, body: { file: agentFile("check") } });
  expect(checked.body).toMatchObject({ valid: true, result: "unchanged" });
  expect((await console.ask("DELETE", address, { token })).status).toBe(204);
  expect((await console.ask("GET", address, { token })).status).toBe(404);
});

describe("with a cookie, before role and method", () => {
  test("a request that another page made the browser send is refused on every route", async () => {
    await using console = await start();
    const { cookie } = await console.signIn("viewer", ["mine"]);
    for (const operation of closed) {
      const [, address, ask] = requestOf(operation, "mine");
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
      ])
        for (const method of [operation.method, "PROPFIND"]) {
          const answer = await console.ask(method, address, { ...ask, cookie, headers });
          expect([nameOf(operation), ...told(answer)]).toEqual([nameOf(operation), 403, "cross_site"]);
        }
    }
  });
});

describe("with a token", () => {
  test("a wrong method is refused with the list of valid ones, and a wrong host before everything else", async () => {
    await using console = await start();
    const token = await console.token("viewer", ["mine"]);
    for (const path of Object.keys(adminRoutes)) {
      const address = `/console/api/${path.replaceAll(/\{\w+\}/g, "nobody")}`;
      const other = await console.ask("PROPFIND", address, { token });
      expect([path, ...told(other)]).toEqual([path, 405, "method_not_allowed"]);
      for (const method of Object.keys(adminRoutes[path] ?? {}))
        expect(other.headers.allow?.split(", ")).toContain(method);
      const elsewhere = await console.ask("GET", address, { token, headers: { host: "evil.example" } });
      expect(told(elsewhere)).toEqual([404, "not_found"]);
    }
  });
});
