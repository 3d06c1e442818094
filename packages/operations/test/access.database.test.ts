import { describe, expect, test } from "vitest";
import { operationTable, roles } from "@servicechat/operations";
import type { Actor, Operations, Role } from "@servicechat/operations";
import { documentCases, knowledgeCases } from "./support/knowledge-cases.ts";
import { openFilled as open } from "./support/open-filled.ts";
import { deskCases, handoffCases } from "./support/inbox-cases.ts";
import { draftCases, keyCases } from "./support/install-cases.ts";
import { ofNoAgent, type Case } from "./support/operation-case.ts";

const file = (id: string) => ({
  agent: id,
  text: `id: ${id}\nname: Other\nmodel: {provider: extractive}\n`,
  baseDirectory: "/agents",
});
const testsOf = (id: string) =>
  `agent: ${id}\ntests:\n  - {name: when, say: When?, expect: {contains: delivery}}\n`;
const page = { limit: 10 };
/** Stands for the id of a delivery, which the database makes. */
const heardDelivery = "the delivery that wh_1 has";

/** One row for each operation: the compiler refuses a missing one. */
const replyOf = (agent: string) => ({ id: `chat${agent}`, replyId: `rep_chat${agent}` });

const cases: { readonly [Group in keyof Operations]: Record<keyof Operations[Group], Case> } = {
  agents: {
    list: { input: () => page, outside: "nothing" },
    find: { input: (agent) => ({ agent }), outside: "agent_not_found" },
    read: { input: (agent) => ({ agent }), outside: "agent_not_found" },
    check: { input: file, outside: "agent_not_found" },
    checkFile: { input: file, outside: "agent_not_found" },
    apply: { input: file, outside: "agent_not_found" },
    preview: {
      input: (agent) => ({ ...file(agent), origins: ["https://chat.example"] }),
      outside: "agent_not_found",
    },
    versions: { input: (agent) => ({ agent, ...page }), outside: "agent_not_found" },
    version: { input: (agent) => ({ agent, version: 1 }), outside: "agent_not_found" },
    restore: { input: (agent) => ({ agent, version: 1 }), outside: "agent_not_found" },
    delete: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  },
  drafts: draftCases,
  keys: {
    list: { input: () => page, outside: "nothing" },
    ...keyCases,
  },
  chats: {
    list: { input: () => page, outside: "nothing" },
    read: { input: (agent) => ({ id: `chat${agent}`, ...page }), outside: "chat_not_found" },
    running: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
    export: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
    exportStored: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
    exportAll: ofNoAgent(),
    erase: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
    eraseOfUser: ofNoAgent({ userId: "nobody-signed-in" }),
    usage: { input: () => ({ by: "day", from: 0, to: 2_000 }), outside: "nothing" },
  },
  handoff: handoffCases,
  desk: deskCases,
  cannedAnswers: {
    list: { input: () => page, outside: "nothing" },
    create: {
      input: (agent) => ({ name: "Refund", text: "At once.", agents: [agent] }),
      outside: "agent_not_found",
    },
    change: { input: (agent) => ({ id: `canned${agent}`, text: "Soon." }), outside: "canned_not_found" },
    remove: { input: (agent) => ({ id: `canned${agent}` }), outside: "canned_not_found" },
  },
  feedback: { list: { input: () => page, outside: "nothing" } },
  flags: {
    put: { input: (agent) => ({ ...replyOf(agent), reason: "other" }), outside: "chat_not_found" },
    remove: { input: replyOf, outside: "chat_not_found" },
  },
  gaps: {
    list: { input: () => page, outside: "nothing" },
    read: { input: (agent) => ({ id: `gap${agent}` }), outside: "gap_not_found" },
    dismiss: { input: (agent) => ({ id: `gap${agent}` }), outside: "gap_not_found" },
    reopen: { input: (agent) => ({ id: `gap${agent}` }), outside: "gap_not_found" },
  },
  approvedAnswers: {
    list: { input: () => page, outside: "nothing" },
    read: { input: (agent) => ({ id: `ans${agent}` }), outside: "answer_not_found" },
    create: {
      input: (agent) => ({ agent, text: "Within 10 days.", questions: ["When?"] }),
      outside: "agent_not_found",
    },
    change: { input: (agent) => ({ id: `ans${agent}`, text: "Soon." }), outside: "answer_not_found" },
    remove: { input: (agent) => ({ id: `ans${agent}` }), outside: "answer_not_found" },
    try: {
      input: (agent) => ({ agent, text: "Within 10 days.", questions: ["When?"] }),
      outside: "agent_not_found",
    },
  },
  usage: {
    read: { input: () => ({ by: "agent", since: 0, until: 2_000 }), outside: "nothing" },
    month: { input: () => ({}), outside: "nothing" },
  },
  prices: {
    list: ofNoAgent(page),
    set: ofNoAgent({ model: "large", from: 0, currency: "EUR", in: 1, out: 2 }),
    remove: ofNoAgent({ id: "price_1" }),
    budget: ofNoAgent(),
    setBudget: ofNoAgent({ amount: 50 }),
  },
  knowledge: knowledgeCases,
  documents: documentCases,
  tests: {
    read: { input: (agent) => ({ agent }), outside: "agent_not_found" },
    write: { input: (agent) => ({ agent, file: testsOf(agent) }), outside: "agent_not_found" },
    run: { input: (agent) => ({ agent, file: testsOf(agent) }), outside: "agent_not_found" },
    suggest: { input: (agent) => ({ agent }), outside: "agent_not_found" },
    runs: { input: (agent) => ({ agent, ...page }), outside: "agent_not_found" },
    findRun: { input: (agent) => ({ agent, number: 1 }), outside: "agent_not_found" },
  },
  operators: {
    list: ofNoAgent(page),
    find: ofNoAgent({ id: "op1" }),
    findByName: ofNoAgent({ name: "ANN" }),
    invite: ofNoAgent({ name: "Ben", role: "viewer" }),
    change: ofNoAgent({ id: "op1", displayName: "Ann S." }),
    remove: ofNoAgent({ id: "op2" }),
    inviteAgain: ofNoAgent({ id: "op1" }),
    link: ofNoAgent({ operator: "Ben", role: "viewer" }),
  },
  apiTokens: {
    list: ofNoAgent(page),
    create: ofNoAgent({ name: "Reports", role: "viewer" }),
    revoke: ofNoAgent({ id: "0123456789ab" }),
  },
  webhooks: {
    list: ofNoAgent(page),
    find: ofNoAgent({ id: "wh_1" }),
    create: ofNoAgent({ url: "https://hooks.example/", events: ["chat.started"] }),
    change: ofNoAgent({ id: "wh_1", enabled: false }),
    remove: ofNoAgent({ id: "wh_1" }),
    test: ofNoAgent({ id: "wh_1" }),
    deliveries: ofNoAgent({ id: "wh_1", ...page }),
    replay: ofNoAgent({ id: "wh_1", delivery: heardDelivery }),
  },
  secrets: {
    list: { input: () => page, outside: "nothing" },
    set: ofNoAgent({ name: "CRM_KEY", value: "secret", origins: ["https://crm.example"] }),
    remove: ofNoAgent({ name: "KEY_OF_OTHER" }),
  },
  models: {
    try: ofNoAgent({
      model: {
        provider: "openai",
        baseUrl: "http://127.0.0.1:9/v1",
        name: "x",
        maxOutputTokens: 9,
        contextTokens: 900,
      },
    }),
    list: ofNoAgent({ provider: "extractive" }),
  },
  letter: { read: ofNoAgent(), change: ofNoAgent({ hour: 9 }), send: ofNoAgent() },
  audit: { list: ofNoAgent(page) },
  faces: {
    list: ofNoAgent(),
    find: ofNoAgent({ id: "op1" }),
    put: ofNoAgent({ type: "image/png", bytes: Uint8Array.of(1) }),
    remove: ofNoAgent(),
  },
  me: {
    read: ofNoAgent(),
    setAvailable: ofNoAgent({ available: false }),
    setDisplayName: ofNoAgent({ displayName: "Alma" }),
    listSessions: ofNoAgent(page),
    endSession: ofNoAgent({ id: "session1" }),
    listPasskeys: ofNoAgent(page),
    renamePasskey: ofNoAgent({ id: "passkey1", name: "Key ring" }),
    removePasskey: ofNoAgent({ id: "passkey1" }),
  },
  notifications: {
    read: ofNoAgent(),
    setMail: ofNoAgent({ address: "ann@shop.example", enabled: true }),
    testMail: ofNoAgent(),
    addPush: ofNoAgent({ endpoint: "https://push.example/1", keys: { p256dh: "", auth: "" }, browser: "" }),
    removePush: ofNoAgent({ id: "push1" }),
    testPush: ofNoAgent({ id: "push1" }),
  },
  mail: { read: ofNoAgent(), test: ofNoAgent({ to: "ann@shop.example" }) },
  health: { examine: ofNoAgent() },
};

