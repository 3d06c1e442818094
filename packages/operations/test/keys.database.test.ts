import { describe, expect, test } from "vitest";
import { publicKeyId } from "@servicechat/contract";
import { commandLine, isRefused } from "@servicechat/operations";
import { openOperations, putAgent, putKey } from "./support/open-operations.ts";

const hourMs = 3_600_000;
const newKey = { agent: "shop", allowed: ["Shop.example"], name: "Site", rateLimit: 60, serverSide: false };

async function open() {
  const opened = await openOperations();
  await putAgent(opened.storage, "shop");
  await putKey(opened.storage, "aaaa", "shop");
  return opened;
}

describe("issuing a key", () => {
  test("gives its secret once and keeps patterns in their canonical form, each once", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const created = await keys.create(commandLine, { ...newKey, allowed: ["Shop.example", "shop.example"] });
    if (isRefused(created)) throw new Error(created.kind);
    expect(publicKeyId(created.key)).toBe(created.id);
    expect(created.allowed).toEqual(["shop.example"]);
    const found = await keys.find(commandLine, { id: created.id });
    expect(JSON.stringify(found)).not.toContain(created.key.slice(-43));
    expect(found).not.toHaveProperty("secretHash");
  });

  test.each([
    [
      { allowed: ["https://shop.example/path"] },
      { kind: "input_invalid", reason: expect.stringMatching(/^"https:\/\/shop.example\/path": /) },
    ],
    [{ allowed: [] }, { kind: "input_invalid", field: "allowed" }],
    [{ name: "x".repeat(101) }, { kind: "input_invalid", field: "name" }],
    [{ rateLimit: 0 }, { kind: "input_invalid", field: "rateLimit" }],
    [{ rateLimit: 1.5 }, { kind: "input_invalid", field: "rateLimit" }],
    [{ agent: "nobody" }, { kind: "agent_not_found", id: "nobody", known: ["shop"] }],
  ])("with %j is refused, and none is made", async (wrong, refused) => {
    await using opened = await open();
    expect(await opened.operations.keys.create(commandLine, { ...newKey, ...wrong })).toMatchObject(refused);
    expect(await opened.storage.keys.list()).toHaveLength(1);
  });

  test("without a site is possible for servers", async () => {
    await using opened = await open();
    const created = await opened.operations.keys.create(commandLine, {
      ...newKey,
      allowed: [],
      serverSide: true,
    });
    expect(created).toMatchObject({ allowed: [], serverSide: true });
  });
});

describe("changing a key", () => {
  test("changes all that is given or nothing", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const wrong = { id: "aaaa", name: "New", allowed: ["fine.example", "*.com"] };
    expect(await keys.change(commandLine, wrong)).toMatchObject({
      kind: "input_invalid",
      field: "allowed",
      reason: expect.stringMatching(/^"\*\.com": /),
    });
    expect(await keys.find(commandLine, { id: "aaaa" })).toMatchObject({
      name: "",
      allowed: ["shop.example"],
    });
    const right = { ...wrong, allowed: ["fine.example"] };
    expect(await keys.change(commandLine, right)).toMatchObject({ name: "New", allowed: ["fine.example"] });
  });

  test("made from what is there no more is refused with the revision of now", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const seen = await keys.find(commandLine, { id: "aaaa" });
    if (isRefused(seen)) throw new Error(seen.kind);
    const changed = await keys.change(commandLine, { id: "aaaa", rateLimit: 5, seen: seen.revision });
    if (isRefused(changed)) throw new Error(changed.kind);
    expect(changed.revision).not.toBe(seen.revision);
    const late = await keys.change(commandLine, { id: "aaaa", rateLimit: 9, seen: seen.revision });
    expect(late).toEqual({ kind: "precondition_failed", revision: changed.revision });
    expect(await keys.change(commandLine, { id: "aaaa", rateLimit: 9, seen: "*" })).toMatchObject({
      rateLimit: 9,
    });
  });

  test("by many at once loses no site and brings none back", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const sites = Array.from({ length: 8 }, (_, index) => `s${index}.example`);
    await Promise.all([
      ...sites.map((pattern) => keys.allow(commandLine, { id: "aaaa", pattern })),
      keys.disallow(commandLine, { id: "aaaa", pattern: "shop.example" }),
    ]);
    const key = await opened.storage.keys.find("aaaa");
    expect(key?.allowed.toSorted()).toEqual(sites);
  });

  test("a site that is not listed cannot be taken off, and one that is listed can be listed again", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const revision = await opened.storage.revision();
    expect(await keys.disallow(commandLine, { id: "aaaa", pattern: "else.example" })).toEqual({
      kind: "input_invalid",
      field: "allowed",
      reason: '"else.example" is not in the list',
    });
    expect(await keys.allow(commandLine, { id: "aaaa", pattern: "shop.example" })).toMatchObject({
      allowed: ["shop.example"],
    });
    expect(await opened.storage.revision()).toBe(revision);
  });

  test("ends when it is revoked, which is announced to running services", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    expect(await keys.revoke(commandLine, { id: "aaaa" })).toMatchObject({ revokedAt: 1_000 });
    expect(opened.nodeEvents).toEqual([{ type: "key-revoked", keyId: "aaaa" }]);
    opened.setNow(5_000);
    expect(await keys.revoke(commandLine, { id: "aaaa" })).toMatchObject({ revokedAt: 1_000 });
    const refused = { kind: "key_ended", id: "aaaa" };
    expect(await keys.change(commandLine, { id: "aaaa", name: "x" })).toEqual(refused);
    expect(await keys.allow(commandLine, { id: "aaaa", pattern: "a.example" })).toEqual(refused);
    expect(await keys.rotate(commandLine, { id: "aaaa" })).toEqual(refused);
  });
});

describe("rotating a key", () => {
  test("makes a second one with the same settings; the first ends a day later", async () => {
    await using opened = await open();
    const rotated = await opened.operations.keys.rotate(commandLine, { id: "aaaa" });
    if (isRefused(rotated)) throw new Error(rotated.kind);
    expect(rotated).toMatchObject({
      replaces: "aaaa",
      allowed: ["shop.example"],
      rateLimit: 60,
      revokedAt: null,
    });
    expect(publicKeyId(rotated.key)).toBe(rotated.id);
    expect((await opened.storage.keys.find("aaaa"))?.revokedAt).toBe(1_000 + 24 * hourMs);
    expect(opened.nodeEvents).toEqual([]);
  });

  test("without an overlap ends the first at once, which is announced to running services", async () => {
    await using opened = await open();
    await opened.operations.keys.rotate(commandLine, { id: "aaaa", overlapHours: 0 });
    expect((await opened.storage.keys.find("aaaa"))?.revokedAt).toBe(1_000);
    expect(opened.nodeEvents).toEqual([{ type: "key-revoked", keyId: "aaaa" }]);
  });

  test("twice at once makes one key", async () => {
    await using opened = await open();
    const { keys } = opened.operations;
    const both = await Promise.all([1, 2].map(() => keys.rotate(commandLine, { id: "aaaa" })));
    expect(both.filter(isRefused)).toEqual([{ kind: "key_ended", id: "aaaa" }]);
    expect(await opened.storage.keys.list()).toHaveLength(2);
  });

  test.each([-1, 721, 0.5])("with an overlap of %d hours is refused", async (overlapHours) => {
    await using opened = await open();
    const refused = { kind: "input_invalid", field: "overlapHours" };
    expect(await opened.operations.keys.rotate(commandLine, { id: "aaaa", overlapHours })).toMatchObject(
      refused,
    );
    expect(await opened.storage.keys.list()).toHaveLength(1);
  });
});
