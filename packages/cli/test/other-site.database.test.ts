import { expect, test } from "vitest";
import { examine } from "./examine.ts";
import { newOperator, smallAgent } from "./run-program.ts";

const named = "Serve the chat from a subdomain of your site";
const createKey = ["key", "create", "--agent", "shop"];

test.each([
  ["https://chat.example.com", ["shop.example"], "chat.shop.example"],
  ["https://chat.example.com", ["https://*.shop.example:8443", "localhost"], "chat.shop.example"],
  // Names below a public suffix belong to different people.
  ["https://chat.co.uk", ["shop.co.uk"], "chat.shop.co.uk"],
  ["https://one.github.io", ["two.github.io"], "chat.two.github.io"],
  ["https://203.0.113.9", ["shop.example"], "chat.shop.example"],
])(
  "for pages of another site than %s, %o, the advice is to serve the chat from %s",
  async (url, sites, cure) => {
    await using operator = await newOperator();
    await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
    const allow = sites.flatMap((site) => ["--allow", site]);
    const { code, err } = await operator.runWith({ SERVICECHAT_PUBLIC_URL: url }, ...createKey, ...allow);
    expect(code).toBe(0);
    expect(err).toContain(`such as ${cure}: see "${named}" in docs/embedding.md`);
  },
);

test.each([
  ["https://chat.shop.example", ["www.shop.example"]],
  ["https://chat.shop.example", ["other.example", "shop.example"]],
  ["https://shop.example:8443", ["*.shop.example"]],
  ["https://chat.shop.co.uk", ["shop.co.uk"]],
  ["https://chat.example.com", ["*"]],
  ["https://chat.example.com", ["localhost", "127.0.0.1"]],
  ["http://localhost:8080", ["shop.example"]],
])("for pages of the site of %s, or if that is unknown, %o, there is no advice", async (url, sites) => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const allow = sites.flatMap((site) => ["--allow", site]);
  const { code, err } = await operator.runWith({ SERVICECHAT_PUBLIC_URL: url }, ...createKey, ...allow);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

test("the doctor reports whether the chat belongs to another site than the page", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const asked = async (origin: string, url: string) => {
    const given = ["--offline", "--key", "ak_0", "--origin", origin];
    return (await examine(operator, { SERVICECHAT_PUBLIC_URL: url }, ...given)).about("site");
  };
  expect(await asked("https://www.shop.example", "https://chat.shop.example")).toMatch(/^ok: /);
  expect(await asked("https://shop.example", "https://chat.example.com")).toMatch(
    /^warning: on pages of shop\.example, a chat from chat\.example\.com is third-party content,/,
  );
});
