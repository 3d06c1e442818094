import { describe, expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { rawRequest } from "../support/raw-request.ts";
import { spawnService } from "../support/spawn-service.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { startService } from "../support/start-service.ts";

onOneNode("an origin that only looks like an allowed one", (nodes) => {
  const vectors = [
    "https://evil-example.com",
    "https://example.com.evil.net",
    "https://example.community",
    "https://example.com.",
    "https://EXAMPLE.com",
    "https://example.com@evil.net",
    "https://evil.net#.example.com",
    "https://example.com/",
    "https://example.com:99999",
    "https://example.com:443",
    "https://example.com, https://evil.net",
    "null",
    "NULL",
    "",
    "https://еxample.com", // the first letter is Cyrillic
    "https://xn--xample-2of.com",
    "https://example.com%00.evil.net",
    "chrome-extension://abcdefghijklmnop",
    "file://",
    "http://0x7f.1",
    "https://[::ffff:127.0.0.1]",
    "https://sub.example.com",
  ];
  const wildcard = ["https://example.com", "https://aexample.com", "https://a.example.com.evil.net"];

  test.for([
    ["example.com", vectors, "https://example.com"],
    ["*.example.com", [...vectors.slice(0, -1), ...wildcard], "https://a.example.com"],
    ["https://example.com", [...vectors, "http://example.com"], "https://example.com"],
  ] as const)("Promise 26: every bypass vector against %s is 403", async ([entry, origins, allowed]) => {
    await using service = await startService({ nodes, allowed: [entry] });
    const config = async (...lines: readonly string[]) => {
      const head = `GET /chat-bot/config HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nConnection: close`;
      return rawRequest(service.port, `${[head, ...lines].join("\r\n")}\r\n\r\n`);
    };
    for (const origin of origins) {
      // Raw bytes, because a client would normalise some of these.
      const { status, body } = await config(`Origin: ${origin}`);
      expect([origin, status]).toEqual([origin, 403]);
      expect(body).toContain('"code":"origin_not_allowed"');
      expect(body).not.toContain("Acme");
    }
    expect((await config()).status).toBe(403);
    // Different parsers could pick either one, so it is refused before any list is consulted.
    expect((await config(`Origin: ${allowed}`, "Origin: https://evil.net")).status).toBe(400);
    expect((await config(`Origin: ${allowed}`)).status).toBe(200);
  });
});

describe("what the operator stores", () => {
  const listed = async (service: SpawnedService) =>
    JSON.parse((await service.command("key", "list", "--json")).stdout) as {
      id: string;
      allowed: string[];
    }[];

  test("Promise 27: key list returns what key create and key allow store", async () => {
    await using service = await spawnService({ model: { provider: "extractive" } });
    const given = ["Shop.Example", "*.shop.example", "https://shop.example:8443", "https://bücher.example"];
    const { stdout } = await service.command(
      "key",
      "create",
      "--agent",
      "acme",
      "--json",
      ...given.flatMap((pattern) => ["--allow", pattern]),
    );
    const created = JSON.parse(stdout) as { id: string; allowed: string[] };
    expect(created.allowed).toEqual([
      "shop.example",
      "*.shop.example",
      "https://shop.example:8443",
      "https://xn--bcher-kva.example",
    ]);
    await service.command("key", "allow", created.id, "other.example");
    const kept = (await listed(service)).find(({ id }) => id === created.id);
    expect(kept?.allowed).toEqual([...created.allowed, "other.example"]);
  });

  test("Promise 27: an invalid entry is refused with its reason and changes nothing", async () => {
    await using service = await spawnService({ model: { provider: "extractive" } });
    const before = await listed(service);
    const id = before[0]?.id ?? "";
    const refused = async (pattern: string, words: readonly string[]) => {
      const outcome = await service.command(...words).then(
        () => ({ code: 0, stderr: "" }),
        (error: { code: number; stderr: string }) => error,
      );
      expect([words, outcome.code]).toEqual([words, 1]);
      expect(outcome.stderr).toContain(`The pattern ${JSON.stringify(pattern)} is invalid: `);
    };
    for (const pattern of ["null", "*.github.io", "https://a.example/path", "a.example;b"]) {
      await Promise.all([
        refused(pattern, ["key", "allow", id, pattern]),
        // A valid entry does not let an invalid one in.
        refused(pattern, ["key", "create", "--agent", "acme", "--allow", "good.example", "--allow", pattern]),
      ]);
    }
    expect(await listed(service)).toEqual(before);
  });
});
