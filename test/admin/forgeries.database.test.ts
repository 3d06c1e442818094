import { expect, test } from "vitest";
import { cookieIn, startConsole } from "../support/start-console.ts";
import type { AdminResponse } from "../support/start-console.ts";

const me = "/console/api/me";
const out = "/console/api/sign-out";

const expectUnshared = ({ headers }: AdminResponse) =>
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);

test.each([
  ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
  ["another host of the site", { "sec-fetch-site": "same-site" }],
  ["nowhere, such as an address that was typed", { "sec-fetch-site": "none" }],
  ["another origin, whatever the browser says of the site", { origin: "https://evil.example" }],
  ["a page without an origin", { origin: "null" }],
  ["the same host without encryption", { origin: "http://chat.example" }],
  ["who knows where: neither header", { "sec-fetch-site": undefined, origin: undefined }],
])("changes nothing and signs nobody in on behalf of %s", async (_, headers) => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const token = await console.link();
  for (const asked of [
    await console.ask("POST", out, { cookie, headers }),
    await console.ask("POST", "/console/api/sign-in/link", { body: { token }, headers }),
    await console.ask("POST", "/console/api/sign-in/password", {
      body: { name: "x", password: "y" },
      headers,
    }),
  ]) {
    expect(asked).toMatchObject({ status: 403, body: { code: "cross_site" } });
    expectUnshared(asked);
  }
  expect((await console.ask("GET", me, { cookie })).status).toBe(200);
});

test("the origin is sufficient for browsers that send no fetch metadata", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  expect((await console.ask("POST", out, { cookie, headers: { "sec-fetch-site": undefined } })).status).toBe(
    204,
  );
});

test("a form's content type is refused, with a body and without", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined])
    expect(await console.ask("POST", out, { cookie, headers: { "content-type": type } })).toMatchObject({
      status: 415,
      body: { code: "unsupported_media_type" },
    });
  expect((await console.ask("GET", me, { cookie })).status).toBe(200);
});

test("another site cannot read with a cookie either", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  for (const site of ["cross-site", "same-site"])
    expect(await console.ask("GET", me, { cookie, headers: { "sec-fetch-site": site } })).toMatchObject({
      status: 403,
      body: { code: "cross_site" },
    });
});

test("a cookie together with a token, and two cookies, are rejected", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const token = await console.token("owner");
  expect(await console.ask("GET", me, { cookie, token })).toMatchObject({
    status: 400,
    body: { code: "malformed_request" },
  });
  expect(
    await console.ask("GET", me, { cookie: `${cookie}; __Host-servicechat_console=other` }),
  ).toMatchObject({ status: 401, body: { code: "session_ended" } });
});

test("nothing is served under another host, whatever a proxy's headers say", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  for (const host of ["evil.example", "chat.example:8080", "user@chat.example", "chat.example.", "127.0.0.1"])
    for (const path of ["/console/", me, "/console/assets/x.js"]) {
      const asked = await console.ask("GET", path, {
        cookie,
        headers: { host, "x-forwarded-host": "chat.example", forwarded: "host=chat.example" },
      });
      expect(asked).toMatchObject({ status: 404, body: { code: "not_found" } });
      expectUnshared(asked);
    }
  expect((await console.ask("GET", me, { cookie, headers: { host: "CHAT.example:443" } })).status).toBe(200);
});

test("no response is shared with other origins, including preflights", async () => {
  await using console = await startConsole();
  const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
  for (const path of [me, "/console/api/nothing", "/console/api/sign-in/link"])
    expectUnshared(await console.ask("GET", path, { headers }));
  const preflight = await console.ask("OPTIONS", out, { headers });
  expect(preflight.status).toBe(405);
  expectUnshared(preflight);
});

test("a console on its own host is served only there, together with nothing but health", async () => {
  await using console = await startConsole({ consoleUrl: "https://console.example" });
  const { cookie } = await console.signIn();
  expect((await console.ask("GET", me, { cookie })).status).toBe(200);
  expect((await console.ask("GET", me, { cookie, headers: { host: "chat.example" } })).status).toBe(404);
  for (const path of ["/chat/", "/launcher.js", "/openapi.json", "/chat-bot/config", "/demo"]) {
    const asked = await console.ask("GET", path, { headers: { origin: "https://shop.example" } });
    expect(asked.status).toBe(404);
    expectUnshared(asked);
  }
  expect((await console.ask("GET", "/healthz")).status).toBe(200);
  expect((await console.ask("GET", "/launcher.js", { headers: { host: "chat.example" } })).status).toBe(200);
});

test("a loopback address has three names, and its cookie does not require encryption", async () => {
  await using console = await startConsole({ consoleUrl: "http://localhost:8080" });
  const asked = await console.ask("POST", "/console/api/sign-in/link", {
    body: { token: await console.link() },
  });
  expect(asked.headers["set-cookie"]?.[0]).toMatch(
    /^servicechat_console_[0-9a-f]{12}=[\w-]{43}; Max-Age=2592000; HttpOnly; SameSite=Strict; Path=\/$/,
  );
  for (const host of ["127.0.0.1:8080", "[::1]:8080", "localhost:8080"])
    expect((await console.ask("GET", me, { cookie: cookieIn(asked), headers: { host } })).status).toBe(200);
  expect((await console.ask("GET", me, { headers: { host: "localhost:8081" } })).status).toBe(404);
});

test("without a console, its addresses do not exist", async () => {
  await using none = await startConsole({ hasConsole: false });
  for (const path of ["/console", "/console/", me, "/console/api/sign-in/link"])
    expect(await none.ask("GET", path)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("visitors' routes ignore the cookie, and neither kind of key works on the other's routes", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const token = await console.token("owner");
  expect((await console.ask("GET", "/chat-bot/config", { cookie })).body.code).toBe("key_missing");
  expect((await console.ask("GET", "/chat-bot/config", { token })).body.code).toBe("key_rejected");
  expect((await console.ask("GET", me, { token: console.key })).body.code).toBe("token_rejected");
});

test("reading changes nothing: links cannot sign anybody out", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  expect(await console.ask("GET", out, { cookie })).toMatchObject({
    status: 405,
    headers: { allow: "POST" },
  });
  expect((await console.ask("GET", me, { cookie })).status).toBe(200);
});
