import { parseWidgetConfig } from "@servicechat/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { plainConfig, setStage } from "./support/stage.ts";
import { untilTrue } from "../../../test/support/until-true.ts";

/** Every field of the specification, by its path. */
const fields = [
  "agent",
  "agent.name",
  "agent.welcomeMessage",
  "branding",
  "branding.primaryColor",
  "branding.logo",
  "branding.position",
  "branding.attribution",
  "branding.style",
  "features",
  "features.actions",
  "features.askUserQuestion",
];

/** `plainConfig` with one field replaced, or removed for `undefined`. */
function configWith(path: string, value: unknown): unknown {
  const copy = structuredClone(plainConfig) as unknown as Record<string, Record<string, unknown>>;
  const [outer = "", inner] = path.split(".");
  if (inner === undefined) return { ...copy, [outer]: value };
  return { ...copy, [outer]: { ...copy[outer], [inner]: value } };
}

describe("reading a configuration", () => {
  test("a configuration without one of the specified fields is malformed", () => {
    for (const path of fields) expect(parseWidgetConfig(configWith(path, undefined)), path).toBeUndefined();
  });

  test("a field of another type is malformed", () => {
    const wrong = fc.oneof(fc.double(), fc.array(fc.anything()), fc.bigInt());
    fc.assert(
      fc.property(fc.constantFrom(...fields), wrong, (path, value) => {
        expect(parseWidgetConfig(configWith(path, value))).toBeUndefined();
      }),
    );
  });

  test("nothing makes the parser throw, and what it accepts is a configuration", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.constantFrom(...fields).chain((path) => fc.anything().map((value) => configWith(path, value))),
        ),
        (value) => {
          const config = parseWidgetConfig(value);
          if (config) expect(parseWidgetConfig(structuredClone(config))).toEqual(config);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("only #rgb and #rrggbb are colours", () => {
    for (const colour of ["#0f766e", "#ABC"])
      expect(parseWidgetConfig(configWith("branding.primaryColor", colour))).toBeDefined();
    const others = [
      "red",
      "#12",
      "#12345",
      "#1234567",
      "#ggg",
      "",
      "#fff;}*{",
      "rgb(0,0,0)",
      "#fff\n",
      "url(x)",
    ];
    for (const colour of others)
      expect(parseWidgetConfig(configWith("branding.primaryColor", colour)), colour).toBeUndefined();
  });

  test("an unrecognised position is bottom-right, and null is a welcome message and a logo", () => {
    expect(parseWidgetConfig(configWith("branding.position", "somewhere"))?.branding.position).toBe(
      "bottom-right",
    );
    expect(parseWidgetConfig(configWith("agent.welcomeMessage", null))?.agent.welcomeMessage).toBeNull();
  });
});

describe.skipIf(noChromium)(`a failed configuration${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  const failures: readonly [name: string, answer: object, reason: RegExp, trouble?: RegExp][] = [
    ["401", { status: 401 }, /key is unknown or revoked/, /401/],
    [
      "403 names the origin and the setting",
      { status: 403 },
      /https:\/\/shop\.example is not one of the key's allowed domains: servicechat key allow page\d+ https:\/\/shop\.example/,
      /403/,
    ],
    ["429", { status: 429 }, /key has reached its request limit/, /429/],
    ["500", { status: 500 }, /answered 500/, /500/],
    ["no JSON", { body: "<html>" }, /malformed/],
    ["no object", { body: "null" }, /malformed/],
    ["a bad colour", { body: configWith("branding.primaryColor", "red") }, /malformed/],
    ["a missing field", { body: configWith("features.askUserQuestion", undefined) }, /malformed/],
  ];

  test.each(failures)(
    "%s: nothing is drawn, one warning says why, nothing is left",
    async (_, answer, reason, trouble) => {
      if (trouble) stage.trouble.expect(trouble);
      const page = await stage.show({
        answer,
        attributes: "data-open",
        head: "<script>window.ServiceChat = { q: [['sendMessage', 'hi']] }</script>",
      });
      await untilTrue(page, "!('ServiceChat' in window)");

      expect(page.warnings).toEqual([expect.stringMatching(reason)]);
      expect(page.warnings.join()).not.toContain("secret");
      expect(await page.locator("service-chat, iframe").count()).toBe(0);
    },
  );

  test("a page whose own fetch sends credentials is told so", async () => {
    stage.trouble.expect(/CORS|Failed to load resource/);
    const page = await stage.show({
      head: `<script>const before = fetch;
        window.fetch = (input, init) => before(input, { ...init, credentials: "include" });</script>`,
    });
    await untilTrue(page, "!('ServiceChat' in window)");
    expect(page.warnings).toEqual([expect.stringContaining("This page has replaced window.fetch")]);
  });

  test("403 names the origin that the service received; in a sandbox there is none, which no command can allow", async () => {
    stage.trouble.expect(/403/);
    const page = await stage.show({
      answer: { status: 403 },
      headers: { "Content-Security-Policy": "sandbox allow-scripts" },
    });
    await untilTrue(page, "!('ServiceChat' in window)");
    await expect
      .poll(() => page.warnings)
      .toEqual([expect.stringMatching(/null is not .* the page has no domain/)]);
    // The service would refuse it.
    expect(page.warnings.join()).not.toContain("servicechat key allow");
  });

  test.each([
    ["403", { status: 403 }, /No configuration: .*answered 403/, /403/],
    ["no JSON", { body: "<html>" }, /No configuration: SyntaxError/, undefined],
    [
      "a bad colour",
      { body: configWith("branding.primaryColor", "red") },
      /No configuration: .*is malformed/,
      undefined,
    ],
  ] as const)(
    "%s is reported even if the explanation of it cannot be loaded",
    async (_, answer, reason, trouble) => {
      stage.trouble.expect(/ERR_FAILED/);
      if (trouble) stage.trouble.expect(trouble);
      const page = await stage.show({
        answer,
        headers: { "Content-Security-Policy": "script-src https://chat.example/launcher.js" },
      });
      stage.trouble.expect(/Content Security Policy|violates|policy/);
      await untilTrue(page, "!('ServiceChat' in window)");
      expect(page.warnings).toEqual([expect.stringMatching(reason)]);
    },
  );

  test("a service that cannot be reached is reported", async () => {
    stage.trouble.expect(/policy violation|Content Security Policy|violates/);
    const page = await stage.show({ headers: { "Content-Security-Policy": "connect-src 'none'" } });
    await untilTrue(page, "!('ServiceChat' in window)");
    expect(page.warnings).toEqual([expect.stringMatching(/https:\/\/chat\.example\/ cannot be reached/)]);
  });

  test.each(["", "ak_", "nonsense", "ak_ABC_x", "ak_a"])(
    "the key %j is refused before any request",
    async (key) => {
      const before = stage.service.requests.length;
      const page = await stage.show({ key });
      await expect
        .poll(() => page.warnings)
        .toEqual([expect.stringMatching(/data-agent-key is not an agent key/)]);
      expect(await page.evaluate("'ServiceChat' in window")).toBe(false);
      expect(stage.service.requests.slice(before).filter(({ url }) => url.includes("config"))).toEqual([]);
    },
  );
});
