import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { visitDemo } from "../support/demo-agents.ts";
import { actionBlock, answerTo, askedIn, sendBlocks } from "../support/post-blocks.ts";
import { spawnService, type SpawnedService, type SpawnOptions } from "../support/spawn-service.ts";
import { ask } from "../support/visitor.ts";

/** A service after its first start, with the default demo. */
async function startDemo(options: Partial<SpawnOptions> = {}): Promise<SpawnedService> {
  const service = await spawnService({ model: { provider: "extractive" }, demo: true, ...options });
  await service.start();
  return service;
}

const track = (number: string, postcode: string) => [
  actionBlock({ actionId: "track-order", input: { number, postcode } }),
];
const moveTo = (day: string, number = "1042", postcode = "4310") => [
  actionBlock({ actionId: "change-delivery-day", input: { number, postcode, day } }),
];
const dayIn = (text: string) => /(?:Mon|Tues|Wednes|Thurs|Fri|Satur)day/.exec(text)?.[0] ?? "";

test("a visitor of the demo's shop tracks an order with a form, reschedules its delivery after confirming it, and sees the change", async () => {
  await using service = await startDemo();
  const shop = await visitDemo(service, "/demo/shop");

  const tracked = await sendBlocks(shop, track("1042", "4310"));
  expect(tracked.events.map(({ event }) => event)).toContain("tool_usage_stop");
  expect(tracked.text).toMatch(
    /^Order 1042 is on its way, and arrives on \w+day \d+ \w+\.\n\n- Items: 2 × Meadow/,
  );
  const planned = dayIn(tracked.text);
  const wanted = planned === "Friday" ? "Saturday" : "Friday";

  const asked = askedIn(await sendBlocks(shop, moveTo(wanted), tracked.token));
  expect(asked?.confirm).toMatchObject({
    title: "Change the delivery day",
    request: "POST /demo/shop/deliveries/1042",
    fields: [
      { label: "Order number", value: "1042" },
      { label: "Postcode", value: "4310" },
      { label: "New day", value: wanted },
    ],
    body: `{"postcode":"4310","day":"${wanted}"}`,
  });
  expect(JSON.stringify(asked)).not.toContain("authorization");
  expect(dayIn((await sendBlocks(shop, track("1042", "4310"))).text)).toBe(planned);

  const moved = await sendBlocks(shop, [answerTo(asked, "Confirm")], tracked.token);
  expect(moved.text).toMatch(new RegExp(`^Order 1042 now arrives on ${wanted} \\d+ \\w+\\.$`));
  expect(dayIn((await sendBlocks(shop, track("1042", "4310"))).text)).toBe(wanted);

  // The connection that the service keeps to itself does not delay its stop, which would otherwise take 25 seconds.
  const { code, tookMs } = await service.end("SIGTERM");
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(20_000);
});

test("the shop's back end says what does not exist or is impossible, and an invalid form is refused", async () => {
  await using service = await startDemo();
  const shop = await visitDemo(service, "/demo/shop");

  expect((await sendBlocks(shop, track("1042", "9999"))).text).toMatch(
    /^There is no order 1042 with that postcode/,
  );
  const asked = await sendBlocks(shop, moveTo("Friday", "1038", "8050"));
  const refused = await sendBlocks(shop, [answerTo(askedIn(asked), "Confirm")], asked.token);
  expect(refused.text).toMatch(/^Order 1038 was delivered on .* can no longer be changed\.$/);
  for (const input of [track("1042/../1047", "4310"), moveTo("Sunday")])
    expect((await sendBlocks(shop, input)).response.status).toBe(400);
});

