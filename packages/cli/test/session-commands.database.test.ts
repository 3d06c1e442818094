import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

const question = "Do you sell \u001b[2Jtea\u202e? canary-of-the-visitor";
const answer = "Yes: green and black.\nBoth are good.";
const tokenHash = createHash("sha256").update("st_canary").digest("hex");
const sessionId = "ses_0195c000-0000-7000-8000-000000000001";
const replyId = "rep_0195c000-0000-7000-8000-000000000002";

/** An operator whose agent had one chat. */
async function withChat(): Promise<Operator> {
  const operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
  await storage.conversations.acceptTurn({
    session: { id: sessionId, agentId: "shop", tokenHash },
    messages: [
      {
        id: "msg_0195c000-0000-7000-8000-000000000003",
        content: question,
        parts: [{ type: "text", text: question }],
      },
    ],
    replyId,
    node: "self",
    at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  });
  const bytes = Buffer.from("canary-of-the-visitor in a file");
  const known = { id: "file_1", kind: "upload", name: "order.txt", mediaType: "text/plain" } as const;
  const empty = { width: null, height: null, alt: "", sentAt: null };
  const file = { ...known, ...empty, size: bytes.length, text: "green and black", createdAt: 1, bytes };
  await storage.files.add({ file, session: { id: sessionId }, max: { files: 9, bytes: 9_000 } });
  await storage.conversations.endReply({
    replyId,
    status: "stopped",
    content: answer,
    parts: [{ type: "text", start: 0 }],
    transcript: [{ role: "assistant", text: answer, toolCalls: [] }],
    failure: null,
    ending: null,
  });
  return operator;
}

test("chats are listed, newest first, and by agent; an unknown agent is refused", async () => {
  await using operator = await withChat();
  const at = "2026-01-02T03:04:05.006Z";
  const times = { createdAt: at, lastActiveAt: at };
  const said = { messages: 2, firstQuestion: question, unanswered: 0 };
  const listed = [{ id: sessionId, agent: "shop", ...times, ...said }];
  expect(await operator.json("session", "list")).toEqual(listed);
  expect(await operator.json("session", "list", "--agent", "shop")).toEqual(listed);
  expect(await operator.run("session", "list", "--agent", "other")).toEqual({
    code: 1,
    out: "",
    err: "There is no agent 'other'. Known agents: shop.\n",
  });
});

test("a printed chat cannot control the terminal, and shows how each reply ended", async () => {
  await using operator = await withChat();
  const { out } = await operator.run("session", "show", sessionId);
  expect(out).toContain(
    "Visitor, 2026-01-02T03:04:05.006Z\n  Do you sell \ufffd[2Jtea\ufffd? canary-of-the-visitor\n",
  );
  expect(out).toContain("(stopped)\n  Yes: green and black.\n  Both are good.\n");
  expect(out).not.toContain("\u001b");
  expect(out).not.toContain("\u202e");

  const script = (await operator.json("session", "show", sessionId)) as { messages: unknown[] };
  expect(script.messages).toMatchObject([
    { role: "user", content: question },
    { role: "assistant", content: answer, status: "stopped" },
  ]);
});

test("a printed chat includes the agent's questions with their options", async () => {
  await using operator = await withChat();
  {
    await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
    const asking = "rep_0195c000-0000-7000-8000-00000000000b";
    await storage.conversations.acceptTurn({
      session: { id: sessionId },
      messages: [{ id: "msg_0195c000-0000-7000-8000-00000000000c", content: "A tea", parts: [] }],
      replyId: asking,
      node: "self",
      at: Date.UTC(2026, 0, 2, 3, 5),
    });
    const options = [
      { label: "Green", description: "mild" },
      { label: "Black", description: "" },
    ];
    const questions = [{ question: "Which\u001b[2J tea?", header: "Tea", options, multiSelect: false }];
    const confirm = { title: "Ordering", request: "POST https://shop.example/orders", body: "{}" };
    await storage.conversations.endReply({
      replyId: asking,
      status: "complete",
      content: "",
      parts: [
        { type: "question", id: "que_1", questions },
        { type: "question", id: "que_2", questions: [], confirm },
      ],
      transcript: [],
      failure: null,
      ending: null,
    });
  }
  const { out } = await operator.run("session", "show", sessionId);
  expect(out).toContain(
    "Agent, 2026-01-02T03:05:00.000Z\n  Which\ufffd[2J tea?\n  - Green: mild\n  - Black\n",
  );
  expect(out).toContain("  Ordering\n  POST https://shop.example/orders\n  {}\n");
});

