import { expect, test } from "vitest";
import { addPasskey } from "../support/add-passkey.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { createSoftwareAuthenticator } from "../support/software-authenticator.ts";
import { agentFile, bodies } from "../support/admin-bodies.ts";
import { cookieIn, startConsole } from "../support/start-console.ts";
import type { AdminResponse, TestConsole } from "../support/start-console.ts";

const api = "/console/api/";
const needed = { status: 403, body: { code: "confirmation_needed" } };
const rejected = { status: 403, body: { code: "confirmation_rejected" } };
const password = "correct horse battery staple";
const tenMinutes = 600_000;

/** Starts the service with a clock that the test sets. */
async function startClocked(nodes: number) {
  const clock = { now: Date.now() };
  const console = await startConsole({
    nodes,
    clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
  });
  return { console, clock };
}

/** Changes who has access, using somebody's session. */
async function changesBy(console: TestConsole, cookie: string, colleague: string) {
  const { body } = await console.ask("GET", `${api}operators/${colleague}`, { cookie });
  const headers = { "if-match": `"${body.revision}"` };
  const ask = (method: string, path: string, sent?: unknown) => () =>
    console.ask(method, `${api}${path}`, { cookie, body: sent, headers });
  return {
    "asks for a passkey": ask("POST", "me/passkeys/options"),
    "removes a passkey": ask("DELETE", "me/passkeys/unknown"),
    "makes a token": ask("POST", "tokens", { name: "mine", role: "owner" }),
    "invites somebody": ask("POST", "operators", { name: "Mallory", role: "owner" }),
    "makes a link": ask("POST", `operators/${colleague}/link`),
    "changes a role": ask("PATCH", `operators/${colleague}`, { role: "editor" }),
    "sets a password": ask("PUT", "me/password", { password }),
    "removes somebody": ask("DELETE", `operators/${colleague}`),
    "adds a webhook": ask("POST", "webhooks", bodies["POST webhooks"]?.("")),
    "issues a key": ask("POST", "keys", bodies["POST keys"]?.("acme-support")),
    "has mail sent elsewhere": ask("PUT", "me/notifications/mail", {
      address: "mallory@elsewhere.example",
      enabled: true,
    }),
  };
}

const statuses = async (changes: Readonly<Record<string, () => Promise<AdminResponse>>>) => {
  const found: Record<string, number | string> = {};
  for (const [name, change] of Object.entries(changes)) {
    const { status, body } = await change();
    found[name] = status === 403 ? body.code : status;
  }
  return found;
};

