import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { putAgent, startConsole } from "../support/start-console.ts";

const canned = "/console/api/canned";

onOneNode("canned answers", (nodes) => {
  test("are stored, listed page by page, changed only from the latest revision, and removed", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("responder");
    const ask = (method: string, path: string, body?: object, revision?: string) =>
      console.ask(method, path, { cookie, body, headers: { "if-match": revision } });
    const made = await ask("POST", canned, { name: " Lost parcel ", text: "I ask the carrier." });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Lost parcel", text: "I ask the carrier.", agents: null, revision: "1" },
    });
    await ask("POST", canned, { name: "Refund", text: "It is on its way.", agents: ["acme-support"] });
    const first = await ask("GET", `${canned}?limit=1`);
    const second = await ask("GET", `${canned}?limit=1&after=${first.body.next}`);
    expect([first, second].map(({ body }) => body.items[0].name)).toEqual(["Lost parcel", "Refund"]);
    expect(second.body.next).toBeNull();

    const path = `${canned}/${made.body.id}`;
    expect(await ask("PATCH", path, { name: "refund" }, '"1"')).toMatchObject({
      status: 409,
      body: { code: "name_taken" },
    });
    expect(await ask("PATCH", path, { text: "Found." }, '"1"')).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: { name: "Lost parcel", text: "Found.", revision: "2" },
    });
    expect(await ask("PATCH", path, { text: "Late." }, '"1"')).toMatchObject({
      status: 412,
      body: { code: "precondition_failed" },
    });
    expect((await ask("DELETE", path)).status).toBe(204);
    for (const method of ["DELETE", "PATCH"])
      expect(await ask(method, path, method === "PATCH" ? {} : undefined, "*")).toMatchObject({
        status: 404,
        body: { code: "canned_not_found" },
      });
    const owner = await console.signIn("owner");
    const { body } = await console.ask("GET", "/console/api/audit?on=" + made.body.id, owner);
    expect(body.items.map(({ what }: { readonly what: string }) => what)).toEqual([
      "canned.delete",
      "canned.change",
      "canned.create",
    ]);
  });

  test("of other agents can be read but not changed by people who are limited to an agent", async () => {
    await using console = await startConsole({ nodes });
    await putAgent(console, "another");
    const all = await console.signIn("responder");
    const limited = await console.signIn("responder", ["acme-support"]);
    const post = (cookie: string, body: object) => console.ask("POST", canned, { cookie, body });
    const forAll = (await post(all.cookie, { name: "For all", text: "Hello." })).body;
    const foreign = (await post(all.cookie, { name: "Foreign", text: "Hi.", agents: ["another"] })).body;
    const own = (await post(limited.cookie, { name: "Own", text: "Hey." })).body;
    expect(own.agents).toEqual(["acme-support"]);
    const { body } = await console.ask("GET", canned, limited);
    expect(body.items.map(({ name }: { readonly name: string }) => name)).toEqual(["For all", "Own"]);

    const change = async (id: string, values: object) => {
      const headers = { "if-match": "*" };
      const sent = { cookie: limited.cookie, body: values, headers };
      const changed = await console.ask("PATCH", `${canned}/${id}`, sent);
      return changed.body.code ?? changed.status;
    };
    expect(await change(foreign.id, { text: "Mine." })).toBe("canned_not_found");
    expect(await change(forAll.id, { text: "Mine." })).toBe("role_needed");
    expect(await change(own.id, { agents: null })).toBe("role_needed");
    expect(await change(own.id, { agents: ["another"] })).toBe("agent_not_found");
    expect(await change(own.id, { text: "Mine." })).toBe(200);
    const reader = await console.signIn("viewer");
    expect((await console.ask("GET", canned, reader)).body.code).toBe("role_needed");
  });

  test("are refused with the name of the invalid field", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("responder");
    const bodies = [
      [{ text: "Hello." }, "name"],
      [{ name: "x".repeat(61), text: "Hello." }, "name"],
      [{ name: "Two\nlines", text: "Hello." }, "name"],
      [{ name: "Empty", text: "  " }, "text"],
      [{ name: "NUL", text: "a\0b" }, "text"],
      [{ name: "Long", text: "x".repeat(8_001) }, "text"],
      [{ name: "None", text: "Hello.", agents: [] }, "agents"],
      [{ name: "More", text: "Hello.", shortcut: "m" }, "shortcut"],
    ] as const;
    for (const [body, field] of bodies) {
      const refused = await console.ask("POST", canned, { cookie, body });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(field)]);
    }
    const nowhere = { name: "Nowhere", text: "Hello.", agents: ["acme-support", "nowhere"] };
    expect((await console.ask("POST", canned, { cookie, body: nowhere })).body.code).toBe("agent_not_found");
    expect((await console.ask("GET", canned, { cookie })).body.items).toEqual([]);
  });
});

test("there can be at most a thousand canned answers", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("responder");
  const make = (name: string) =>
    console.ask("POST", "/console/api/canned", { cookie, body: { name, text: "Hello." } });
  for (let number = 1; number < 1000; number++)
    await console.storage.cannedAnswers.create({
      id: `can_${number}`,
      name: `answer ${number}`,
      text: "Hello.",
      agents: null,
      createdAt: number,
    });
  expect((await make("the last")).status).toBe(201);
  expect(await make("one more")).toMatchObject({ status: 409, body: { code: "canned_full" } });
  expect((await console.ask("DELETE", "/console/api/canned/can_1", { cookie })).status).toBe(204);
  expect((await make("one more")).status).toBe(201);
});