test("a message that the visitor replaced is marked, and is in the export", async () => {
  await using operator = await withChat();
  {
    await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
    await storage.conversations.acceptTurn({
      session: { id: sessionId },
      messages: [{ id: "msg_0195c000-0000-7000-8000-000000000009", content: "Coffee?", parts: [] }],
      replyId: "rep_0195c000-0000-7000-8000-00000000000a",
      node: "self",
      replaces: { turn: 1, reopens: [] },
      at: Date.UTC(2026, 0, 2, 3, 5),
    });
  }
  const { out } = await operator.run("session", "show", sessionId);
  expect(out).toContain("Visitor, 2026-01-02T03:04:05.006Z (replaced)\n");
  expect(out).toContain("(stopped) (replaced)\n  Yes: green and black.\n");
  expect(out).toContain("Visitor, 2026-01-02T03:05:00.000Z\n  Coffee?\n");
  const exported = await operator.json("session", "export", sessionId);
  expect(exported).toMatchObject({ turns: [{ replaced: true }, { replaced: false }] });
});

test("an export contains everything that is stored of a chat, and nothing that works as its token", async () => {
  await using operator = await withChat();
  await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
  await storage.feedback.rate({ sessionId, replyId, feedback: { rating: "down" }, at: 7_000 });
  const { code, out } = await operator.run("session", "export", sessionId);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    id: sessionId,
    agent: "shop",
    turns: [
      {
        number: 1,
        messages: [{ content: question }],
        reply: {
          content: answer,
          status: "stopped",
          transcript: [{ role: "assistant", text: answer }],
          feedback: { rating: "down" },
          ratedAt: 7_000,
        },
      },
    ],
    files: [
      {
        name: "order.txt",
        text: "green and black",
        bytes: Buffer.from("canary-of-the-visitor in a file").toString("base64"),
      },
    ],
  });
  expect(out).not.toContain(tokenHash);
});

test("an erasure that another process delays says what remains, and who will remove it", async () => {
  await using operator = await withChat();
  using reader = new DatabaseSync(join(operator.folder, "data/servicechat.db"));
  reader.exec("begin; select count(*) from messages");
  const { code, err } = await operator.run("session", "erase", sessionId);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^What was erased no longer appears in any answer, but .* A running service tries again/,
  );
  expect((await operator.run("session", "show", sessionId)).err).toContain("There is no chat");
});

test("an erased chat is in no output and not in the raw files", async () => {
  await using operator = await withChat();
  const { code, out } = await operator.run("session", "erase", sessionId);
  expect({ code, out }).toEqual({ code: 0, out: `Chat ${sessionId} is erased.\n` });

  expect(await operator.json("session", "list")).toEqual([]);
  for (const deed of ["show", "export", "erase"]) {
    expect(await operator.run("session", deed, sessionId)).toEqual({
      code: 1,
      out: "",
      err: `There is no chat '${sessionId}'. See: servicechat session list\n`,
    });
  }
  const bytes = await operator.storedBytes();
  expect(bytes.includes("canary-of-the-visitor")).toBe(false);
  expect(bytes.includes("green and black")).toBe(false);
});

test("rated answers are listed with their questions, newest first, by agent, rating and time", async () => {
  await using operator = await withChat();
  expect((await operator.run("feedback", "list")).out).toBe("No answers have been rated.\n");
  const at = Date.UTC(2026, 0, 3);
  await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
  const feedback = { rating: "down", comment: "Which\u001b[2J black?" } as const;
  await storage.feedback.rate({ sessionId, replyId, feedback, at });
  const row = {
    ratedAt: "2026-01-03T00:00:00.000Z",
    agent: "shop",
    session: sessionId,
    message: replyId.replace("rep_", "msg_"),
    rating: "down",
    comment: "Which\u001b[2J black?",
    question,
    answer,
  };
  const list = (...options: string[]) => operator.json("feedback", "list", ...options);

  expect(await list()).toEqual([row]);
  expect(await list("--agent", "shop", "--rating", "down", "--since", "2026-01-03")).toEqual([row]);
  expect(await list("--rating", "up")).toEqual([]);
  expect(await list("--since", "2026-01-03T00:00:01Z")).toEqual([]);
  const { out } = await operator.run("feedback", "list");
  expect(out).toContain("Which\ufffd[2J black?");
  expect(out).not.toContain("\u001b");
  for (const wrong of [
    ["--since", "yesterday"],
    ["--since", "2026-02-31"],
    ["--since", "2026-02-29T12:00:00Z"],
    ["--rating", "sideways"],
  ])
    expect((await operator.run("feedback", "list", ...wrong)).code).toBe(2);
  expect((await operator.run("feedback", "list", "--agent", "other")).code).toBe(1);
  expect(await operator.json("session", "show", sessionId)).toMatchObject({
    messages: [{ role: "user" }, { feedback }],
  });
});
