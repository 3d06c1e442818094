import { expect, test } from "vitest";
import { addPasskey, askNewPasskey } from "../support/add-passkey.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { createSoftwareAuthenticator } from "../support/software-authenticator.ts";
import type { Ceremony, SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { cookieIn, startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";

const api = "/console/api/";
const rejected = {
  status: 401,
  body: { code: "sign_in_rejected", detail: expect.stringContaining("Try again, or ask for a new link") },
};

async function askSignIn(console: TestConsole) {
  const asked = await console.ask("POST", `${api}sign-in/passkey/options`);
  expect(asked.status).toBe(200);
  return asked.body;
}

/** Signs in with a passkey that names its owner. */
async function signIn(console: TestConsole, authenticator: SoftwareAuthenticator, said: Partial<Ceremony>) {
  const { challengeId, options } = await askSignIn(console);
  const answer = authenticator.get({ challenge: options.challenge, ...said });
  return console.ask("POST", `${api}sign-in/passkey/verify`, { body: { challengeId, answer } });
}

const handleOf = ({ id }: { readonly id: string }) => Buffer.from(id).toString("base64url");

onOneNode("a passkey", (nodes) => {
  test("is created by somebody who is signed in, and signs them in without a name", async () => {
    await using console = await startConsole({ nodes });
    const { cookie, me } = await console.signIn("editor");
    const authenticator = createSoftwareAuthenticator();
    const { options } = await askNewPasskey(console, cookie);
    expect(options).toMatchObject({
      rp: { id: "chat.example" },
      user: { id: handleOf(me), name: me.name },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    const added = await addPasskey(console, cookie, authenticator);
    expect(added).toMatchObject({
      status: 201,
      headers: { etag: `"${added.body.revision}"` },
      body: { id: authenticator.id, name: "Passkey", lastUsedAt: null },
    });
    expect((await askNewPasskey(console, cookie)).options.excludeCredentials).toMatchObject([
      { id: authenticator.id },
    ]);
    expect((await console.ask("GET", `${api}me`, { cookie })).body).toMatchObject({ passkeys: 1 });

    const { options: asked } = await askSignIn(console);
    expect(asked).toMatchObject({ rpId: "chat.example", userVerification: "required" });
    expect(asked.allowCredentials).toBeUndefined();
    const entered = await signIn(console, authenticator, { userHandle: handleOf(me) });
    expect(entered).toMatchObject({ status: 200, body: { id: me.id, role: "editor", passkeys: 1 } });
    expect((await console.ask("GET", `${api}me`, { cookie: cookieIn(entered) })).status).toBe(200);
    const { items } = await console.storage.audit.list({ limit: 10 });
    expect(items.map(({ what }) => what)).toEqual(["sign_in", "passkey.create", "sign_in"]);
  });

  test("answers each challenge once, and no expired one", async () => {
    const clock = { now: Date.now() };
    await using console = await startConsole({
      nodes,
      clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
    });
    const { cookie, me } = await console.signIn();
    const authenticator = createSoftwareAuthenticator();
    await addPasskey(console, cookie, authenticator);
    const { challengeId, options } = await askSignIn(console);
    const answer = authenticator.get({ challenge: options.challenge, userHandle: handleOf(me) });
    const send = () => console.ask("POST", `${api}sign-in/passkey/verify`, { body: { challengeId, answer } });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    expect(await send()).toMatchObject(rejected);

    const late = await askSignIn(console);
    clock.now += 5 * 60_000;
    const lateAnswer = authenticator.get({ challenge: late.options.challenge, userHandle: handleOf(me) });
    const body = { challengeId: late.challengeId, answer: lateAnswer };
    expect(await console.ask("POST", `${api}sign-in/passkey/verify`, { body })).toMatchObject(rejected);
  });
});

test("a sign-in is refused with the same words, whatever is wrong with it", async () => {
  await using console = await startConsole();
  const { cookie, me } = await console.signIn();
  const other = await console.signIn("viewer");
  const [authenticator, unknown] = [createSoftwareAuthenticator(), createSoftwareAuthenticator()];
  await addPasskey(console, cookie, authenticator, { counter: 5 });
  const own = { userHandle: handleOf(me) };
  const stolen = createSoftwareAuthenticator(Buffer.from(authenticator.id, "base64url"));
  const attempts: readonly (readonly [SoftwareAuthenticator, Partial<Ceremony>])[] = [
    [authenticator, { ...own, counter: 6, origin: "https://evil.example" }],
    [authenticator, { ...own, counter: 6, rpId: "evil.example" }],
    [authenticator, { ...own, counter: 6, type: "webauthn.create" }],
    [authenticator, { ...own, counter: 6, isVerified: false }],
    [authenticator, { ...own, counter: 6, challenge: "c".repeat(43) }],
    // A copy of the key with an outdated counter.
    [authenticator, { ...own, counter: 5 }],
    [authenticator, { ...own, counter: 0 }],
    // A passkey of somebody else, or of nobody.
    [authenticator, { counter: 6, userHandle: handleOf(other.me) }],
    [authenticator, { counter: 6 }],
    [stolen, { ...own, counter: 6 }],
    [unknown, own],
  ];
  for (const [used, said] of attempts) expect(await signIn(console, used, said)).toMatchObject(rejected);
  // A challenge for creating a passkey is invalid for signing in.
  const { challengeId, options } = await askNewPasskey(console, cookie);
  const answer = authenticator.get({ challenge: options.challenge, ...own, counter: 6 });
  expect(
    await console.ask("POST", `${api}sign-in/passkey/verify`, { body: { challengeId, answer } }),
  ).toMatchObject(rejected);
  expect((await signIn(console, authenticator, { ...own, counter: 6 })).status).toBe(200);
});

test("a new passkey is refused with the invalid field, and nothing is stored", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const other = await console.signIn("viewer");
  const authenticator = createSoftwareAuthenticator();
  for (const said of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { type: "webauthn.get" },
    { isVerified: false },
    { challenge: "c".repeat(43) },
  ])
    expect(await addPasskey(console, cookie, authenticator, said)).toMatchObject({
      status: 400,
      body: { code: "malformed_request", detail: expect.stringMatching(/^answer: must be a browser's/) },
    });

  const asked = await askNewPasskey(console, cookie);
  const answer = authenticator.create({ challenge: asked.options.challenge });
  const good = { challengeId: asked.challengeId, answer };
  const send = (body: unknown, as = cookie) => console.ask("POST", `${api}me/passkeys`, { cookie: as, body });
  for (const [body, detail] of [
    [{ ...good, challengeId: 7 }, "challengeId: must be text"],
    [{ ...good, name: " " }, /^name: /],
    [{ ...good, answer: "yes" }, /^answer: /],
    [{ ...good, answer: { ...answer, type: "password" } }, /^answer\.type: /],
    [{ ...good, answer: { ...answer, id: "not/base64url" } }, /^answer\.id: must be base64url/],
    [{ ...good, answer: { ...answer, response: {} } }, /^answer\.response\.clientDataJSON: /],
  ] as const)
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { detail: typeof detail === "string" ? detail : expect.stringMatching(detail) },
    });
  // Somebody else's challenge is used up anyway, because it was shown to the wrong person.
  expect(await send(good, other.cookie)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^challengeId: is unknown/) },
  });
  expect(await send(good)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^challengeId: /) },
  });
  const otherId = { ...createSoftwareAuthenticator().create({ challenge: "" }) };
  const again = await askNewPasskey(console, cookie);
  const swapped = { ...authenticator.create({ challenge: again.options.challenge }), id: otherId.id };
  expect(await send({ challengeId: again.challengeId, answer: swapped })).toMatchObject({ status: 400 });
  expect((await console.ask("GET", `${api}me/passkeys`, { cookie })).body.items).toEqual([]);

  expect((await addPasskey(console, cookie, authenticator)).status).toBe(201);
  expect(await addPasskey(console, other.cookie, authenticator)).toMatchObject({
    status: 409,
    body: { code: "passkey_taken" },
  });
  expect((await console.ask("GET", `${api}me/passkeys`, { cookie: other.cookie })).body.items).toEqual([]);
});

