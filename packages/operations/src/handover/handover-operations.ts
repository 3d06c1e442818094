import { randomUUID } from "node:crypto";
import type { ChatMove, HeldChat } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { onAgentId, onChat } from "../access/operation.ts";
import { hasRole, isInScope } from "../access/asker.ts";
import type { Asker } from "../access/asker.ts";
import { findAgentRefusal, heldBy, moveChat, personNeeded, takeOf, unasked } from "./move-chat.ts";
import { sayInChat } from "./say-in-chat.ts";

/** Names a chat by its id. */
interface NamedChat {
  readonly id: string;
}

/** What the agent answers with where it gets the chat. */
interface Answering {
  readonly answer?: ChatMove["answer"];
}

/** Chats between the agents and people. */
export const handoverOperations = {
  /** Takes a chat, also from the colleague whom `from` names. */
  take: onChat(
    "responder",
    async (parts, session, { id, from }: NamedChat & { readonly from?: string }, asker) => {
      const person = asker.person;
      if (!person) return personNeeded;
      const refusal = await findAgentRefusal(parts, session);
      if (refusal) return refusal;
      return moveChat(parts, asker, id, (chat) => {
        if (chat.operator?.id === person.id) return undefined;
        if (chat.holder === "person" && chat.operator?.id !== from) return heldBy(chat);
        return takeOf(parts, asker, chat, person);
      });
    },
  ),

  /** Says something to the visitor, and takes the chat with it unless the asker holds it. */
  say: onChat("responder", sayInChat),

  /** Writes down something that colleagues read, and no visitor or model. */
  note: onChat(
    "responder",
    async (parts, _session, { id, text }: NamedChat & { readonly text: string }, asker) => {
      if (!asker.person) return personNeeded;
      const note = {
        id: `note_${randomUUID()}`,
        sessionId: id,
        at: parts.now(),
        text,
        operator: asker.person,
      };
      const audit = auditLine(parts, asker, "chat.note", { kind: "chat", id });
      const isKept = await parts.storage.handovers.addNote({ ...note, audit });
      return isKept ? note : ({ kind: "chat_not_found", id } as const);
    },
  ),

  /** Gives a chat to a colleague. */
  assign: onChat(
    "responder",
    async (parts, session, { id, operator: to }: NamedChat & { readonly operator: string }, asker) => {
      const refusal = await findAgentRefusal(parts, session);
      if (refusal) return refusal;
      const colleague = await parts.storage.operators.find(to);
      const mayHold =
        colleague && hasRole(colleague, "responder") && isInScope(colleague.agents, session.agentId);
      if (!mayHold) return { kind: "operator_not_found" as const, id: to };
      const operator = { id: colleague.id, name: colleague.displayName };
      return moveChat(parts, asker, id, (chat) => {
        if (chat.operator?.id === operator.id) return undefined;
        if (isOthers(chat, asker)) return heldBy(chat);
        return {
          to: "person",
          type: "assigned",
          name: operator.name,
          operator,
          ...(chat.holder === "agent" && { handoff: unasked(parts.now()) }),
          audit: [auditLine(parts, asker, "chat.assign", { kind: "chat", id })],
        };
      });
    },
  ),

  /** Gives a chat back to the agent, which answers at once what the visitor said last. */
  handBack: onChat("responder", async (parts, _session, { id, answer }: NamedChat & Answering, asker) =>
    moveChat(parts, asker, id, (chat) => {
      if (chat.holder === "agent") return undefined;
      if (isOthers(chat, asker)) return heldBy(chat);
      return {
        to: "agent",
        type: "handed_back",
        ...(asker.person && { name: asker.person.name }),
        ...(answer && { answer }),
        audit: [auditLine(parts, asker, "chat.hand_back", { kind: "chat", id })],
      };
    }),
  ),

  /** Closes a chat: the agent has it, and nothing is answered any more until the visitor says something. */
  close: onChat("responder", async (parts, _session, { id }: NamedChat, asker) =>
    moveChat(parts, asker, id, (chat) => {
      if (chat.holder === "agent") return undefined;
      if (isOthers(chat, asker)) return heldBy(chat);
      return {
        to: "agent",
        type: "closed",
        ...(asker.person && { name: asker.person.name }),
        audit: [auditLine(parts, asker, "chat.close", { kind: "chat", id })],
      };
    }),
  ),

  /** What the agent drafts an answer from, for a person who takes part. */
  toDraft: onChat("responder", async (parts, session, { id }: NamedChat, asker) => {
    const agent = await parts.storage.agents.find(session.agentId);
    if (!agent) return { kind: "agent_not_found" as const, id: session.agentId, known: [] };
    await parts.storage.audit.append(auditLine(parts, asker, "chat.read", { kind: "chat", id }));
    const chat = await parts.storage.chats.find({ id, scope: { agents: asker.agents } });
    // Its budget pays, as for a reply to the visitor.
    return { session, agent, keyId: chat?.keyId ?? null };
  }),

  /** Tells the visitor that the person who holds the chat is writing. */
  type: onChat("responder", async (parts, _session, { id }: NamedChat, asker) => {
    if (!asker.person) return personNeeded;
    const chat = await parts.storage.handovers.find(id);
    if (!chat) return { kind: "chat_not_found", id } as const;
    if (chat.operator && chat.operator.id !== asker.person.id)
      return { kind: "held_by_other", holder: chat.operator } as const;
    if (chat.operator)
      parts.nodeEvents.publish({ type: "person-typing", sessionId: id, name: chat.operator.name });
    return { id };
  }),

  /** Tells other operators that the asker looks at the chat, and perhaps writes in it. */
  present: onChat(
    "viewer",
    async (parts, { agentId }, { id, typing = false }: NamedChat & { readonly typing?: boolean }, asker) => {
      if (!asker.person) return personNeeded;
      const operator = asker.person;
      parts.nodeEvents.publish({ type: "operator-present", sessionId: id, agentId, operator, typing });
      return { id };
    },
  ),

  /** Who may hold the chats of an agent, by name. */
  colleagues: onAgentId("responder", async ({ storage }, agentId) => {
    const found = [];
    for (let after: string | undefined; ;) {
      const page = await storage.operators.list({ limit: 200, ...(after !== undefined && { after }) });
      found.push(...page.items);
      if (page.next === null) break;
      after = page.next;
    }
    const items = found
      .filter((operator) => hasRole(operator, "responder") && isInScope(operator.agents, agentId))
      .map(({ id, name, displayName, available }) => ({ id, name, displayName, available }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
    return { items };
  }),
};

/** Whether somebody else holds it, who is to be asked; an owner need not ask. */
function isOthers({ holder, operator }: HeldChat, asker: Asker): boolean {
  return holder === "person" && operator?.id !== asker.person?.id && !hasRole(asker, "owner");
}
