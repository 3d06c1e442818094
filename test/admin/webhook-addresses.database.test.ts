import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const webhooks = "/console/api/webhooks";
const url = "https://hooks.example/services/T0/B0/secret-of-the-channel";

test("the address of a webhook is stored encrypted, but shown and used as it is", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const made = await console.ask("POST", webhooks, { cookie, body: { url, events: ["chat.started"] } });
  const { id } = made.body;
  const stored = async () => (await console.storage.webhooks.find(id))?.url ?? "";
  const first = await stored();
  expect(first).toMatch(/^sealed:v1\./);
  expect(made.body.url).toBe(url);
  expect((await console.ask("GET", webhooks, { cookie })).body.items).toMatchObject([{ id, url }]);
  const change = async (body: object) => {
    const headers = { "if-match": "*" };
    return (await console.ask("PATCH", `${webhooks}/${id}`, { cookie, body, headers })).body.url;
  };
  expect(await change({ url, text: true })).toBe(url);
  expect(await stored()).toBe(first);
  expect(await change({ url: `${url}/other` })).toBe(`${url}/other`);
  expect(await stored()).toMatch(/^sealed:v1\./);
  expect(await stored()).not.toBe(first);
  const { body } = await console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} });
  // It was requested by a name that nobody has here.
  expect(JSON.stringify(body)).not.toContain("sealed");
});

test("an address that was encrypted with another secret is reported, and stays as it is", async () => {
  const foreign = {
    id: "wh_other",
    url: "sealed:v1.AAAA",
    format: "standard",
    events: ["chat.started"],
    agents: null,
    text: false,
    enabled: true,
    secret: "",
    createdAt: 1,
    revision: 1,
  };
  await using console = await startConsole({
    async openStorage(file) {
      const storage = await openSqlite({ file });
      await storage.webhooks.create(foreign);
      return storage;
    },
  });
  const { cookie } = await console.signIn();
  expect((await console.ask("GET", `${webhooks}/wh_other`, { cookie })).body.url).toContain("unreadable");
  expect((await console.storage.webhooks.find("wh_other"))?.url).toBe(foreign.url);
});
