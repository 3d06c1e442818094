import { mayUseSecret } from "@servicechat/contract/agent-file";
import type { FindStoredSecret } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { createHeaderFiller } from "../src/tools/secrets.ts";

const url = "https://shop.example/orders";

test("of a secret that another one begins with, nothing is left in a text that came back", async () => {
  const environment = { SHOP: "shop-1234", SHOP_ADMIN: "shop-1234-and-more" };
  const headers = { "x-shop": "${SHOP}", "x-admin": "${SHOP_ADMIN}" };
  const filler = createHeaderFiller(headers, { agentId: "acme", sources: { environment } });
  expect(await filler.fill(url)).toEqual({ "x-shop": "shop-1234", "x-admin": "shop-1234-and-more" });
  expect(filler.hide("You sent shop-1234 and shop-1234-and-more.")).toBe("You sent [secret] and [secret].");
});

test("a stored secret fills a header for its agents and its origins alone, and comes after the environment", async () => {
  const stored = { value: "stored-1234", origins: ["https://shop.example"], agents: ["acme"] };
  const findStoredSecret: FindStoredSecret = async (use) =>
    use.name !== "SHOP" ? undefined : mayUseSecret(stored, use) ? stored : { reason: "it may not" };
  const fillFor = (agentId: string, environment: Record<string, string> = {}) =>
    createHeaderFiller({ "x-shop": "${SHOP}" }, { agentId, sources: { environment, findStoredSecret } });
  const filler = fillFor("acme");
  expect(await filler.fill(url)).toEqual({ "x-shop": "stored-1234" });
  for (const other of [
    "https://shop.example:8443/",
    "http://shop.example/",
    "https://shop.example.evil.example/",
  ])
    await expect(filler.fill(other)).rejects.toThrow("it may not");
  await expect(fillFor("other").fill(url)).rejects.toThrow("it may not");
  stored.value = "replaced-1234";
  expect(await filler.fill(url)).toEqual({ "x-shop": "replaced-1234" });
  expect(filler.hide("stored-1234, replaced-1234")).toBe("[secret], [secret]");
  expect(await fillFor("other", { SHOP: "of-the-machine" }).fill(url)).toEqual({
    "x-shop": "of-the-machine",
  });
  const missing = createHeaderFiller(
    { "x-crm": "${CRM}" },
    { agentId: "acme", sources: { environment: {}, findStoredSecret } },
  );
  await expect(missing.fill(url)).rejects.toThrow("CRM is not set, and no secret of that name is stored");
});