test("the shop answers from its help pages, the guide from the documentation, each with links to its own", async () => {
  await using service = await startDemo();
  const [shop, guide] = [await visitDemo(service, "/demo/shop"), await visitDemo(service, "/demo")];
  expect(shop.key).not.toBe(guide.key);

  // Its documents are read in the background, and questions wait for them.
  expect((await ask(shop, "When are you open?")).text).toContain("We are open");
  const { starters } = (await (await shop.fetch("/chat-bot/agent")).json()) as { starters: string[] };
  const firstSentences = [
    /^We are open Tuesday to Friday from 8:00 to 17:00, on Saturday from 9:00 to 18:00/,
    /^Choose Dusk for espresso/,
    /^Delivery costs €3\.90/,
  ];
  expect(starters).toHaveLength(firstSentences.length);
  let text = "";
  for (const [place, starter] of starters.entries()) {
    ({ text } = await ask(shop, starter));
    expect(text).toMatch(firstSentences[place] ?? "");
  }
  const [, linked = ""] = /(\/demo\/shop\/help\/delivery\.md)#/.exec(text) ?? [];
  expect(await (await fetch(service.baseUrl + linked)).text()).toContain('id="how-much-does-delivery-cost"');
  expect((await ask(guide, "How do I put the chat on my page?")).text).not.toContain("/demo/shop/");
});

test("only the service's own agent can use the shop's back end", async () => {
  await using service = await startDemo();
  const { key } = await visitDemo(service, "/demo/shop");
  const paths = ["/demo/shop/orders/1042?postcode=4310", "/demo/shop/deliveries/1042"];
  for (const headers of [{}, { Authorization: `Bearer ${key}` }, { Authorization: "Bearer " }])
    for (const [path, method] of [
      [paths[0], "GET"],
      [paths[1], "POST"],
    ]) {
      const body = method === "POST" ? '{"postcode":"4310","day":"Friday"}' : null;
      const asked = {
        method: method ?? "",
        headers: { "Content-Type": "application/json", ...headers },
        body,
      };
      const response = await fetch(`${service.baseUrl}${path}`, asked);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain("arrives");
    }
});

test("it does not let a tool of any other agent reach this machine", async () => {
  const forms = ["/demo/shop", "/healthz", "/demo/docs/README.md"].map((path, index) => ({
    id: `look-${index}`,
    label: "Look",
    kind: "form",
    inputSchema: { type: "object", properties: {} },
    http: { url: `https://localhost${path}` },
  }));
  const settings = { SERVICECHAT_PUBLIC_URL: "https://localhost" };
  await using service = await startDemo({ agent: { actions: forms }, settings });
  for (const { id } of forms)
    expect((await sendBlocks(service, [actionBlock({ actionId: id, input: {} })])).text).toContain(
      "didn't work",
    );
  const { log } = await service.end("SIGTERM");
  const refused = log.split("\n").filter((line) => line.includes("which is not a public address"));
  expect(refused).toHaveLength(forms.length);
});

test("the demo's keys work only at the service's own addresses", async () => {
  await using service = await startDemo();
  for (const path of ["/demo", "/demo/shop"]) {
    const agent = await visitDemo(service, path);
    expect((await agent.fetch("/chat-bot/config")).status).toBe(200);
    const elsewhere = await agent.fetch("/chat-bot/config", { headers: { Origin: "https://evil.example" } });
    expect(elsewhere.status).toBe(403);
  }
});

test("a shop that its operator deleted stays gone, with its pages and its choice; without the guide there is no demo", async () => {
  await using service = await startDemo();
  const get = async (path: string) => {
    const response = await fetch(service.baseUrl + path);
    return { status: response.status, text: await response.text() };
  };
  const shopPaths = ["/demo/shop", "/demo/shop/visit", "/demo/shop/help/delivery.md"];
  const statuses = async () => Promise.all(shopPaths.map(async (path) => (await get(path)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await get("/demo")).text).toContain('href="/demo/shop#chat"');

  await service.command("agent", "delete", "demo-shop");
  for (let time = 0; time < 2; time++) {
    await service.end("SIGTERM");
    await service.start();
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await get("/demo")).text).not.toContain("/demo/shop");
  }
  await service.command("agent", "delete", "demo");
  await service.end("SIGTERM");
  await service.start();
  expect((await get("/demo")).status).toBe(404);
  const { stdout } = await service.command("agent", "list", "--json");
  expect((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)).toEqual(["acme"]);
});

test("the doctor finds nothing wrong with the demo's tools, and only the owner can read its keys", async () => {
  await using service = await startDemo();
  const { stdout } = await service.command("doctor");
  expect(stdout).toMatch(/^ok +agent demo-shop, track-order: asks the service itself$/m);
  const kept = readFileSync(join(service.dataDirectory, "data", "demo-shop-key"), "utf8");
  expect(kept.trim()).toBe((await visitDemo(service, "/demo/shop")).key);
});
