import { describe, expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { cookieIn, startConsole } from "../support/start-console.ts";

const me = "/console/api/me";
const byLink = "/console/api/sign-in/link";
const byPassword = "/console/api/sign-in/password";
const password = "correct horse battery staple";

describe("a link", () => {
  test("signs in once, and responds with the person and cookies for this host only", async () => {
    await using console = await startConsole();
    const token = await console.link("owner");
    const first = await console.ask("POST", byLink, { body: { token } });
    expect(first).toMatchObject({
      status: 200,
      body: { kind: "operator", role: "owner", agents: null, password: false, passkeys: 0 },
    });
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-servicechat_console=[\w-]{43}; Max-Age=2592000; Secure; HttpOnly; SameSite=Strict; Path=\/$/,
      ),
      expect.stringMatching(
        /^__Host-servicechat_device=[\da-f]{32}\.[\da-f]{64}; Max-Age=34560000; Secure; HttpOnly; SameSite=Strict; Path=\/$/,
      ),
    ]);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect((await console.ask("GET", me, { cookie: cookieIn(first) })).body).toEqual(first.body);
    expect(await console.ask("POST", byLink, { body: { token } })).toMatchObject({
      status: 401,
      body: { code: "link_rejected", detail: expect.stringContaining("servicechat console link") },
    });
  });

  test("signs in only one of two simultaneous requests", async () => {
    await using console = await startConsole();
    const token = await console.link();
    const both = await Promise.all([1, 2].map(() => console.ask("POST", byLink, { body: { token } })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });

  test("gets the same response whether unknown or used, and a wrong type names the field", async () => {
    await using console = await startConsole();
    const unknown = await console.ask("POST", byLink, { body: { token: "x".repeat(43) } });
    expect(unknown).toMatchObject({ status: 401, body: { code: "link_rejected" } });
    const wrong = await console.ask("POST", byLink, { body: { token: 1 } });
    expect(wrong).toMatchObject({ status: 400, body: { detail: "token: must be text" } });
  });
});

test("a password is set, changed only by those who know it, and ends all other sessions", async () => {
  await using console = await startConsole();
  const { cookie, me: owner } = await console.signIn();
  const set = await console.ask("PUT", "/console/api/me/password", { cookie, body: { password } });
  expect(set.status).toBe(204);
  expect(await console.ask("GET", me, { cookie })).toMatchObject({ body: { code: "session_ended" } });
  const own = cookieIn(set);
  expect((await console.ask("GET", me, { cookie: own })).body).toMatchObject({ password: true });

  const other = await console.ask("POST", byPassword, { body: { name: owner.name, password } });
  expect(other.status).toBe(200);
  const change = { password: "another battery staple" };
  for (const current of [undefined, "a wrong password"])
    expect(
      await console.ask("PUT", "/console/api/me/password", {
        cookie: own,
        body: { ...change, ...(current && { current }) },
      }),
    ).toMatchObject({ status: 403, body: { code: "password_rejected" } });
  const changed = await console.ask("PUT", "/console/api/me/password", {
    cookie: own,
    body: { ...change, current: password },
  });
  expect(changed.status).toBe(204);
  expect((await console.ask("GET", me, { cookie: cookieIn(other) })).status).toBe(401);
  expect((await console.ask("GET", me, { cookie: cookieIn(changed) })).status).toBe(200);
});

onOneAndTwoNodes("password guesses", (nodes) => {
  test("must wait after five misses, whatever is sent then, and a success resets the count", async () => {
    const clock = { now: Date.now() };
    await using console = await startConsole({
      nodes,
      clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
    });
    const { cookie, me: owner } = await console.signIn();
    await console.ask("PUT", "/console/api/me/password", { cookie, body: { password } });
    const guess = (name: string, word: string) =>
      console.ask("POST", byPassword, { body: { name, password: word } });
    for (let misses = 0; misses < 5; misses++)
      expect(await guess(owner.name, "wrong")).toMatchObject({
        status: 401,
        body: { code: "sign_in_rejected" },
      });
    expect(await guess(owner.name, password)).toMatchObject({
      status: 429,
      headers: { "retry-after": "1" },
      body: { code: "too_many_attempts" },
    });
    // This does not reveal whether a name exists.
    for (let misses = 0; misses < 5; misses++) await guess("nobody", "wrong");
    expect(await guess("nobody", "wrong")).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    clock.now += 1_000;
    expect((await guess(owner.name, "wrong")).status).toBe(401);
    expect(await guess(owner.name, password)).toMatchObject({ headers: { "retry-after": "2" } });
    clock.now += 2_000;
    expect((await guess(owner.name, password)).status).toBe(200);
    expect((await guess(owner.name, "wrong")).status).toBe(401);
    expect((await guess(owner.name, password)).status).toBe(200);
  });
});

test("strangers who guess at a name keep its owner neither from signing in nor from confirming", async () => {
  await using console = await startConsole({ options: { trustedProxies: ["127.0.0.1"] } });
  const { cookie: first, me: owner } = await console.signIn();
  const set = await console.ask("PUT", "/console/api/me/password", { cookie: first, body: { password } });
  const guess = (word: string, address: string) =>
    console.ask("POST", byPassword, {
      body: { name: owner.name, password: word },
      headers: { "x-forwarded-for": address },
    });
  for (let misses = 0; misses < 5; misses++) await guess("wrong", "192.0.2.7");
  expect((await guess(password, "192.0.2.7")).status).toBe(429);

  const confirmed = await console.ask("POST", "/console/api/me/confirm", {
    cookie: cookieIn(set),
    headers: { "x-forwarded-for": "198.51.100.1" },
    body: { password },
  });
  expect(confirmed.status).toBe(204);
  expect((await guess(password, "198.51.100.1")).status).toBe(200);
});