onOneNode("a session without a confirmation in the last ten minutes", (nodes) => {
  test("blocks changes of access, and allows everything else", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const { cookie } = await console.signIn();
    const colleague = await console.signIn("viewer");
    const changes = await changesBy(console, cookie, colleague.me.id);
    clock.now += tenMinutes;
    const refused = Object.fromEntries(Object.keys(changes).map((name) => [name, "confirmation_needed"]));
    expect(await statuses(changes)).toEqual(refused);
    const listed = await console.ask("GET", `${api}operators`, { cookie });
    expect(listed.body.items).toHaveLength(2);
    expect((await console.ask("GET", `${api}tokens`, { cookie })).body.items).toEqual([]);
    expect((await console.ask("GET", `${api}me`, { cookie })).body).toMatchObject({ password: false });
  });

  test("sets no password by naming one that was never set", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const { cookie } = await console.signIn();
    clock.now += tenMinutes;
    const body = { password, current: "never set" };
    expect(await console.ask("PUT", `${api}me/password`, { cookie, body })).toMatchObject({
      status: 403,
      body: { code: "password_rejected" },
    });
    expect((await console.ask("GET", `${api}me`, { cookie })).body).toMatchObject({ password: false });
  });

  test("blocks an agent's file and an earlier version that send visitors' words elsewhere, and no other", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const { cookie } = await console.signIn("editor");
    const path = `${api}agents/lamp`;
    const put = async (file: string) => {
      const { body } = await console.ask("GET", path, { cookie });
      return console.ask("PUT", path, {
        cookie,
        headers: body.revision ? { "if-match": `"${body.revision}"` } : { "if-none-match": "*" },
        body: { file },
      });
    };
    const collects = `${agentFile("lamp")}tools:
  - name: collect
    description: Collects what visitors say.
    inputSchema: {type: object, properties: {}}
    http: {method: GET, url: https://collect.example/}
`;
    expect((await put(collects)).status).toBe(201);
    expect((await put(agentFile("lamp"))).status).toBe(200);
    clock.now += tenMinutes;
    expect((await put(`${agentFile("lamp")}welcomeMessage: Hello!\n`)).status).toBe(200);
    expect(await put(collects)).toMatchObject(needed);
    const restore = (version: number) =>
      console.ask("POST", `${path}/restore`, { cookie, body: { version } });
    expect(await restore(1)).toMatchObject(needed);
    expect((await restore(2)).status).toBe(200);
    expect((await console.ask("GET", path, { cookie })).body.file).toBe(agentFile("lamp"));
  });

  test("allows all of it after a recent confirmation", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const { cookie } = await console.signIn();
    const colleague = await console.signIn("viewer");
    const { "sets a password": setPassword, ...changes } = await changesBy(console, cookie, colleague.me.id);
    clock.now += tenMinutes - 1;
    expect(await statuses(changes)).toEqual({
      "asks for a passkey": 200,
      "removes a passkey": 404,
      "makes a token": 201,
      "invites somebody": 201,
      "makes a link": 201,
      "changes a role": 200,
      "removes somebody": 204,
      "adds a webhook": 201,
      "issues a key": 201,
      "has mail sent elsewhere": 204,
    });
    expect((await setPassword()).status).toBe(204);
  });

  test("can be confirmed with a password, which creates a new cookie and ends the old session", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const { cookie: first } = await console.signIn();
    const cookie = cookieIn(
      await console.ask("PUT", `${api}me/password`, { cookie: first, body: { password } }),
    );
    clock.now += tenMinutes;
    const confirm = (word: string) =>
      console.ask("POST", `${api}me/confirm`, { cookie, body: { password: word } });
    const make = (by: string) =>
      console.ask("POST", `${api}tokens`, { cookie: by, body: { name: "mine", role: "viewer" } });
    expect(await make(cookie)).toMatchObject(needed);
    expect(await confirm("a wrong password")).toMatchObject(rejected);
    expect(await make(cookie)).toMatchObject(needed);
    const confirmed = await confirm(password);
    expect(confirmed.status).toBe(204);
    expect((await make(cookieIn(confirmed))).status).toBe(201);
    // Anyone who had stolen the old cookie has lost access.
    expect(await make(cookie)).toMatchObject({ status: 401, body: { code: "session_ended" } });
    const { body } = await console.ask("GET", `${api}me/sessions`, { cookie: cookieIn(confirmed) });
    expect(body.items).toHaveLength(1);
    const { items } = await console.storage.audit.list({ limit: 3 });
    // All have the same time, so their order is undefined.
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      "session.confirm",
      "sign_in.refused",
      "token.create",
    ]);
  });

  test("can be confirmed with the person's own passkey only", async () => {
    const { console, clock } = await startClocked(nodes);
    await using _ = console;
    const [own, foreign] = [await console.signIn(), await console.signIn()];
    const [authenticator, other] = [createSoftwareAuthenticator(), createSoftwareAuthenticator()];
    await addPasskey(console, own.cookie, authenticator);
    await addPasskey(console, foreign.cookie, other);
    clock.now += tenMinutes;
    expect(await console.ask("POST", `${api}me/passkeys/options`, own)).toMatchObject(needed);

    const userHandle = Buffer.from(own.me.id).toString("base64url");
    const answerTo = async (path: string, by: typeof authenticator, cookie: string, handle?: string) => {
      const { body } = await console.ask("POST", `${api}${path}`, { cookie });
      const answer = by.get({ challenge: body.options.challenge, userHandle: handle });
      return { challengeId: body.challengeId, answer };
    };
    const confirm = (body: object) => console.ask("POST", `${api}me/confirm`, { cookie: own.cookie, body });
    for (const handle of [userHandle, undefined])
      expect(await confirm(await answerTo("me/confirm/options", other, own.cookie, handle))).toMatchObject(
        rejected,
      );
    // A challenge for somebody else, or for another purpose, is invalid for this person.
    expect(await confirm(await answerTo("me/confirm/options", authenticator, foreign.cookie))).toMatchObject(
      rejected,
    );
    const { body: asked } = await console.ask("POST", `${api}sign-in/passkey/options`);
    const signedIn = authenticator.get({ challenge: asked.options.challenge, userHandle });
    expect(await confirm({ challengeId: asked.challengeId, answer: signedIn })).toMatchObject(rejected);

    // The person is known, so an authenticator need not identify its passkey's owner.
    const given = await answerTo("me/confirm/options", authenticator, own.cookie);
    const confirmed = await confirm(given);
    expect(confirmed.status).toBe(204);
    const cookie = cookieIn(confirmed);
    expect((await console.ask("POST", `${api}me/passkeys/options`, { cookie })).status).toBe(200);
    expect(await console.ask("POST", `${api}me/confirm`, { cookie, body: given })).toMatchObject(rejected);
    const body = await answerTo("me/confirm/options", authenticator, cookie, userHandle);
    expect((await console.ask("POST", `${api}me/confirm`, { cookie, body })).status).toBe(204);
  });
});

test("wrong passwords cause the same waiting time as when signing in, for the session that confirms alone", async () => {
  const { console } = await startClocked(1);
  await using _ = console;
  const { cookie: first, me } = await console.signIn();
  const cookie = cookieIn(
    await console.ask("PUT", `${api}me/password`, { cookie: first, body: { password } }),
  );
  const signIn = () => console.ask("POST", `${api}sign-in/password`, { body: { name: me.name, password } });
  const other = cookieIn(await signIn());
  const confirm = (word: string, by = cookie) =>
    console.ask("POST", `${api}me/confirm`, { cookie: by, body: { password: word } });
  for (let misses = 0; misses < 5; misses++) expect(await confirm("wrong")).toMatchObject(rejected);
  expect(await confirm(password)).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
  expect((await confirm(password, other)).status).toBe(204);
  expect((await signIn()).status).toBe(200);
});

test("a token needs no confirmation and cannot give one; an incomplete one is malformed", async () => {
  await using console = await startConsole();
  const token = await console.token("owner");
  const made = await console.ask("POST", `${api}tokens`, { token, body: { name: "next", role: "viewer" } });
  expect(made.status).toBe(201);
  const ask = (by: object, body: unknown) => console.ask("POST", `${api}me/confirm`, { ...by, body });
  expect(await ask({ token }, { password })).toMatchObject({ status: 403, body: { code: "person_needed" } });
  const { cookie } = await console.signIn();
  for (const body of [{}, { challengeId: "x" }, { password: 5 }, { password, challengeId: "x", answer: {} }])
    expect(await ask({ cookie }, body)).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(await ask({ cookie }, { password })).toMatchObject(rejected);
});
