import { keySchema, newKeySchema, rotatedKeySchema } from "@servicechat/contract/admin-schemas";
import { expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startConsole } from "../support/start-console.ts";

const keys = "/console/api/keys";

onOneAndTwoNodes("a key", (nodes) => {
  test("is created, shown once, changed only from the latest revision, rotated and revoked", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("editor");
    const made = await console.ask("POST", keys, {
      cookie,
      body: { agent: "acme-support", allowed: ["Shop.example"], name: "Shop" },
    });
    expect(made.status).toBe(201);
    const { id, key, tag, revision } = newKeySchema.parse(made.body);
    expect(tag).toBe(
      `<script src="https://chat.example/launcher.js" data-agent-key="${key}" async></script>`,
    );
    const found = await console.ask("GET", `${keys}/${id}`, { cookie });
    expect(found.headers["etag"]).toBe(`"${revision}"`);
    expect(keySchema.parse(found.body)).toMatchObject({ allowed: ["shop.example"], rateLimit: 60 });
    expect(found.text).not.toContain(key.slice(-40));

    const change = (headers: Record<string, string>, body: object = { rateLimit: 5 }) =>
      console.ask("PATCH", `${keys}/${id}`, { cookie, headers, body });
    expect(await change({})).toMatchObject({ status: 428, body: { code: "precondition_required" } });
    expect(await change({ "if-match": '"stale"' })).toMatchObject({
      status: 412,
      body: { code: "precondition_failed" },
    });
    const changed = await change({ "if-match": `"${revision}"` });
    expect(changed).toMatchObject({ status: 200, body: { rateLimit: 5 } });
    expect(await change({ "if-match": `"${revision}"` })).toMatchObject({ status: 412 });
    expect(await change({ "if-match": "*" }, { allowed: ["*.com"] })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('allowed: "*.com": ') },
    });
    expect(await change({ "if-match": "*" }, { rateLimit: 0 })).toMatchObject({
      status: 400,
      body: { detail: "rateLimit: must be at least 1" },
    });

    const rotated = await console.ask("POST", `${keys}/${id}/rotate`, { cookie, body: { overlapHours: 1 } });
    expect(rotated.status).toBe(201);
    expect(rotatedKeySchema.parse(rotated.body)).toMatchObject({ replaces: id, revokedAt: null });
    const ending = await console.ask("GET", `${keys}/${id}`, { cookie });
    expect(ending.body).toMatchObject({ revokedAt: null, endsAt: expect.any(String) });
    const other = rotated.body.id;
    expect(await console.ask("POST", `${keys}/${other}/revoke`, { cookie })).toMatchObject({
      status: 200,
      body: { revokedAt: expect.any(String), endsAt: null },
    });
    expect(
      await console.ask("PATCH", `${keys}/${other}`, {
        cookie,
        headers: { "if-match": "*" },
        body: { name: "x" },
      }),
    ).toMatchObject({ status: 409, body: { code: "key_ended" } });
    const listed = await console.ask("GET", keys, { cookie });
    expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([console.keyId, id, other]);
    const { items } = await console.storage.audit.list({ limit: 10 });
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      "key.change",
      "key.create",
      "key.revoke",
      "key.rotate",
      "sign_in",
    ]);
  });
});

test("a key for an agent out of scope is refused as if the agent did not exist", async () => {
  await using console = await startConsole();
  const token = await console.token("editor", ["another"]);
  const body = { agent: "acme-support", allowed: ["shop.example"] };
  expect(await console.ask("POST", keys, { token, body })).toMatchObject({
    status: 404,
    body: { code: "agent_not_found" },
  });
  expect((await console.ask("GET", `${keys}/${console.keyId}`, { token })).status).toBe(404);
  expect((await console.ask("GET", keys, { token })).body.items).toEqual([]);
});

test("a site that uses a key is listed within two seconds, and so is one that is refused", async () => {
  await using console = await startConsole();
  const token = await console.token("editor");
  const config = (origin: string) => console.fetch("/chat-bot/config", { headers: { Origin: origin } });
  await config("https://shop.example");
  await config("https://shop.example");
  await config("https://evil.example");
  await expect
    .poll(async () => (await console.ask("GET", `${keys}/${console.keyId}/sites`, { token })).body.items, {
      timeout: 5_000,
    })
    .toEqual(
      expect.arrayContaining([
        { origin: "https://shop.example", admitted: 2, refused: 0, lastAt: expect.any(String) },
        { origin: "https://evil.example", admitted: 0, refused: 1, lastAt: expect.any(String) },
      ]),
    );
});