const rows = Object.entries(cases).flatMap(([group, operations]) =>
  Object.entries(operations as Record<string, Case>).map(([name, row]) => ({ group, name, ...row })),
);

/** Everything that an operation could have changed. */
async function stored({ storage }: Awaited<ReturnType<typeof open>>) {
  return {
    agents: await storage.agents.list(),
    keys: await storage.keys.list(),
    chats: (await storage.chatIndex.list({ scope: { agents: null }, limit: 99 })).items,
    gaps: await storage.gaps.open(),
    answers: await storage.approvedAnswers.list({ scope: { agents: null } }),
  };
}

const needed = (group: string, name: string): Role =>
  (operationTable as unknown as Record<string, Record<string, { readonly role: Role }>>)[group]?.[name]
    ?.role ?? "owner";

const includes = (role: Role, wanted: Role) => roles.indexOf(role) <= roles.indexOf(wanted);
const actor = (role: Role): Actor => ({
  kind: "operator",
  id: "op1",
  name: "Ann",
  role,
  agents: ["mine"],
  session: "session1",
  person: { id: "op1", name: "Ann" },
});

test("there is a case for every operation, and no other", () => {
  const named = Object.entries(operationTable).flatMap(([group, table]) =>
    Object.keys(table).map((name) => `${group}.${name}`),
  );
  expect(rows.map(({ group, name }) => `${group}.${name}`)).toEqual(named);
});

