import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, type Actor } from "@servicechat/operations";
import { openSqlite } from "@servicechat/storage/sqlite";
import {
  openOperations,
  putAgent,
  putAnswer,
  putChat,
  putDocument,
  putGap,
  putKey,
  putSignedIn,
} from "./open-operations.ts";

type Call = (actor: Actor, input: object) => Promise<object>;

let filled: Promise<Buffer> | undefined;

/** Operations on two agents, `mine` and `other`, with something of each kind: a copy of what was filled once. */
export async function openFilled() {
  filled ??= fill();
  const folder = await mkdtemp(join(tmpdir(), "servicechat-filled-"));
  const file = join(folder, "servicechat.db");
  await writeFile(file, await filled);
  const opened = await openOperations(await openSqlite({ file }));
  const groups = opened.operations as unknown as Record<string, Record<string, Call>>;
  const { items: heard } = await opened.storage.webhooks.deliveries({ webhookId: "wh_1", limit: 1 });
  const named = (input: object) => ("delivery" in input ? { ...input, delivery: heard[0]?.id } : input);
  const call = (group: string, name: string, actor: Actor, input: object) =>
    groups[group]?.[name]?.(actor, named(input)) ?? Promise.reject(new Error(`${group}.${name} is missing`));
  return {
    ...opened,
    call,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The file of a database with all that. */
async function fill(): Promise<Buffer> {
  await using opened = await openOperations();
  await opened.storage.webhooks.create({
    id: "wh_1",
    url: "https://hooks.example/",
    format: "standard",
    events: ["chat.started", "week.ended"],
    agents: ["mine"],
    text: false,
    enabled: true,
    secret: "sealed",
    createdAt: 1,
    revision: 1,
  });
  await opened.storage.prices.set({
    id: "price_1",
    model: "small",
    from: 0,
    currency: "EUR",
    input: 1,
    output: 1,
    cached: null,
    createdAt: 1,
  });
  for (const agent of ["mine", "other"]) {
    await putAgent(opened.storage, agent);
    await putKey(opened.storage, `key${agent}`, agent);
    await putChat(opened.storage, `chat${agent}`, agent);
    const canned = { name: `for ${agent}`, text: "Hello.", agents: [agent], createdAt: 1 };
    await opened.storage.cannedAnswers.create({ id: `canned${agent}`, ...canned });
    await opened.storage.secrets.set({
      name: `KEY_OF_${agent.toUpperCase()}`,
      sealed: "sealed",
      lastFour: null,
      origins: [`https://${agent}.example`],
      agents: [agent],
      setAt: 1,
      by: { kind: "operator", name: "Ann" },
    });
    await opened.storage.flags.put({
      chatId: `chat${agent}`,
      replyId: `rep_chat${agent}`,
      reason: "other",
      right: null,
      by: "Ann",
      at: 1,
    });
    await putAnswer(opened.storage, `ans${agent}`, agent);
    await putGap(opened.storage, `gap${agent}`, agent);
    await putDocument(opened.storage, agent);
    await opened.storage.agentDrafts.save({ agentId: agent, authorId: "op1", file: "", at: 1_000 });
  }
  await putSignedIn(opened.storage, { operator: "op1", session: "session1" });
  const face = { type: "image/png", bytes: Uint8Array.of(1), revision: "face1" };
  await opened.storage.faces.put({ operatorId: "op1", ...face });
  await opened.storage.passkeys.add({
    credentialId: "passkey1",
    operatorId: "op1",
    publicKey: Uint8Array.of(1),
    counter: 0,
    transports: [],
    name: "Phone",
    createdAt: 1,
  });
  await opened.storage.push.save({
    id: "push1",
    operatorId: "op1",
    sessionId: "session1",
    sealed: "sealed",
    browser: "",
    createdAt: 1,
    max: 9,
  });
  await opened.storage.operators.create({
    id: "op2",
    name: "Cy",
    displayName: null,
    role: "viewer",
    agents: null,
    createdAt: 1,
  });
  await opened.storage.apiTokens.create({
    id: "0123456789ab",
    secretHash: "0".repeat(64),
    name: "Reports",
    role: "viewer",
    agents: null,
    operatorId: null,
    createdBy: { kind: "command_line", id: null, name: null },
    createdAt: 0,
    expiresAt: 1,
  });
  // The flags turn questions into gaps, which the next list would create.
  await opened.operations.gaps.list(commandLine, { limit: 1 });
  const folder = await mkdtemp(join(tmpdir(), "servicechat-filled-"));
  try {
    const copy = join(folder, "copy.db");
    await opened.storage.backup(copy);
    return await readFile(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