test("a passkey can be renamed from its latest revision and removed by its owner only, and then signs nobody in", async () => {
  await using console = await startConsole();
  const { cookie, me } = await console.signIn();
  const other = await console.signIn("viewer");
  const authenticator = createSoftwareAuthenticator();
  const { revision } = (await addPasskey(console, cookie, authenticator)).body;
  const path = `${api}me/passkeys/${authenticator.id}`;
  const rename = (name: unknown, ifMatch: string | undefined, as = cookie) =>
    console.ask("PATCH", path, { cookie: as, body: { name }, headers: { "if-match": ifMatch } });
  expect(await rename("Key ring", undefined)).toMatchObject({
    status: 428,
    body: { code: "precondition_required" },
  });
  expect(await rename("Key ring", '"other"')).toMatchObject({ status: 412 });
  expect(await rename("", `"${revision}"`)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^name: /) },
  });
  expect(await rename("Key ring", "*", other.cookie)).toMatchObject({
    status: 404,
    body: { code: "passkey_not_found" },
  });
  expect(await rename(" Key ring ", `"${revision}"`)).toMatchObject({
    status: 200,
    body: { name: "Key ring" },
  });
  const { body } = await console.ask("GET", `${api}me/passkeys`, { cookie });
  expect(body).toMatchObject({ items: [{ id: authenticator.id, name: "Key ring" }], next: null });

  expect((await console.ask("DELETE", path, { cookie: other.cookie })).status).toBe(404);
  expect((await console.ask("DELETE", path, { cookie })).status).toBe(204);
  expect((await console.ask("DELETE", path, { cookie })).body).toMatchObject({ code: "passkey_not_found" });
  expect(await signIn(console, authenticator, { userHandle: handleOf(me) })).toMatchObject(rejected);
  const { items } = await console.storage.audit.list({ limit: 3 });
  expect(items.map(({ what }) => what)).toEqual(["sign_in.refused", "passkey.remove", "passkey.change"]);
});

