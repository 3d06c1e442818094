import { chatsSchema, transcriptSchema, usageReportSchema } from "@servicechat/contract/admin-schemas";
import { describe, expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { openEvents } from "../support/open-events.ts";
import { startConsole } from "../support/start-console.ts";
import { ask, history } from "../support/visitor.ts";

const chats = "/console/api/chats";

onOneAndTwoNodes("chats", (nodes) => {
  test("are listed, found by a word, read with their facts, exported, and erased everywhere", async () => {
    await using console = await startConsole({ nodes });
    await ask(console, "Where is my parcel?");
    const { token: visitor } = await ask(console, "=1+1 Can I return the lamp?");
    const { cookie } = await console.signIn("responder");
    const get = (path: string) => console.ask("GET", path, { cookie });

    const all = await get(chats);
    expect(chatsSchema.parse(all.body).items.map(({ first }) => first)).toEqual([
      "=1+1 Can I return the lamp?",
      "Where is my parcel?",
    ]);
    expect(all.body.items[0]).toMatchObject({
      agent: "acme-support",
      key: console.keyId,
      messages: 2,
      last: "Hello from the model.",
      holder: "agent",
      operator: null,
      outcome: "open",
    });
    const { id } = all.body.items[0];
    expect((await get(`${chats}?q=${encodeURIComponent("LÁMP")}`)).body.items).toMatchObject([{ id }]);
    expect((await get(`${chats}?q=lamp&agent=another`)).body).toEqual({ items: [], next: null });
    const first = await get(`${chats}?limit=1`);
    const second = await get(`${chats}?limit=1&after=${first.body.next}`);
    expect([first.body.items[0].id, second.body.items[0].id, second.body.next]).toEqual([
      id,
      all.body.items[1].id,
      null,
    ]);

    const read = await get(`${chats}/${id}`);
    const { entries } = transcriptSchema.parse(read.body);
    expect(entries).toMatchObject([
      { type: "message", role: "user", by: { kind: "visitor" }, text: "=1+1 Can I return the lamp?" },
      {
        role: "assistant",
        by: { kind: "agent" },
        text: "Hello from the model.",
        status: "complete",
        facts: { version: 1, key: console.keyId, model: "scripted", finish: "complete", marks: [] },
      },
    ]);
    expect(entries.map((entry) => entry.id)).toEqual(
      (await history(console, visitor)).map((message) => message.id),
    );

    const csv = await get(`${chats}/export?as=csv&q=lamp`);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="chats.csv"',
      "x-content-type-options": "nosniff",
    });
    const [head, question, reply, ...rest] = csv.text.split("\r\n");
    expect(head).toBe(
      "\ufeffchat,agent,key,at,role,by,text,status,outcome,rating,marks,version,model,tokens_in,tokens_out,author,tags",
    );
    expect(question).toContain(",user,visitor,'=1+1 Can I return the lamp?,complete,open,");
    expect(question).toMatch(/,visitor,$/);
    expect(reply).toContain(",assistant,agent,Hello from the model.,complete,open,,,1,scripted,");
    expect(reply).toMatch(/,ai,$/);
    expect(rest).toEqual([""]);
    const lines = (await get(`${chats}/export?as=jsonl`)).text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).chat.id)).toEqual([id, all.body.items[1].id]);
    expect((await get(`${chats}/${id}/export?as=json`)).body.entries).toEqual(read.body.entries);
    expect((await get(`${chats}/${id}/export?as=markdown`)).text).toContain(
      "```text\n=1+1 Can I return the lamp?\n```",
    );

    expect(await console.ask("DELETE", `${chats}/${id}`, { cookie })).toMatchObject({ status: 204 });
    expect(await get(`${chats}/${id}`)).toMatchObject({ status: 404, body: { code: "chat_not_found" } });
    expect((await get(`${chats}?q=lamp`)).body.items).toEqual([]);
    expect((await get(chats)).body.items).toHaveLength(1);
    expect(await console.ask("DELETE", `${chats}/${id}`, { cookie })).toMatchObject({ status: 404 });

    const { items } = await console.storage.audit.list({ limit: 20 });
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      "chat.erase",
      "chat.export",
      "chat.export",
      "chat.read",
      "chats.export",
      "chats.export",
      "sign_in",
    ]);
    expect(JSON.stringify(items)).not.toContain("lamp");
  });

  test("are exported with everything that is stored, to responders and not to viewers", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("responder");
    await ask(console, "Where is my lamp?");
    const get = (path: string, signedIn = cookie) =>
      console.ask("GET", `${chats}${path}`, { cookie: signedIn });
    const { id } = (await get("")).body.items[0];
    const transcript = (await get(`/${id}/export?as=json`)).body;
    const stored = await get(`/${id}/export?as=stored`);
    expect(stored.body).toEqual({ ...transcript, turns: [expect.anything()], files: [] });
    expect(stored.body.turns).toMatchObject([
      { number: 1, messages: [{ content: "Where is my lamp?" }], reply: { transcript: [expect.anything()] } },
    ]);
    const viewer = await console.signIn("viewer");
    expect(await get(`/${id}/export?as=stored`, viewer.cookie)).toMatchObject({
      status: 403,
      body: { code: "role_needed" },
    });
  });

  test("are reported when they change, including new ones, and no follower misses any", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("viewer");
    await using stream = await openEvents(console.port, { cookie });
    const { token } = await ask(console, "First?");
    const { id } = (await console.ask("GET", chats, { cookie })).body.items[0];
    await stream.until((text) => text.includes(`"id":"${id}"`));
    const position = /id: (chats-\d+)\n/.exec(stream.text())?.[1] ?? "";
    await ask(console, "Second?", { token });
    await using later = await openEvents(console.port, { cookie, "last-event-id": position });
    await later.until((text) => text.includes(`"id":"${id}"`));
    await using lost = await openEvents(console.port, { cookie, "last-event-id": "chats-999999999" });
    await lost.until((text) => text.includes("event: reset\ndata: {}\n\n"));
    await console.ask("POST", "/console/api/sign-out", { cookie });
    await stream.ended;
  });
});

