import { expect, test } from "vitest";
import { admit } from "../src/admission/admit.ts";
import { createKeyFinder } from "../src/admission/find-key.ts";
import { createTickets } from "../src/admission/embed-ticket.ts";
import { hashSecret } from "@servicechat/operations/key-secret";
import { createMemoryCoordination } from "@servicechat/coordination/memory";

const credential = "ak_shop1_secret";

/** Admission with everything in this process, as on SQLite without Redis. Counts how often the storage is read. */
function openGate() {
  const reads = { revision: 0, key: 0 };
  const keys = createKeyFinder({
    storage: {
      revision: () => ++reads.revision && 1,
      keys: {
        async find(id: string) {
          reads.key++;
          return {
            id,
            agentId: "shop",
            secretHash: hashSecret("secret"),
            allowed: ["https://shop.example"],
            rateLimit: 60,
            serverSide: false,
            revokedAt: null,
          };
        },
      },
      agents: { find: async () => ({ id: "shop", definition: { limits: {} } }) },
    } as never,
    nowMs: () => 0,
  });
  const clock = { wallMs: () => 0, monotonicMs: () => 0 };
  const gate = {
    keys,
    tickets: createTickets({ secret: "secret", nowSeconds: () => 0 }),
    counter: createMemoryCoordination({ clock }).counter,
    refused: { add: () => undefined, save: async () => undefined },
    sites: undefined,
    addressOf: () => "",
    ownOrigin: "https://chat.example",
  };
  const head: Record<string, string> = {};
  const enter = (origin = "https://shop.example") => {
    const headers = { authorization: `Bearer ${credential}`, origin };
    return admit({ request: { headers }, head } as never, gate);
  };
  return { reads, enter, head };
}

test("a request is let in at once when its key is known, without a round of the microtask queue", async () => {
  const { reads, enter } = openGate();
  await enter();
  expect(reads.key).toBe(1);

  const admission = enter();

  expect(admission).not.toBeInstanceOf(Promise);
  expect(admission).toMatchObject({ origin: "https://shop.example", originIsReal: true });
  expect(reads.key).toBe(1);
});

test("requests that come in one turn of the event loop compare the revision once", async () => {
  const { reads, enter } = openGate();
  await enter();
  await new Promise((resolve) => setImmediate(resolve));
  reads.revision = 0;

  for (let request = 0; request < 10; request++) void enter();

  expect(reads.revision).toBe(1);
});

test("a refused origin hears how much of the key's limit is left, and takes nothing of it", async () => {
  const { enter, head } = openGate();
  await enter();
  await expect(enter("https://other.example")).rejects.toMatchObject({ code: "origin_not_allowed" });
  expect(head["RateLimit"]).toMatch(/^"key";r=59;/);
});
