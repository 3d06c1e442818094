import { newOperatorSchema, operatorSchema, operatorsSchema } from "@servicechat/contract/admin-schemas";
import { describe, expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { cookieIn, startConsole } from "../support/start-console.ts";

const operators = "/console/api/operators";
const any = { "if-match": "*" };

const tokenIn = (link: { readonly url: string }) => new URL(link.url).hash.slice("#link=".length);

onOneNode("somebody", (nodes) => {
  test("is invited by a link that works once within a week, changed, signed out by a change of role, and removed", async () => {
    await using console = await startConsole({ nodes });
    const { cookie, me: owner } = await console.signIn();
    const asOwner = (method: string, path: string, ask: object = {}) =>
      console.ask(method, `${operators}${path}`, { cookie, ...ask });
    const made = await asOwner("POST", "", {
      body: { name: "Ben", displayName: "Benny", role: "responder", agents: ["acme-support"] },
    });
    expect(made.status).toBe(201);
    const { link, ...ben } = newOperatorSchema.parse(made.body);
    expect(ben).toMatchObject({ name: "Ben", displayName: "Benny", state: "invited", lastSeenAt: null });
    expect(link.url).toMatch(/^https:\/\/chat\.example\/console\/#link=[\w-]{43}$/);
    expect(Date.parse(link.expiresAt) - Date.parse(ben.createdAt)).toBe(7 * 86_400_000);
    expect(await asOwner("POST", "", { body: { name: "BEN", role: "viewer" } })).toMatchObject({
      status: 409,
      body: { code: "name_taken" },
    });

    const enter = (token: string) => console.ask("POST", "/console/api/sign-in/link", { body: { token } });
    const entered = await enter(tokenIn(link));
    expect(entered).toMatchObject({ status: 200, body: { name: "Ben", role: "responder" } });
    expect((await enter(tokenIn(link))).status).toBe(401);
    const me = () => console.ask("GET", "/console/api/me", { cookie: cookieIn(entered) });

    const found = await asOwner("GET", `/${ben.id}`);
    const { revision } = operatorSchema.parse(found.body);
    expect(found.headers["etag"]).toBe(`"${revision}"`);
    expect(found.body.state).toBe("active");
    const change = (body: object, headers: object = any) => asOwner("PATCH", `/${ben.id}`, { body, headers });
    expect(await change({ name: "Benjamin" }, {})).toMatchObject({ status: 428 });
    const renamed = await change({ name: "Benjamin" }, { "if-match": `"${revision}"` });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Benjamin", role: "responder" } });
    expect(await change({ name: "B" }, { "if-match": `"${revision}"` })).toMatchObject({ status: 412 });
    expect(await change({ name: owner.name })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    expect(await me()).toMatchObject({ status: 200, body: { name: "Benjamin" } });

    expect(await change({ role: "editor", agents: null })).toMatchObject({
      status: 200,
      body: { role: "editor", agents: null },
    });
    for (let asked = 0; asked < nodes; asked++)
      expect(await me()).toMatchObject({ status: 401, body: { code: "session_ended" } });

    const again = await asOwner("POST", `/${ben.id}/link`);
    expect(again.status).toBe(201);
    expect(await enter(tokenIn(again.body))).toMatchObject({ status: 200, body: { role: "editor" } });
    const late = await asOwner("POST", `/${ben.id}/link`);

    expect(await asOwner("DELETE", `/${ben.id}`)).toMatchObject({ status: 204, text: "" });
    expect((await enter(tokenIn(late.body))).status).toBe(401);
    for (const [method, path, ask] of [
      ["GET", `/${ben.id}`, {}],
      ["DELETE", `/${ben.id}`, {}],
      ["PATCH", `/${ben.id}`, { body: { name: "B" }, headers: any }],
      ["POST", `/${ben.id}/link`, {}],
    ] as const)
      expect(await asOwner(method, path, ask)).toMatchObject({
        status: 404,
        body: { code: "operator_not_found" },
      });
    const listed = operatorsSchema.parse((await asOwner("GET", "")).body);
    expect(listed.items.map(({ name }) => name)).toEqual([owner.name]);
    const { items } = await console.storage.audit.list({ on: ben.id, limit: 20 });
    expect(items.map(({ what }) => what).filter((what) => what !== "sign_in")).toEqual([
      "operator.remove",
      "operator.link",
      "operator.link",
      "operator.change",
      "operator.change",
      "operator.create",
    ]);
  });
});

describe("the last owner", () => {
  test("is neither removed nor given another role, unless there is another one", async () => {
    await using console = await startConsole();
    const { cookie, me: owner } = await console.signIn();
    const path = `${operators}/${owner.id}`;
    const remove = () => console.ask("DELETE", path, { cookie });
    const lastOwner = { status: 409, body: { code: "last_owner" } };
    expect(await remove()).toMatchObject(lastOwner);
    const demote = { cookie, headers: any, body: { role: "editor" } };
    expect(await console.ask("PATCH", path, demote)).toMatchObject(lastOwner);
    await console.signIn();
    const removed = await remove();
    expect(removed).toMatchObject({ status: 204 });
    expect(cookieIn(removed)).toBe("__Host-servicechat_console=");
    expect((await console.ask("GET", "/console/api/me", { cookie })).status).toBe(401);
  });

  test("has access to all agents, whether the role is given or not", async () => {
    await using console = await startConsole();
    const { cookie, me: owner } = await console.signIn();
    const refused = await console.ask("PATCH", `${operators}/${owner.id}`, {
      cookie,
      headers: any,
      body: { agents: ["acme-support"] },
    });
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining("agents: ") } });
  });
});

test.each([
  [{ role: "viewer" }, "name: "],
  [{ name: "", role: "viewer" }, "name: "],
  [{ name: "x".repeat(101), role: "viewer" }, "name: "],
  [{ name: "Ben", displayName: "x".repeat(61), role: "viewer" }, "displayName: "],
  [{ name: "Ben", role: "king" }, "role: "],
  [{ name: "Ben", role: "viewer", agents: [] }, "agents: "],
  [
    { name: "Ben", role: "viewer", agents: ["acme-support", "nowhere"] },
    'agents: must exist: there is no "nowhere"',
  ],
  [{ name: "Ben", role: "owner", agents: ["acme-support"] }, "agents: "],
])("%j invites nobody, and the response names the field", async (body, field) => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const response = await console.ask("POST", operators, { cookie, body });
  expect(response).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(response.body.detail).toContain(field);
  expect((await console.ask("GET", operators, { cookie })).body.items).toHaveLength(1);
});

test("only owners can list people", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("editor");
  expect(await console.ask("GET", operators, { cookie })).toMatchObject({
    status: 403,
    body: { code: "role_needed" },
  });
});