describe.each(rows)("$group: $name", ({ group, name, input, outside, ofNoAgent: isOfNoAgent }) => {
  const role = needed(group, name);

  test.each(roles.filter((each) => !includes(each, role)))(
    "is refused to a %s, whether the agent is theirs or not, and changes nothing",
    async (low) => {
      await using opened = await open();
      const before = await stored(opened);
      for (const agent of ["mine", "other", "nobody"])
        expect(await opened.call(group, name, actor(low), input(agent))).toEqual({
          kind: "role_needed",
          role,
        });
      expect(await stored(opened)).toEqual(before);
      expect(opened.nodeEvents).toEqual([]);
    },
  );

  test.each(roles.filter((each) => includes(each, role)))(
    "is done for a %s about an own agent",
    async (high) => {
      await using opened = await open();
      // The whole installation is out of scope for people who are limited to some agents.
      const isOfAll = name === "examine";
      if (isOfAll)
        expect(await opened.call(group, name, actor(high), {})).toEqual({ kind: "role_needed", role });
      const who = isOfAll ? { ...actor(high), agents: null } : actor(high);
      const answer = await opened.call(group, name, who, input("mine"));
      // The response that there is no such run proves that the agent was reached.
      if (name === "findRun") return expect(answer).toMatchObject({ kind: "test_run_not_found" });
      // An agent without documents cannot be evaluated, which only somebody who reached it hears.
      if (name === "evaluate")
        expect(answer).toMatchObject({ kind: "input_invalid", reason: "The agent has no documents." });
      else expect(answer).not.toHaveProperty("kind");
    },
  );

  test.each(isOfNoAgent ? [] : roles.filter((each) => includes(each, role)))(
    "is to a %s as if another's agent were not there",
    async (high) => {
      await using opened = await open();
      const before = await stored(opened);
      const answer = await opened.call(group, name, actor(high), input("other"));
      const nobody = await opened.call(group, name, actor(high), input("nobody"));
      const renamed = (value: object) => JSON.stringify(value).replaceAll("nobody", "other");
      if (outside === "nothing") expect(JSON.stringify(answer)).not.toContain("other");
      else {
        expect(answer).toHaveProperty("kind", outside);
        // Nothing tells an agent of somebody else from one that does not exist.
        if (name !== "check" && name !== "checkFile" && name !== "apply")
          expect(JSON.stringify(answer)).toBe(renamed(nobody));
      }
      expect(await stored(opened)).toEqual(before);
    },
  );
});

test("a filter that names an agent out of scope gives an empty list", async () => {
  await using opened = await open();
  const filtered = { limit: 10, agent: "other", agentId: "other" };
  for (const group of ["keys", "chats", "feedback"])
    expect(await opened.call(group, "list", actor("viewer"), filtered)).toEqual({ items: [], next: null });
  const usage = await opened.call("usage", "read", actor("viewer"), {
    by: "day",
    agent: "other",
    since: 0,
    until: 2_000,
  });
  expect(usage).toMatchObject({ items: [], total: { replies: 0 } });
});
