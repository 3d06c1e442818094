import { DatabaseSync } from "node:sqlite";
import { readColumns } from "../../src/copy/open-source.ts";
import { openSqlite } from "../../src/sqlite/index.ts";
import { copyToPostgres, type CopyProgress, type CopyReport } from "../../src/copy/index.ts";
import type { NewPassage, Storage } from "../../src/index.ts";
import { alertedOf, fillAlerts } from "./fill-alerts.ts";
import { fillCrawl } from "./fill-crawl.ts";
import { fillGaps } from "./fill-gaps.ts";
import { sampleDocument } from "./sample-document.ts";
import { emptyDatabase, type TestDatabase } from "../postgres/database.ts";
import { temporaryFolder, type TemporaryFolder } from "../sqlite/temporary-folder.ts";
import { sampleFile } from "../suite/files.ts";
import { ada, takeOf } from "../suite/handoff-samples.ts";
import { sampleCanned } from "../suite/canned-answers.ts";
import { fillPrices } from "../suite/prices.ts";
import { sampleRun } from "../suite/agent-tests.ts";
import { sampleWebhook } from "../suite/webhook-samples.ts";
import {
  findSession,
  putOperator,
  sampleApply,
  sampleAudit,
  sampleToken,
  signIn,
} from "../suite/operator-samples.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleKey,
  sampleMessage,
  startChat,
} from "../suite/samples.ts";

/** A SQLite database that is there, and an empty PostgreSQL one. */
export interface Installation extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** The source. */
  readonly file: string;
  readonly target: TestDatabase;
  /** Copies the one into the other, perhaps by another address. */
  copy(options?: {
    readonly onProgress?: (progress: CopyProgress) => void;
    readonly url?: string;
  }): Promise<CopyReport>;
}

/** When the copies of these tests are made. */
export const copiedAt = 1_764_000_000_000;

