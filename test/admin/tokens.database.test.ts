import { newTokenSchema, tokensSchema } from "@servicechat/contract/admin-schemas";
import { expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startConsole } from "../support/start-console.ts";

const tokens = "/console/api/tokens";
const dayMs = 86_400_000;

onOneAndTwoNodes("a token", (nodes) => {
  test("is shown once, works within its role, and is refused immediately after it is revoked", async () => {
    await using console = await startConsole({ nodes });
    const { cookie, me: owner } = await console.signIn();
    const made = await console.ask("POST", tokens, {
      cookie,
      body: { name: " Reports ", role: "viewer", agents: ["acme-support"], days: 2 },
    });
    expect(made.status).toBe(201);
    const { token, ...item } = newTokenSchema.parse(made.body);
    expect(token).toMatch(/^sc_[0-9a-f]{12}_[\w-]{43}$/);
    expect(item).toMatchObject({ name: "Reports", role: "viewer", agents: ["acme-support"], operator: null });
    expect(item.createdBy).toBe(owner.name);
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(2 * dayMs);

    const me = () => console.ask("GET", "/console/api/me", { token });
    expect(await me()).toMatchObject({ status: 200, body: { kind: "token", id: item.id, role: "viewer" } });
    expect(await console.ask("GET", tokens, { token })).toMatchObject({
      status: 403,
      body: { code: "role_needed" },
    });
    const listed = await console.ask("GET", tokens, { cookie });
    expect(tokensSchema.parse(listed.body).items).toEqual([{ ...item, lastUsedAt: expect.any(String) }]);
    expect(listed.text).not.toContain(token.slice(-43));

    const revoke = (id: string) => console.ask("DELETE", `${tokens}/${id}`, { cookie });
    expect(await revoke(item.id)).toMatchObject({ status: 204, text: "" });
    for (let nodesAsked = 0; nodesAsked < nodes; nodesAsked++)
      expect(await me()).toMatchObject({ status: 401, body: { code: "token_rejected" } });
    const { revokedAt } = (await console.ask("GET", tokens, { cookie })).body.items[0];
    expect(revokedAt).toEqual(expect.any(String));
    // Repeating it changes nothing.
    expect((await revoke(item.id)).status).toBe(204);
    expect((await console.ask("GET", tokens, { cookie })).body.items[0].revokedAt).toBe(revokedAt);
    expect(await revoke("000000000000")).toMatchObject({ status: 404, body: { code: "token_not_found" } });

    const { items } = await console.storage.audit.list({ on: item.id, limit: 10 });
    expect(items.map(({ what }) => what).toSorted()).toEqual(["token.create", "token.revoke"]);
  });

  test("is listed page by page, newest first", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn();
    for (const name of ["one", "two", "three"])
      await console.ask("POST", tokens, { cookie, body: { name, role: "editor" } });
    const first = await console.ask("GET", `${tokens}?limit=2`, { cookie });
    const rest = await console.ask("GET", `${tokens}?limit=2&after=${first.body.next}`, { cookie });
    expect(rest.body.next).toBeNull();
    const names = [...first.body.items, ...rest.body.items].map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(["one", "three", "two"]);
    const wrong = await console.ask("GET", `${tokens}?after=nonsense`, { cookie });
    expect(wrong).toMatchObject({ status: 400, body: { detail: expect.stringContaining("after: ") } });
  });
});

test.each([
  [{ role: "viewer" }, "name: "],
  [{ name: " ", role: "viewer" }, "name: "],
  [{ name: "a\u0007b", role: "viewer" }, "name: "],
  [{ name: "Reports", role: "king" }, "role: "],
  [{ name: "Reports", role: "viewer", agents: [] }, "agents: "],
  [{ name: "Reports", role: "viewer", agents: ["nowhere"] }, 'agents: must exist: there is no "nowhere"'],
  [{ name: "Reports", role: "owner", agents: ["acme-support"] }, "agents: "],
  [{ name: "Reports", role: "viewer", days: 0 }, "days: "],
  [{ name: "Reports", role: "viewer", days: 3_651 }, "days: "],
  [{ name: "Reports", role: "viewer", days: 1.5 }, "days: "],
])("%j creates no token, and the response names the field", async (body, field) => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const response = await console.ask("POST", tokens, { cookie, body });
  expect(response).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(response.body.detail).toContain(field);
  expect((await console.ask("GET", tokens, { cookie })).body.items).toEqual([]);
});

test.each(["editor", "responder", "viewer"] as const)("%s: no token is created or listed", async (role) => {
  await using console = await startConsole();
  const { cookie } = await console.signIn(role);
  const body = { name: "Reports", role: "viewer" };
  for (const refused of [
    await console.ask("GET", tokens, { cookie }),
    await console.ask("POST", tokens, { cookie, body }),
    await console.ask("DELETE", `${tokens}/000000000000`, { cookie }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: "role_needed" } });
});