test("passkeys are rate-limited by address only, and the number of open challenges is limited", async () => {
  const clock = { now: Date.now() };
  await using console = await startConsole({
    clock: { wallMs: () => clock.now, monotonicMs: () => clock.now },
  });
  const { cookie, me } = await console.signIn();
  const authenticator = createSoftwareAuthenticator();
  await addPasskey(console, cookie, authenticator);
  const own = { userHandle: handleOf(me) };
  const guess = { name: me.name, password: "a wrong password" };
  for (let misses = 0; misses < 6; misses++)
    await console.ask("POST", `${api}sign-in/password`, { body: guess });
  expect(await console.ask("POST", `${api}sign-in/password`, { body: guess })).toMatchObject({ status: 429 });
  expect((await signIn(console, authenticator, own)).status).toBe(200);

  const [bad] = [createSoftwareAuthenticator()];
  for (let misses = 0; misses < 15; misses++) await signIn(console, bad, own);
  expect(await signIn(console, authenticator, own)).toMatchObject({
    status: 429,
    headers: { "retry-after": "1" },
    body: { code: "too_many_attempts" },
  });
  let asked = await console.ask("POST", `${api}sign-in/passkey/options`);
  for (let more = 0; more < 60 && asked.status === 200; more++)
    asked = await console.ask("POST", `${api}sign-in/passkey/options`);
  expect(asked).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
  expect(Number(asked.headers["retry-after"])).toBeGreaterThanOrEqual(1);
});

test("a token has no passkeys, other sites cannot ask for any, and an IP address supports none", async () => {
  await using console = await startConsole();
  const token = await console.token("owner");
  for (const [method, path] of [
    ["GET", "me/passkeys"],
    ["POST", "me/passkeys/options"],
    ["DELETE", "me/passkeys/one"],
  ] as const)
    expect(await console.ask(method, `${api}${path}`, { token })).toMatchObject({
      status: 403,
      body: { code: "person_needed" },
    });
  expect(
    await console.ask("POST", `${api}sign-in/passkey/options`, {
      headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    }),
  ).toMatchObject({ status: 403, body: { code: "cross_site" } });

  await using numbers = await startConsole({ consoleUrl: "https://192.0.2.7" });
  expect(await numbers.ask("POST", `${api}sign-in/passkey/options`)).toMatchObject({
    status: 409,
    body: { code: "passkeys_unavailable" },
  });
  const { cookie } = await numbers.signIn();
  expect(await numbers.ask("POST", `${api}me/passkeys/options`, { cookie })).toMatchObject({ status: 409 });
});