/** Makes the source with what `fill` writes. */
export async function installation(fill: (storage: Storage) => Promise<unknown>): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const target = stack.use(emptyDatabase());
  const { file } = folder;
  await using storage = await openSqlite({ file });
  await fill(storage);
  const kept = stack.move();
  return {
    folder,
    file,
    target,
    copy: (options = {}) =>
      copyToPostgres({ file, url: target.url, schema: target.schema, now: () => copiedAt, ...options }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export const passage = (text: string): NewPassage => ({ headings: ["Fruit"], anchor: null, text });

/** The searchable values of the chat that `fillEveryTable` writes. */
export const sample = {
  sessionId: "ses_copied",
  tokenHash: "hash of the token",
  key: "shop1",
  note: "a note",
  operatorId: "opr_copied",
  operatorSession: "ops_copied",
  file: sampleFile({ bytes: Uint8Array.from({ length: 3000 }, (_, index) => index % 256) }),
};

/** Writes values of every kind into the tables of agents, chats and knowledge. */
export async function fillTables(storage: Storage): Promise<void> {
  const { conversations, keys, knowledge, keyValues, vectors } = storage;
  for (const id of ["guide", "other"]) await putAgent(storage, id);
  await storage.webhooks.create(sampleWebhook({ agents: ["guide"] }));
  await fillPrices(storage);
  await storage.cannedAnswers.create(sampleCanned({ agents: ["guide"], text: "Möge es gut gehen." }));
  await storage.agentTests.write({ agentId: "guide", file: "agent: guide\n", at: copiedAt });
  await storage.agentTests.addRun(sampleRun({ version: null }));
  await keys.create(sampleKey({ id: sample.key, serverSide: true, allowed: [] }));
  await keys.create(sampleKey({ revokedAt: 5000, name: "Ended" }));
  const { sessionId } = await startChat(storage);
  const anew = nextTurn(sessionId, { replaces: { turn: 1, reopens: [] } });
  await conversations.acceptTurn(anew);
  await conversations.endReply(endOf(anew.replyId));
  const idempotency = { agentId: "guide", key: "once", bodyHash: "b", expiresAt: 9_007_199_254_740_991 };
  const turn = firstTurn({
    session: { id: sample.sessionId, agentId: "guide", tokenHash: sample.tokenHash },
    messages: [sampleMessage("One"), sampleMessage("Two \u{1f34e} \u0301 \\ ' \" \n\r\t")],
    idempotency,
    at: copiedAt,
  });
  await conversations.acceptTurn(turn);
  const question = { question: "Which?", header: "Which", options: [], multiSelect: true };
  await conversations.endReply(
    endOf(turn.replyId, {
      status: "incomplete",
      failure: "reply_cut",
      ending: "length",
      parts: [
        { type: "text", start: 0 },
        { type: "question", id: "q1", questions: [question] },
        { type: "question", id: "q2", questions: [question] },
      ],
      transcript: [{ role: "tool", callId: "c", name: "t", result: "\ud800 {}", failed: true }],
    }),
  );
  await fillGaps(storage, copiedAt);
  // Changes from here on are noted as changes of a listed chat.
  await storage.chatIndex.newestRevision();
  const feedback = { rating: "down", comment: "Not this \u{1f34f}" } as const;
  await storage.feedback.rate({ ...sample, replyId: turn.replyId, feedback, at: copiedAt });
  const answers = [{ questionId: "q1", answers: { "Which?": "This" } }];
  const second = nextTurn(sample.sessionId, { answers, at: copiedAt + 1 });
  await conversations.acceptTurn(second);
  await conversations.endReply(endOf(second.replyId));
  const max = { files: 9, bytes: 9_000_000 };
  const session = { id: sample.sessionId };
  await storage.files.add({ file: sample.file, session, max });
  const image = sampleFile({ kind: "image", width: 3, height: 4, text: null, sentAt: copiedAt });
  await storage.files.add({ file: image, session, max });
  await fillBudgets(conversations);
  await fillHandoff(storage);
  await keyValues.save(sample.note, "its value");
  await knowledge.replaceDocument(sampleDocument("gone.md"), [passage("Plums"), passage("Quinces")]);
  await knowledge.deleteDocument({ agentId: "guide", location: "gone.md" });
  await knowledge.replaceDocument(sampleDocument("a.md", { url: "https://docs.example/a" }), [
    {
      headings: ["Fruit", "Apples"],
      anchor: "apples",
      text: "Crème of apples, shipped on Mondays",
      wordings: ["wann kommen Äpfel", "when do apples come"],
    },
    passage("Pears are shipped on Tuesdays"),
  ]);
  await fillCrawl(storage);
  await fillOperators(storage);
  const set = { agentId: "guide", model: "sample" };
  const [apples] = await vectors.missing({ ...set, limit: 1 });
  await vectors.save(set, [{ passageId: apples?.id ?? "", vector: Float32Array.of(0.5, -1e-30, 255) }]);
  const [{ id, text } = { id: "", text: "" }] = await storage.wordings.missing({ ...set, limit: 1 });
  await storage.wordings.save(set, [{ wordingId: id, text, vector: Float32Array.of(1e-30) }]);
}

/** A chat that a person has taken, with a note. */
async function fillHandoff(storage: Storage): Promise<void> {
  const { sessionId } = await startChat(storage);
  const message = { replyId: newId("rep"), text: "I am a person \u{1f34e}" };
  await storage.handoffs.move(takeOf(sessionId, { message }));
  await storage.handoffs.addNote({ id: "note_1", sessionId, at: copiedAt, text: "A note", operator: ada });
  await storage.conversations.acceptTurn(nextTurn(sessionId, { keyId: sample.key }));
}

/** People, with all that is theirs, and versions of an agent. */
async function fillOperators(storage: Storage): Promise<void> {
  const { id: operatorId } = await putOperator(storage, { id: sample.operatorId, role: "owner" });
  await fillAlerts(storage, copiedAt);
  await signIn(storage, operatorId, { id: sample.operatorSession });
  await storage.operators.createLink({ operatorId, link: { tokenHash: "unused", expiresAt: copiedAt } });
  const passkey = {
    credentialId: "cred",
    publicKey: Uint8Array.of(0, 92, 255),
    counter: 3,
    transports: ["usb"],
  };
  await storage.passkeys.add({ ...passkey, operatorId, name: "Key", createdAt: 1000 });
  await storage.passkeys.saveChallenge({
    challenge: "c",
    purpose: "register",
    operatorId,
    expiresAt: copiedAt,
  });
  await storage.apiTokens.create(sampleToken({ operatorId }));
  await storage.audit.append(sampleAudit({ on: { kind: "key", id: sample.key } }));
  const limitOf = (hash: string) => ({ waitAfter: () => 0, hash });
  const attempt = { guesser: limitOf("g"), name: limitOf("n"), address: limitOf("a") };
  await storage.signInAttempts.begin({ ...attempt, at: copiedAt });
  await storage.agents.apply(sampleApply({ note: "With a file", at: copiedAt }));
  await storage.keySites.add([
    { keyId: sample.key, origin: "https://shop.example", admitted: 5, refused: 0, lastAt: copiedAt },
  ]);
}

/** A day on which a key has used something, and something is set aside for a reply that was lost with its chat. */
async function fillBudgets(conversations: Storage["conversations"]): Promise<void> {
  const budget = { keyId: sample.key, dailyTokens: 1_000_000_000, replyTokens: 2000 };
  const [ended, lost] = [firstTurn({ budget, at: copiedAt }), firstTurn({ budget, at: copiedAt })];
  for (const turn of [ended, lost]) await conversations.acceptTurn(turn);
  await conversations.endReply(endOf(ended.replyId, { spentTokens: 345 }));
  for (const { session } of [ended, lost]) await conversations.erase(session.id);
}

/** Writes a plain row into every table that is still empty, so that none is passed over by a test. */
export function fillTheRest(file: string): void {
  using source = new DatabaseSync(file);
  for (const { name, columns } of readColumns(source)) {
    if (source.prepare(`select 1 from ${name} limit 1`).get()) continue;
    const plain = { text: "'x'", bigint: "7", bytea: "x'07'" };
    const parents: Readonly<Record<string, string>> = {
      session_id: `'${sample.sessionId}'`,
      agent_id: "'guide'",
      operator_id: `'${sample.operatorId}'`,
    };
    const values = Object.entries(columns).map(([column, kind]) => parents[column] ?? plain[kind]);
    source.exec(`insert into ${name} (${Object.keys(columns).join(", ")}) values (${values.join(", ")})`);
  }
}

/**
 * Everything that the interface returns for an installation, sorted here, since the databases sort texts differently.
 */
export async function everythingOf(storage: Storage) {
  const agents = inOrder(await storage.agents.list());
  const chats = inOrder((await storage.chatIndex.list({ scope: { agents: null }, limit: 200 })).items);
  const turns = chats.map(({ id }) => storage.conversations.readTurns({ sessionId: id }));
  const documents = agents.map(({ id }) => storage.knowledge.documents(id));
  return {
    agents,
    keys: inOrder(await storage.keys.list()),
    sessions: await Promise.all(chats.map(({ id }) => storage.conversations.find(id))),
    // Both number the changes that are not in the list yet by themselves.
    chats: chats.map(({ revision: _own, ...chat }) => chat),
    turns: await Promise.all(turns),
    documents: (await Promise.all(documents)).map(inOrder),
    vectors: await storage.vectors.read({ agentId: "guide", model: "sample", limit: 100 }),
    rated: await storage.feedback.listRated({ limit: 100 }),
    used: await storage.budgets.usedOn(copiedAt),
    gaps: (await storage.gaps.list({ scope: { agents: null }, limit: 100 })).items,
    gapQuestions: await storage.gaps.placed({ agentId: "guide", limit: 100 }),
    versions: await storage.agentVersions.list({ scope: { agents: null }, agentId: "guide", limit: 100 }),
    people: [inOrder((await storage.operators.list({ limit: 100 })).items), await alertedOf(storage)],
    operatorSession: await findSession(storage, { tokenHash: `hash of ${sample.operatorSession}` }),
    passkeys: await storage.passkeys.list(sample.operatorId),
    tokens: inOrder((await storage.apiTokens.list({ limit: 100 })).items),
    audit: (await storage.audit.list({ limit: 100 })).items,
    webhooks: await webhooksOf(storage),
    answers: await storage.approvedAnswers.list({ scope: { agents: null } }),
    canned: await storage.cannedAnswers.list({ agents: null }),
    prices: await storage.prices.list(),
    tests: await storage.agentTests.list(),
    testRun: await storage.agentTests.findRun({ scope: { agents: null }, agentId: "guide", number: 1 }),
    keySites: await storage.keySites.list({ scope: { agents: null }, keyId: sample.key }),
    usage: await storage.usage.read({ by: "day", since: 0, until: 2 * copiedAt }),
  };
}

async function webhooksOf(storage: Storage) {
  const webhooks = inOrder((await storage.webhooks.list({ limit: 100 })).items);
  const deliveries = webhooks.map(({ id }) => storage.webhooks.deliveries({ webhookId: id, limit: 100 }));
  return { webhooks, deliveries: (await Promise.all(deliveries)).map(({ items }) => inOrder(items)) };
}

function inOrder<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The texts of the passages that a search finds, in no order. */
export async function findTexts(storage: Storage, ...words: readonly string[]): Promise<readonly string[]> {
  const found = await storage.knowledge.search({ agentId: "guide", words, limit: 50 });
  return found.map(({ text }) => text).toSorted();
}

/** The tables of the target that hold rows. */
export async function filledTables(target: TestDatabase): Promise<readonly string[]> {
  const tables = await target.run(
    `select tablename as name from pg_tables where schemaname = '${target.schema}' and tablename !~ 'kysely|revision'`,
  );
  const filled: string[] = [];
  for (const { name } of tables)
    if ((await target.run(`select 1 from ${String(name)} limit 1`)).length > 0) filled.push(String(name));
  return filled;
}
