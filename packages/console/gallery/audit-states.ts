import type { AuditAction, AuditEntry } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { lists } from "./scene.ts";

const alma = { kind: "operator", id: "op-1", name: "Alma Berg" } as const;

function line(
  id: string,
  minutesAgo: number,
  who: AuditEntry["who"],
  what: AuditAction,
  on: AuditEntry["on"],
  details: string[] = [],
): AuditEntry {
  return {
    id,
    at: ago(minutesAgo),
    who,
    what,
    on,
    details,
    address: who.kind === "command_line" ? null : "b1c2d9",
  };
}

const entries = [
  line("c1", 3, alma, "chat.read", { kind: "chat", id: "chat-1" }),
  line("c2", 12, alma, "operator.create", { kind: "operator", id: "op-4", name: "Ben Okafor" }, [
    "responder",
  ]),
  line("c3", 26, alma, "agent.apply", { kind: "agent", id: "larkfield", name: "Larkfield" }, ["branding"]),
  line(
    "c4",
    41,
    { kind: "operator", id: "op-2", name: "Jon Sund" },
    "chat.assign",
    { kind: "chat", id: "chat-2" },
    ["Alma Berg"],
  ),
  line("c5", 60, { kind: "token", id: "9f31c2ab04de", name: "Nightly export" }, "chats.export", null),
  line("c6", 90, { kind: "command_line" }, "operator.link", {
    kind: "operator",
    id: "op-3",
    name: "Mira Holt",
  }),
  line("c7", 1500, { kind: "system" }, "sign_in.refused", null),
  line("c8", 1510, alma, "key.rotate", { kind: "key", id: "7f31c09b2d4e", name: "Shop" }),
  line("c9", 1530, alma, "agent.apply", { kind: "agent", id: "larkfield", name: "Larkfield" }, [
    "instructions",
    "knowledge",
    "handoff",
  ]),
  line("d1", 3100, alma, "document.add", {
    kind: "document",
    id: "larkfield/returns-and-refunds-in-all-countries-2026.pdf",
    name: "returns-and-refunds-in-all-countries-2026.pdf",
  }),
  line("d2", 3105, alma, "password.change", null),
];

/** The audit log. */
export const auditStates: readonly ConsoleState[] = [
  { name: "audit", title: "The audit log", path: "settings/audit", shows: ".audit-line" },
  {
    name: "audit-codes",
    title: "The codes and ids of an action",
    path: "settings/audit",
    press: [".audit-day li:nth-child(2) summary"],
    shows: ".audit-line[open]",
  },
  {
    name: "audit-empty",
    title: "Nothing is in the audit log",
    path: "settings/audit",
    scene: { "GET audit": lists([]) },
    shows: ".empty",
  },
  {
    name: "audit-none",
    title: "The audit log has nothing of a kind",
    path: "settings/audit?what=key.revoke",
    scene: { "GET audit": lists([]) },
    shows: ".empty",
  },
];

/** Answers of the audit log. */
export const auditScene = { "GET audit": lists(entries) };
