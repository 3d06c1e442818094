import { request as forward } from "node:http";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));
const api = `${consoleUrl}/console/api`;
/** Another site, and another host of the console's own site, such as a hijacked blog. */
const others = { "cross-site": "https://evil.example", "same-site": "https://blog.chat.example" } as const;
const page = "<!doctype html><title>Any page</title><h1>Any page</h1>";

/** The service under another name: an attacker's name server can make any name lead to it. */
const rebound =
  ({ port }: TestConsole): RequestListener =>
  (request, response) => {
    const { url, method, headers } = request;
    const passed = forward({ host: "127.0.0.1", port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  };

async function start() {
  await buildIfStale({ only: ["console"] });
  await using stack = new AsyncDisposableStack();
  const console = stack.use(await startConsole({ consoleFiles: createConsoleFiles(dist) }));
  const sites = { "evil.example": page, "blog.chat.example": page, "rebound.example": rebound(console) };
  const browser = stack.use(await openBrowser({ service: console, sites, cookies: "allowed" }));
  // The refusals are expected.
  browser.trouble.expect(
    /^console error: (?:Failed to load resource|Access to fetch|policy violation|Framing)/,
  );
  const { cookie } = await console.signIn("owner");
  const [name = "", value = ""] = cookie.split("=");
  await browser.context.addCookies([
    { name, value, domain: "chat.example", path: "/", secure: true, httpOnly: true, sameSite: "Strict" },
  ]);
  const moved = stack.move();
  return {
    console,
    browser,
    /** Everything that a forgery could have changed. */
    async stored() {
      const { storage } = console;
      const audit = await storage.audit.list({ limit: 200 });
      return {
        keys: await storage.keys.list(),
        agents: await storage.agents.list(),
        done: audit.items.map(({ what }) => what),
        isSignedIn: (await console.ask("GET", "/console/api/me", { cookie })).status === 200,
      };
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** The result of a page's request: a status that it could read, or that it was blocked. */
function fetchIn(from: Page, address: string, init: object): Promise<string> {
  return from.evaluate(
    async ([url, options]) => {
      const answered = await fetch(url, options as RequestInit).catch(() => undefined);
      return answered === undefined
        ? "refused"
        : answered.type === "opaque"
          ? "opaque"
          : `${answered.status}`;
    },
    [address, init] as const,
  );
}

const newKey = JSON.stringify({ agent: "acme-support", allowed: ["evil.example"] });
const json = { "Content-Type": "application/json" };

describe.skipIf(noChromium)(`forgeries in a browser${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("the console's own page may do what other pages try below", async () => {
    await using given = await start();
    const own = await given.browser.visit(`${consoleUrl}/console/`);
    expect(await fetchIn(own, `${api}/me`, {})).toBe("200");
    expect(await fetchIn(own, `${api}/keys`, { method: "POST", headers: json, body: newKey })).toBe("201");
    expect((await given.stored()).keys).toHaveLength(2);
  });

  test.each(Object.entries(others))("a %s page reads nothing and changes nothing", async (_, origin) => {
    await using given = await start();
    const { browser } = given;
    const before = await given.stored();
    expect(before).toMatchObject({ isSignedIn: true });
    const from = await browser.visit(`${origin}/`);
    const withCookie = { credentials: "include" };
    for (const [path, init] of [
      ["me", {}],
      ["chats/export?as=csv", {}],
      ["keys", { method: "POST", headers: json, body: newKey }],
      ["sign-out", { method: "POST", headers: json, body: "{}" }],
      ["agents/acme-support", { method: "DELETE" }],
      ["events", {}],
    ] as const)
      expect([path, await fetchIn(from, `${api}/${path}`, { ...init, ...withCookie })]).toEqual([
        path,
        "refused",
      ]);
    // Requests that need no preflight are sent but have no effect. The page learns nothing about the response.
    for (const path of ["sign-out", "keys", "keys/x/revoke"])
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        const init = { method: "POST", mode: "no-cors", headers: { "Content-Type": type }, body: newKey };
        expect(await fetchIn(from, `${api}/${path}`, { ...init, ...withCookie })).toMatch(/opaque|refused/);
      }
    // A form navigates the whole page there.
    for (const encoding of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const form = await browser.visit(`${origin}/`);
      const answered = form.waitForResponse(`${api}/keys`);
      // As text/plain, a form can send JSON.
      const field = { name: newKey.slice(0, -1), value: newKey.slice(-1) };
      const attributes = { method: "post", action: `${api}/keys`, enctype: encoding };
      await form.evaluate(`{
        const form = Object.assign(document.createElement("form"), ${JSON.stringify(attributes)});
        form.append(Object.assign(document.createElement("input"), ${JSON.stringify(field)}));
        document.body.append(form);
        form.submit();
      }`);
      expect([401, 403]).toContain((await answered).status());
      await form.close();
    }
    expect(await given.stored()).toEqual(before);
  });

  test.each(Object.entries(others))("a %s page can frame neither console nor API", async (_, origin) => {
    await using given = await start();
    const from = await given.browser.visit(`${origin}/`);
    for (const address of [`${consoleUrl}/console/`, `${consoleUrl}/console/keys`, `${api}/me`]) {
      await from.evaluate(
        `document.body.append(Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(address)} }))`,
      );
      // What Chromium shows instead of a page that must not be framed.
      await expect.poll(() => from.frames().at(-1)?.url()).toBe("chrome-error://chromewebdata/");
    }
  });

  test("a name that leads to the service is not the console's, and the cookie is never sent there", async () => {
    await using given = await start();
    const { browser, console } = given;
    const elsewhere = await browser.visit("https://rebound.example/healthz");
    for (const path of ["/console/", "/console/api/me", "/console/api/openapi.json", "/console/assets/x.js"])
      expect([path, await fetchIn(elsewhere, path, {})]).toEqual([path, "404"]);
    const link = JSON.stringify({ token: await console.link("owner") });
    const signIn = { method: "POST", headers: json, body: link };
    expect(await fetchIn(elsewhere, "/console/api/sign-in/link", signIn)).toBe("404");
    // The link still works where it belongs.
    const own = await browser.visit(`${consoleUrl}/console/`);
    expect(await fetchIn(own, `${api}/sign-in/link`, signIn)).toBe("200");
  });

  test("the cookie has no effect on visitors' routes", async () => {
    await using given = await start();
    const { browser, console } = given;
    const own = await browser.visit(`${consoleUrl}/console/`);
    const config = "/chat-bot/config";
    const ofConsole = await console.createKey({ allowed: [consoleUrl] });
    const key = { headers: { Authorization: `Bearer ${ofConsole.key}` } };
    for (const credentials of ["include", "omit"]) {
      expect(await fetchIn(own, config, { credentials })).toBe("401");
      expect(await fetchIn(own, "/chat-bot/history", { ...key, credentials })).toBe("404");
    }
    const answerOf = (credentials: string) =>
      own.evaluate(
        async ([url, init]) => {
          const answered = await fetch(url, init as RequestInit);
          return [answered.status, answered.headers.get("set-cookie"), await answered.json()];
        },
        [config, { ...key, credentials }] as const,
      );
    const agent = expect.objectContaining({ name: "Acme Support" }) as unknown;
    expect(await answerOf("include")).toEqual([200, null, expect.objectContaining({ agent })]);
    expect(await answerOf("include")).toEqual(await answerOf("omit"));
  });
});
