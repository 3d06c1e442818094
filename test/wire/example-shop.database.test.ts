import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import { answerTo, askedIn, sendBlocks } from "../support/post-blocks.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startShop } from "../support/start-shop.ts";
import { ask, hear, post } from "../support/visitor.ts";

const token = "token-of-the-example-shop";
const identitySecret = "the secret that says who is signed in";
const called = {
  status: { tool: "order_status", input: { order: "A-1002" } },
  return: { tool: "request_return", input: { order: "A-1001", reason: "too small" } },
  mine: { tool: "my_orders", input: {} },
  stock: { tool: "stock", input: { product: "tent" } },
  aside: { tool: "put_aside", input: { product: "tent" } },
};

/** Calls the tool that the visitor names, and repeats its result. */
const obliging: ModelScript = ({ messages }) => {
  const last = messages.at(-1);
  const said = String(last?.content);
  // It follows the line about who the visitor is.
  const asked = said.split("\n").at(-1) ?? "";
  const call = last?.role === "user" && called[asked as keyof typeof called];
  return call ? [call] : [said];
};

test("the agent of the example shop looks up orders and stock at once, and asks before it changes anything", async () => {
  await using shop = await startShop(token);
  await using model = await startModelServer(obliging);
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    agent: shop.agent,
    settings: {
      SHOP_TOKEN: token,
      SHOP_IDENTITY_SECRET: identitySecret,
      SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32",
    },
  });
  await service.start();

  const signedIn = new SignJWT({ sub: "42" }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("10m");
  const userToken = await signedIn.sign(new TextEncoder().encode(identitySecret));
  const mine = await hear(await post(service, "mine", { headers: { "X-User-Token": userToken } }));
  expect(mine.text).toContain("A-1001");
  expect((await ask(service, "mine")).text).toContain("not signed in");

  const status = await ask(service, "status");
  const visitor = { token: status.token };
  expect(status.text).toContain('"status":"on its way"');
  expect((await ask(service, "stock", visitor)).text).toContain("3 in stock");

  const asked = askedIn(await ask(service, "return", visitor));
  expect(asked?.confirm).toMatchObject({
    title: "Requesting the return",
    request: "POST /api/returns",
    body: '{"order":"A-1001","reason":"too small"}',
  });
  expect(await shop.returns()).toEqual([]);
  const confirmed = await sendBlocks(service, [answerTo(asked, "Confirm")], status.token);
  expect(confirmed.text).toContain('"number":"R-1"');
  expect(await shop.returns()).toEqual([{ number: "R-1", order: "A-1001", reason: "too small" }]);

  const aside = askedIn(await ask(service, "aside", visitor));
  expect(aside?.confirm).toMatchObject({
    title: "Putting one aside",
    request: "MCP tools/call put_aside at /mcp",
    body: '{"product":"tent"}',
  });
  // The next process connects to the shop again, and makes the confirmed request.
  await service.end("SIGKILL");
  await service.start();
  // A reply does not wait for long until the shop's tools are known, and this process has loaded nothing yet.
  await expect.poll(async () => (await ask(service, "stock")).text).toContain("3 in stock");
  await sendBlocks(service, [answerTo(aside, "Confirm")], status.token);
  expect((await ask(service, "stock", visitor)).text).toContain("2 in stock");
});