/** Cells as a spreadsheet with this list separator reads them: quotes count only where a cell begins with one. */
function cellsOf(csv: string, separator: string): readonly string[] {
  const cells: string[] = [];
  const cell = new RegExp(`"((?:[^"]|"")*)"?([^${separator}\\r\\n]*)|([^${separator}\\r\\n]*)`, "y");
  while (cell.lastIndex <= csv.length) {
    const [, quoted, rest = "", plain = ""] = cell.exec(csv) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    cell.lastIndex += 1;
  }
  return cells;
}

const formulas = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "＋1+1", "－1+1", "＠SUM(A1)"];

test("no cell of an export begins like a formula, whatever a spreadsheet takes for the end of a cell", async () => {
  await using console = await startConsole();
  const borders = [",", ";", "\t", "|", "\n", "\r\n", "\u2028", '; "', ' ;\n"" ', "\t "];
  const hostile = formulas.flatMap((formula) => [
    formula,
    ...borders.map((border) => `a${border}${formula}`),
  ]);
  for (const text of [hostile.join(" x"), ...formulas, 'Costs; "quoted", and a-b = c'])
    await ask(console, text);
  const { cookie } = await console.signIn("responder");
  const { text: csv } = await console.ask("GET", `${chats}/export?as=csv`, { cookie });

  expect(csv).toContain("'＝1+1");
  for (const separator of [",", ";", "\t", "|"]) {
    const cells = [...cellsOf(csv, separator), ...csv.split(/[,;\t|\r\n\u2028]/)];
    expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  }
  expect(csv).toContain('"Costs; ""quoted"", and a-b = c"');
});

describe("a viewer", () => {
  test("sees no visitor's name, and can neither search for one nor erase", async () => {
    await using console = await startConsole();
    await ask(console, "Hello?");
    const token = await console.token("viewer");
    const { id } = (await console.ask("GET", chats, { token })).body.items[0];
    for (const [method, path] of [
      ["GET", `${chats}?user=ann`],
      ["GET", `${chats}/export?as=csv&user=ann`],
      ["DELETE", `${chats}/${id}`],
    ] as const)
      expect(await console.ask(method, path, { token })).toMatchObject({
        status: 403,
        body: { code: "role_needed" },
      });
  });

  test("of other agents sees nothing of this one", async () => {
    await using console = await startConsole();
    await ask(console, "Hello?");
    const owner = await console.token("owner");
    const { id } = (await console.ask("GET", chats, { token: owner })).body.items[0];
    const token = await console.token("viewer", ["another"]);
    expect((await console.ask("GET", chats, { token })).body).toEqual({ items: [], next: null });
    expect((await console.ask("GET", `${chats}/${id}`, { token })).status).toBe(404);
    expect((await console.ask("GET", `${chats}/export?as=jsonl`, { token })).text).toBe("");
    expect((await console.ask("GET", "/console/api/usage", { token })).body.total.chats).toBe(0);
  });
});

test.each([
  ["limit=0", "limit"],
  ["limit=201", "limit"],
  ["limit=x", "limit"],
  ["after=nonsense", "after"],
  ["after=%00", "after"],
  ["outcom=open", '"outcom"'],
  ["outcome=closed", "outcome"],
  ["mark=cut&mark=nothing", "mark[1]"],
  ["rating=3", "rating"],
  ["holder=you", "holder"],
  ["version=0", "version"],
  ["from=yesterday", "from"],
  ["from=2026-13-45", "from"],
  ["q=", "q"],
  [`q=${"x".repeat(201)}`, "q"],
  ["q=a%00b", "q"],
  ["__proto__=x", '"__proto__"'],
])("a list of chats with %s is refused with the name of the parameter", async (query, name) => {
  await using console = await startConsole();
  const token = await console.token("owner");
  const asked = await console.ask("GET", `${chats}?${query}`, { token });
  expect(asked).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(asked.body.detail.startsWith(`${name}:`)).toBe(true);
});

test("a search term has no syntax", async () => {
  await using console = await startConsole();
  await ask(console, 'Is "A & B" | C* open?');
  const token = await console.token("owner");
  for (const q of ['"', "'", "a AND NOT b", "(a", "a:*", "NEAR(a b)", "a*", "-a", "%", "\\", "!!!", "🙂"]) {
    const asked = await console.ask("GET", `${chats}?q=${encodeURIComponent(q)}`, { token });
    expect([q, asked.status]).toEqual([q, 200]);
  }
});

test("usage has every period, even empty ones, immediately after a reply", async () => {
  await using console = await startConsole();
  await ask(console, "Hello?");
  const token = await console.token("viewer");
  const { body } = await console.ask("GET", "/console/api/usage", { token });
  const report = usageReportSchema.parse(body);
  expect(report.by).toBe("day");
  expect(report.items).toHaveLength(30);
  expect(report.items.at(-1)).toMatchObject({
    chats: 1,
    messages: { visitor: 1, agent: 1, person: 0 },
    cost: null,
    outcomes: { open: 1, confirmed: 0 },
  });
  expect(report.items[0]?.chats).toBe(0);
  const hours = await console.ask("GET", "/console/api/usage?by=hour&from=1970-01-01", { token });
  expect(hours).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^from:/) } });
});
