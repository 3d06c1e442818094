import { expect, test } from "vitest";
import { frameSettingsName } from "@servicechat/contract";
import type { FrameSettings, History } from "@servicechat/contract";
import { words } from "../support/model-server.ts";
import { startBuiltService } from "../support/start-widget.ts";
import { shop, type TestService } from "../support/start-service.ts";

/** What the frame document of that page says of the agent; `undefined`: nothing. */
async function settingsFor(service: TestService, parent: string): Promise<FrameSettings | undefined> {
  const query = new URLSearchParams({ key: service.keyId, parent });
  const html = await (await fetch(`${service.baseUrl}/chat/?${query.toString()}`)).text();
  const content = new RegExp(`<meta name="${frameSettingsName}" content="([^"]*)"`).exec(html)?.[1];
  if (content === undefined) return undefined;
  const text = content.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return JSON.parse(text) as FrameSettings;
}

test("the frame says that an AI answers, by default in the chat's own words", async () => {
  await using service = await startBuiltService();
  expect((await settingsFor(service, shop))?.notice).toEqual({});
});

test("the frame has the operator's words, whatever is in them, and only for pages that may frame it", async () => {
  const notice = { text: { en: `</head> "Robo" & <b>`, de: "Robo" }, link: "https://shop.example/ai" };
  await using service = await startBuiltService({ agent: { notice } });
  expect((await settingsFor(service, shop))?.notice).toEqual(notice);
  expect(await settingsFor(service, "https://other.example")).toBeUndefined();
});

test("the frame says nothing of an AI if the operator has switched that off, and never why", async () => {
  await using service = await startBuiltService({ agent: { notice: { off: "SECRET" } } });
  const settings = await settingsFor(service, shop);
  expect(settings).toBeDefined();
  expect(settings?.notice).toBeUndefined();
  expect(JSON.stringify(settings)).not.toContain("SECRET");
});

test("each entry of the history names its author", async () => {
  await using service = await startBuiltService({ script: () => words("On its way.") });
  const posted = await service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ messages: [{ type: "text", block: { value: "Where is it?" } }] }),
  });
  await posted.text();
  const token = posted.headers.get("X-Session-Token") ?? "";
  const history = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": token } });
  const { messages } = (await history.json()) as History;
  expect(messages.map(({ role, author }) => [role, author])).toEqual([
    ["user", "visitor"],
    ["assistant", "ai"],
  ]);
});

test("nothing that is sent before the first message stores anything in a browser", async () => {
  await using service = await startBuiltService();
  const query = new URLSearchParams({ key: service.keyId, parent: shop });
  for (const path of ["/launcher.js", `/chat/?${query.toString()}`, "/chat-bot/config", "/chat-bot/agent"]) {
    const response = await service.fetch(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.getSetCookie(), path).toEqual([]);
  }
});
