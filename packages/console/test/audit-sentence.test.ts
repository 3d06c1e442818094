import { auditActions, type AuditEntry } from "@servicechat/contract/admin";
import { describe, expect, test } from "vitest";
import { de } from "../src/app/words/de.ts";
import { en } from "../src/app/words/en.ts";
import { auditSentence, pageOf } from "../src/settings/audit/sentence.ts";

const ada = { kind: "operator", id: "op_ada", name: "Ada" } as const;
const entry = (values: Omit<Partial<AuditEntry>, "what"> & { readonly what: string }): AuditEntry => ({
  id: "1",
  at: "2026-11-30T09:00:00.000Z",
  who: ada,
  on: null,
  details: [],
  address: null,
  ...values,
});
const saying = (words: typeof en | typeof de, values: Parameters<typeof entry>[0]) =>
  auditSentence(entry(values), words)
    .map(({ text }) => text)
    .join("");
const shop = { kind: "key", id: "7f31c09b2d4e", name: "Shop" };
const workshop = { kind: "agent", id: "workshop", name: "Workshop" };
const ben = { kind: "operator", id: "op_ben", name: "Ben" };
const chat = { kind: "chat", id: "ses_1" };

describe.each([
  ["English", en],
  ["German", de],
] as const)("the audit log in %s", (_language, words) => {
  test("has a sentence of its own for every action that the service writes", () => {
    expect(Object.keys(words.audit.sentences).toSorted()).toEqual(auditActions.toSorted());
    const said = auditActions.map((what) =>
      saying(words, { what, on: { kind: what.split(".")[0] ?? "", id: "x1" } }),
    );
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}[^{}]+[^.{}]$/u);
  });

  test("names who did it, except for a sign-in of somebody unknown", () => {
    const unnamed = auditActions.filter((what) => !saying(words, { what }).startsWith("Ada "));
    expect(unnamed).toEqual(["sign_in.refused"]);
  });

  test("says who did what even of an action that only a newer version knows", () => {
    expect(saying(words, { what: "moon.shoot", on: { kind: "moon", id: "1" } })).toMatch(/^Ada .{20}/);
  });
});

test.each([
  [
    { what: "operator.create", on: ben, details: ["responder"] },
    "Ada invited Ben as responder",
    "Ada hat Ben eingeladen, mit der Rolle „Antwortende“",
  ],
  [
    { what: "operator.create", on: { kind: "operator", id: "op_ben" } },
    "Ada invited a person",
    "Ada hat eine Person eingeladen",
  ],
  [
    { what: "operator.change", on: { ...ada, kind: "operator" } },
    "Ada changed their own details",
    "Ada hat die eigenen Angaben geändert",
  ],
  [
    { what: "agent.apply", on: workshop, details: ["branding"] },
    "Ada changed the look of Workshop",
    "Ada hat das Aussehen von Workshop geändert",
  ],
  [
    { what: "agent.apply", on: workshop, details: ["branding", "instructions", "followUps"] },
    "Ada changed the look, the instructions, and other settings of Workshop",
    "Ada hat das Aussehen, die Anweisungen und weitere Einstellungen von Workshop geändert",
  ],
  [
    { what: "agent.apply", on: workshop, details: ["name", "model", "tools", "knowledge"] },
    "Ada changed several settings of Workshop",
    "Ada hat mehrere Einstellungen von Workshop geändert",
  ],
  [
    { what: "agent.apply", on: workshop, details: ["created"] },
    "Ada created Workshop",
    "Ada hat Workshop angelegt",
  ],
  [
    { what: "agent.apply", on: { kind: "agent", id: "workshop" } },
    "Ada changed workshop",
    "Ada hat workshop geändert",
  ],
  [{ what: "key.rotate", on: shop }, "Ada replaced the key “Shop”", "Ada hat den Schlüssel „Shop“ ersetzt"],
  [
    { what: "chat.assign", on: chat, details: ["Ben"] },
    "Ada assigned a chat to Ben",
    "Ada hat einen Chat Ben zugewiesen",
  ],
  [
    { what: "operator.link", on: ben, who: { kind: "command_line" as const } },
    "Somebody on the command line created a sign-in link for Ben",
    "Jemand an der Kommandozeile hat einen Anmeldelink für Ben erstellt",
  ],
  [
    { what: "chats.export", who: { kind: "token" as const, id: "t1", name: "Nightly" } },
    "The API token “Nightly” exported a list of chats",
    "Das API-Token „Nightly“ hat eine Liste von Chats exportiert",
  ],
])("a sentence names people and things: %j", (values, english, german) => {
  expect(saying(en, values)).toBe(english);
  expect(saying(de, values)).toBe(german);
});

test("names are separate from the words around them, whatever they contain", () => {
  const parts = auditSentence(entry({ what: "key.rotate", on: { ...shop, name: "{who} {on}" } }), en);
  expect(parts.filter(({ isName }) => isName).map(({ text }) => text)).toEqual(["Ada", "{who} {on}"]);
});

test("a line leads to what it was done to, unless that is gone", () => {
  expect(pageOf(entry({ what: "chat.read", on: chat }))).toBe("chats/ses_1");
  expect(pageOf(entry({ what: "chat.erase", on: chat }))).toBeUndefined();
  expect(pageOf(entry({ what: "document.add", on: { kind: "document", id: "workshop/a b.md" } }))).toBe(
    "agents/workshop/knowledge",
  );
  expect(pageOf(entry({ what: "sign_in" }))).toBeUndefined();
});