test("a browser that somebody has signed in with is not kept waiting by misses from its own address, and by its own misses it is", async () => {
  await using console = await startConsole();
  const { cookie: first, me: owner } = await console.signIn();
  await console.ask("PUT", "/console/api/me/password", { cookie: first, body: { password } });
  const guess = (name: string, word: string, cookie?: string) =>
    console.ask("POST", byPassword, { body: { name, password: word }, ...(cookie && { cookie }) });
  const signedIn = await guess(owner.name, password);
  const device = signedIn.headers["set-cookie"]?.[1]?.split(";")[0] ?? "";
  expect(device).toMatch(/^__Host-servicechat_device=/);
  const [name, value = ""] = device.split("=");

  for (let misses = 0; misses < 5; misses++) await guess(owner.name, "wrong");
  expect((await guess(owner.name, password)).status).toBe(429);
  expect((await guess(owner.name, password, `${name}=${"0".repeat(32)}.${value.split(".")[1]}`)).status).toBe(
    429,
  );
  const again = await guess(owner.name, password, device);
  expect(again.status).toBe(200);
  expect(again.headers["set-cookie"]?.[1]).toContain(device);

  for (let misses = 0; misses < 5; misses++) await guess(owner.name, "wrong", device);
  expect((await guess(owner.name, password, device)).status).toBe(429);
  // It was let in as this person, and is nobody to another name.
  for (let misses = 0; misses < 5; misses++) await guess("somebody else", "wrong");
  expect((await guess("somebody else", "wrong", device)).status).toBe(429);
});

onOneAndTwoNodes("a session", (nodes) => {
  test("is listed, can be ended individually, and ends on every node", async () => {
    await using console = await startConsole({ nodes });
    const { cookie, me: owner } = await console.signIn();
    const set = await console.ask("PUT", "/console/api/me/password", { cookie, body: { password } });
    const own = cookieIn(set);
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const other = await console.ask("POST", byPassword, {
      body: { name: owner.name, password },
      headers: { "user-agent": agent },
    });
    const { body } = await console.ask("GET", "/console/api/me/sessions", { cookie: own });
    expect(body).toMatchObject({
      items: [
        { current: false, browser: "Firefox on Linux" },
        { current: true, browser: "" },
      ],
      next: null,
    });
    const ended = await console.ask("DELETE", `/console/api/me/sessions/${body.items[0].id}`, {
      cookie: own,
    });
    expect(ended.status).toBe(204);
    expect((await console.ask("GET", me, { cookie: cookieIn(other) })).body.code).toBe("session_ended");

    const out = await console.ask("POST", "/console/api/sign-out", { cookie: own });
    expect(out.status).toBe(204);
    expect(out.headers["set-cookie"]?.[0]).toMatch(/^__Host-servicechat_console=; Max-Age=0;/);
    expect((await console.ask("GET", me, { cookie: own })).status).toBe(401);
  });
});

test("a session ends after twelve hours without a request, and after thirty days", async () => {
  const clock = { now: Date.now() };
  await using console = await startConsole({
    clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
  });
  const { cookie } = await console.signIn();
  const hour = 3_600_000;
  for (let hours = 0; hours < 30 * 24; hours += 12) {
    expect((await console.ask("GET", me, { cookie })).status).toBe(200);
    clock.now += 12 * hour;
  }
  clock.now += 1;
  expect(await console.ask("GET", me, { cookie })).toMatchObject({ status: 401 });
  const idle = await console.signIn("viewer").catch(() => undefined);
  expect(idle).toBeUndefined();
});

test("a token can ask who it belongs to, and is not a person", async () => {
  await using console = await startConsole();
  const token = await console.token("editor", ["acme-support"]);
  const asked = await console.ask("GET", me, { token });
  expect(asked).toMatchObject({
    status: 200,
    body: { kind: "token", role: "editor", agents: ["acme-support"], password: false, passkeys: 0 },
  });
  for (const [method, path] of [
    ["GET", "me/sessions"],
    ["POST", "sign-out"],
    ["PUT", "me/password"],
  ] as const)
    expect(
      await console.ask(method, `/console/api/${path}`, {
        token,
        ...(method === "PUT" && { body: { password } }),
      }),
    ).toMatchObject({ status: 403, body: { code: "person_needed" } });
  const [id] = token.slice(3).split("_");
  await console.storage.apiTokens.revoke({ id: id ?? "", at: Date.now() });
  expect(await console.ask("GET", me, { token })).toMatchObject({
    status: 401,
    body: { code: "token_rejected" },
  });
});

test("the audit log contains sign-ins and sign-outs, without the name that was typed", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  await console.ask("POST", byPassword, { body: { name: "a secret typed here", password } });
  await console.ask("POST", "/console/api/sign-out", { cookie });
  const { items } = await console.storage.audit.list({ limit: 10 });
  expect(items.map(({ what }) => what).toSorted()).toEqual(["sign_in", "sign_in.refused", "sign_out"]);
  expect(JSON.stringify(items)).not.toContain("a secret typed here");
  expect(items.every(({ address }) => /^[0-9a-f]{32}$/.test(address ?? ""))).toBe(true);
});
