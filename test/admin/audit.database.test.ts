import { auditSchema } from "@servicechat/contract/admin-schemas";
import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole } from "../support/start-console.ts";

const audit = "/console/api/audit";

onOneNode("the audit log", (nodes) => {
  test("says who did what to what, page by page, with filters", async () => {
    await using console = await startConsole({ nodes });
    const { cookie, me: owner } = await console.signIn();
    const body = { name: "Reports", role: "viewer" };
    const made = await console.ask("POST", "/console/api/tokens", { cookie, body });
    const { id } = made.body;
    await console.ask("DELETE", `/console/api/tokens/${id}`, { cookie });
    const ask = async (query: string) => {
      const response = await console.ask("GET", `${audit}?${query}`, { cookie });
      expect(response.status).toBe(200);
      return auditSchema.parse(response.body);
    };
    const words = async (query: string) => (await ask(query)).items.map(({ what }) => what);

    const { items, next } = await ask("");
    expect(next).toBeNull();
    expect(items.find(({ what }) => what === "token.revoke")).toMatchObject({
      who: { kind: "operator", id: owner.id, name: owner.name },
      on: { kind: "token", id },
    });
    const first = await ask("limit=2");
    const rest = await ask(`limit=2&after=${first.next}`);
    expect([...first.items, ...rest.items]).toEqual(items);

    expect((await words(`on=${id}`)).toSorted()).toEqual(["token.create", "token.revoke"]);
    expect(await words("what=token.create")).toEqual(["token.create"]);
    expect(await words(`who=${owner.id}`)).toHaveLength(3);
    expect(await words("who=nobody")).toEqual([]);
    expect(await words("from=2000-01-01&to=2000-01-02")).toEqual([]);
    expect(await words("from=2000-01-01")).toHaveLength(3);
    expect(JSON.stringify(items)).not.toContain(made.body.token.slice(-43));
  });

  test("keeps the names of people and agents that are gone, and says what was changed of them", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn();
    const ask = (method: string, path: string, body?: unknown) =>
      console.ask(method, `/console/api/${path}`, { cookie, ...(body !== undefined && { body }) });
    const ben = (await ask("POST", "operators", { name: "Ben", role: "responder" })).body;
    await console.ask("PATCH", `/console/api/operators/${ben.id}`, {
      cookie,
      body: { role: "editor" },
      headers: { "if-match": "*" },
    });
    await ask("DELETE", `operators/${ben.id}`);
    const { items } = auditSchema.parse((await ask("GET", `audit?on=${ben.id}`)).body);
    expect(items.map(({ what, on, details }) => [what, on?.name, details])).toEqual([
      ["operator.remove", "Ben", []],
      ["operator.change", "Ben", ["editor"]],
      ["operator.create", "Ben", ["responder"]],
    ]);
  });
});

test.each([
  ["what=token.invented", "what"],
  ["from=yesterday", "from"],
  ["limit=201", "limit"],
  ["after=nonsense", "after"],
  ["whom=me", "whom"],
])("%s is refused, and the response names the parameter", async (query, parameter) => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const response = await console.ask("GET", `${audit}?${query}`, { cookie });
  expect(response).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(response.body.detail).toContain(parameter);
});

test("only owners can read it", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("editor");
  expect((await console.ask("GET", audit, { cookie })).body).toMatchObject({ code: "role_needed" });
});
