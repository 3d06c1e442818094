import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { startShop } from "../../../test/support/start-shop.ts";
import { examine } from "./examine.ts";
import { newOperator } from "./run-program.ts";

describe("tools that contact other servers", () => {
  const token = "canary-token-of-the-shop";
  const nobody = "127.0.0.1:9";
  const agent = (shop: string) =>
    JSON.stringify({
      id: "shop",
      name: "Shop",
      model: { provider: "extractive" },
      tools: [
        {
          name: "order",
          description: "O",
          http: { url: `${shop}/api/orders/1`, headers: { A: "${SHOP_TOKEN}" } },
        },
        { mcp: { url: `${shop}/mcp`, headers: { Authorization: "Bearer ${SHOP_TOKEN}" } } },
        {
          mcp: {
            url: `${shop}/mcp?2`,
            headers: { Authorization: "Bearer ${SHOP_TOKEN}" },
            only: ["stock", "gone"],
          },
        },
        { mcp: { url: `http://${nobody}/mcp` } },
      ],
    });

  test("are reported with missing secrets and with networks that are not allowed", async () => {
    await using operator = await newOperator();
    await operator.run("agent", "apply", await operator.write("shop.json", agent("http://127.0.0.1:4400")));
    const { code, about } = await examine(operator, {});
    expect(code).toBe(1);
    expect(about("agent shop, order")).toBe(
      "problem: the variable SHOP_TOKEN, which a header needs, is not set",
    );
    expect(about(`agent shop, MCP at ${nobody}`)).toBe(
      `problem: ${nobody} leads to 127.0.0.1, which is not a public address`,
    );
  });

  test("are asked for their list if that changes nothing, and no secret is printed", async () => {
    await using shop = await startShop(token);
    await using operator = await newOperator();
    await operator.run("agent", "apply", await operator.write("shop.json", agent(shop.url)));
    const { host } = new URL(shop.url);
    const { about, err } = await examine(operator, {
      SHOP_TOKEN: token,
      SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32",
    });
    expect(about("agent shop, order")).toBe(
      `ok: ${host} answers; its GET is not called, because that could change something`,
    );
    expect(about(`agent shop, MCP at ${host}`)).toBe("ok: 2 tools\nwarning: the server has no gone");
    expect(about(`agent shop, MCP at ${nobody}`)).toMatch(/^problem: does not answer/);
    expect(about(`agent shop, MCP at ${host}`) + err).not.toContain(token);
  });

  test("have each host asked once for its front page only, without a secret", async () => {
    const heard: string[] = [];
    await using host = await listenOnLoopback(
      createServer(({ method, url, headers }, response) => {
        heard.push(`${method} ${url} ${JSON.stringify(headers)}`);
        response.writeHead(404).end();
      }),
    );
    const silent = createServer(() => undefined);
    await using stuck = await listenOnLoopback(silent);
    const tool = (name: string, url: string) => ({
      name,
      description: "D",
      http: { method: "POST", url, headers: { Authorization: "Bearer ${SHOP_TOKEN}" } },
    });
    const origin = (port: number) => `http://127.0.0.1:${port}`;
    const tools = [
      tool("one", `${origin(host.port)}/orders?key=1`),
      tool("two", `${origin(host.port)}/returns`),
      tool("gone", `http://${nobody}/orders`),
      tool("stuck", `${origin(stuck.port)}/orders`),
    ];
    await using operator = await newOperator();
    const model = { provider: "openai", name: "m", baseUrl: `http://${nobody}` };
    const file = JSON.stringify({ id: "shop", name: "Shop", model, tools });
    await operator.run("agent", "apply", await operator.write("shop.json", file));
    const { about } = await examine(operator, {
      SHOP_TOKEN: token,
      SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32",
    });
    expect(heard).toEqual([expect.stringMatching(/^HEAD \/ /)]);
    expect(heard.join()).not.toContain(token);
    for (const name of ["one", "two"])
      expect(about(`agent shop, ${name}`)).toMatch(/^ok: 127\.0\.0\.1:\d+ answers; its POST is not called/);
    expect(about("agent shop, gone")).toMatch(/^problem: 127\.0\.0\.1:9 does not answer: /);
    expect(about("agent shop, stuck")).toMatch(/^problem: 127\.0\.0\.1:\d+ does not answer: /);
  });
});
