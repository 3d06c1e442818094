import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../support/create-key.ts";
import { shop } from "../support/shop.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import type { Cluster } from "../support/spawn-cluster.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const missing = await missingForCluster();

const inForce = { interval: 50 };

const never = new Promise<void>(() => undefined);

interface Key {
  readonly id: string;
  readonly key: string;
}

describe.skipIf(missing !== undefined)(
  `what the operator changes on one of two nodes${missing ? ` (${missing})` : ""}`,
  () => {
    let two: Cluster;
    let storage: Storage;
    beforeAll(async () => {
      two = await spawnCluster();
      storage = await openPostgres({ url: two.databaseUrl });
    });
    afterAll(async () => {
      await storage.close();
      await two[Symbol.asyncDispose]();
    });

    const operate = async <Answer>(...words: string[]): Promise<Answer> =>
      JSON.parse((await two.a.command(...words, "--json")).stdout) as Answer;
    const keyFor = (...allowed: string[]) => createKey(storage, "acme", { allowed });

    /** Both nodes in turn, with another key than the cluster's. */
    const visitorsOf = ({ key }: Key): Pick<Cluster["a"], "fetch"> => ({
      fetch: (path, { headers, ...init } = {}) =>
        two.next().fetch(path, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } }),
    });

    /** The responses of both nodes to a page with this key. */
    const statuses = async ({ key }: Key, origin = shop, path = "/chat-bot/config") =>
      Promise.all(
        [two.a, two.b].map(async (node) => {
          const headers = { Authorization: `Bearer ${key}`, Origin: origin };
          return (await node.fetch(path, { headers })).status;
        }),
      );

    test("Promise 25: a domain that is removed from the list is refused on both, and a running reply ends normally", async () => {
      const more = Promise.withResolvers<void>();
      two.model.answer(() => ["to be ", { until: more.promise }, "continued"]);
      const key = await keyFor(shop, "https://other.example");
      const running = await post(visitorsOf(key), "go");
      const token = running.headers.get("X-Session-Token") ?? "";
      expect(await statuses(key)).toEqual([200, 200]);

      await operate("key", "disallow", key.id, shop);

      await expect.poll(() => statuses(key), inForce).toEqual([403, 403]);
      expect((await post(visitorsOf(key), "more", { token })).status).toBe(403);
      expect(await statuses(key, "https://other.example")).toEqual([200, 200]);
      more.resolve();
      expect((await hear(running)).text).toBe("to be continued");
    });

    test("Promise 24: a ticket issued by one node is accepted by the other, until its page is removed from the list", async () => {
      const key = await keyFor(shop);
      const headers = { Authorization: `Bearer ${key.key}` };
      const config = await two.a.fetch("/chat-bot/config", { headers });
      const ticket = config.headers.get("X-Embed-Ticket") ?? "";
      const fromFrame = async (site = "same-origin") =>
        Promise.all(
          [two.a, two.b].map(async ({ baseUrl }) => {
            const frame = { ...headers, "X-Embed-Ticket": ticket, "Sec-Fetch-Site": site };
            return (await fetch(`${baseUrl}/chat-bot/agent`, { headers: frame })).status;
          }),
        );
      expect(await fromFrame()).toEqual([200, 200]);
      expect(await fromFrame("cross-site")).toEqual([403, 403]);

      await operate("key", "disallow", key.id, shop);

      await expect.poll(() => fromFrame(), inForce).toEqual([403, 403]);
    });

    test("Promise 26: a list that becomes empty denies everything on both", async () => {
      const key = await keyFor("*");
      for (const origin of [shop, "http://localhost:3000"])
        expect(await statuses(key, origin)).toEqual([200, 200]);
      expect(await statuses(key, "null")).toEqual([403, 403]);

      await operate("key", "disallow", key.id, "*");

      for (const origin of [shop, "http://localhost:3000", "null"])
        await expect.poll(() => statuses(key, origin), inForce).toEqual([403, 403]);
    });

    test("Promise 27: what one stores, the other lists and allows; an invalid entry changes nothing on either", async () => {
      const given = ["Shop.Example", "*.shop.example", "https://bücher.example"];
      const lists = given.flatMap((entry) => ["--allow", entry]);
      const key = await operate<Key & { readonly allowed: readonly string[] }>(
        "key",
        "create",
        "--agent",
        "acme",
        ...lists,
      );
      const canonical = ["shop.example", "*.shop.example", "https://xn--bcher-kva.example"];
      expect(key.allowed).toEqual(canonical);
      const listedBy = async (node: Cluster["a"]) =>
        (
          JSON.parse((await node.command("key", "list", "--json")).stdout) as {
            id: string;
            allowed: string[];
          }[]
        ).find(({ id }) => id === key.id)?.allowed;

      const refused = await two.b
        .command("key", "allow", key.id, "*.github.io")
        .catch((error: unknown) => error);

      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is invalid") as string });
      for (const node of [two.a, two.b]) expect(await listedBy(node)).toEqual(canonical);
      expect(await statuses(key, "https://a.shop.example")).toEqual([200, 200]);
      expect(await statuses(key, "https://evil.github.io")).toEqual([403, 403]);
    });

    test("Promise 28: a revoked key is 401 on both, its open streams on both end, and the chat continues with the next key", async () => {
      two.model.answer(() => ["half", { until: never }]);
      const key = await keyFor(shop);
      const next = await keyFor(shop);
      const posted = await Promise.all([two.a, two.b].map((node) => postWith(node, key, "go")));
      const tokens = posted.map((response) => response.headers.get("X-Session-Token") ?? "");
      const replies = posted.map((response) => hear(response));
      const followed = hear(
        await two.b.fetch("/chat-bot/stream", {
          headers: { Authorization: `Bearer ${key.key}`, "X-Session-Token": tokens[0] ?? "" },
        }),
      );

      await operate("key", "revoke", key.id);

      for (const { events } of await Promise.all([...replies, followed]))
        expect(events.at(-1)).toMatchObject({
          event: "error",
          data: { retryable: false, code: "key_revoked" },
        });
      await expect.poll(() => statuses(key), inForce).toEqual([401, 401]);
      two.model.answer(() => ["whole"]);
      for (const token of tokens) {
        expect((await ask(visitorsOf(next), "again", { token })).text).toBe("whole");
        expect(await history(visitorsOf(next), token)).toHaveLength(4);
      }
    });

    test("a changed agent is shown and used on both", async () => {
      const names = async () =>
        Promise.all(
          [two.a, two.b].map(async (node) => {
            const config = (await (await node.fetch("/chat-bot/config")).json()) as {
              agent: { name: string };
            };
            return config.agent.name;
          }),
        );
      expect(await names()).toEqual(["Acme", "Acme"]);
      const file = join(two.a.dataDirectory, "changed.json");
      const model = { provider: "openai", baseUrl: two.model.baseUrl, name: "m" };
      const changed = { id: "acme", name: "Acme of tomorrow", instructions: "Speak of tomorrow.", model };
      await writeFile(file, JSON.stringify(changed));

      await operate("agent", "apply", file);

      await expect.poll(names, inForce).toEqual(["Acme of tomorrow", "Acme of tomorrow"]);
      two.model.answer(() => ["Yes."]);
      for (const node of [two.a, two.b]) {
        await ask(node, "And now?");
        expect(JSON.stringify(two.model.asked.at(-1))).toContain("Speak of tomorrow.");
      }
    });

    function postWith(node: Cluster["a"], { key }: Key, text: string): Promise<Response> {
      return post(node, text, { headers: { Authorization: `Bearer ${key}` } });
    }
  },
);
