import { randomUUID } from "node:crypto";
import type { ChatMove, HeldChat } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { onAgentId, onChat } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { hasRole, isInScope } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import {
  findAgentRefusal,
  heldBy,
  moveChat,
  personNeeded,
  takeOf,
  unrequested,
  sendMessage,
} from "./move-chat.ts";

/** A chat, and the revision of its address, or of all of it, that the actor has seen; `*` and none match any. */
interface SeenChat extends WithId {
  readonly seen?: string | undefined;
}

/** What the agent needs to answer if it gets the chat. */
interface Answering {
  readonly answer?: ChatMove["answer"];
}

/** Chats between the agents and people. */
export const handoffOperations = {
  /** Takes a chat, even from the colleague named by `from`. */
  take: onChat(
    "responder",
    async (parts, session, { id, from }: WithId & { readonly from?: string }, actor) => {
      const person = actor.person;
      if (!person) return personNeeded;
      const refusal = await findAgentRefusal(parts, session);
      if (refusal) return refusal;
      return moveChat(parts, actor, id, (chat) => {
        if (chat.operator?.id === person.id) return undefined;
        if (chat.holder === "person" && chat.operator?.id !== from) return heldBy(chat);
        return takeOf(parts, actor, chat, person);
      });
    },
  ),

  /** Sends a message to the visitor, and takes the chat with it unless the actor holds it. */
  say: onChat("responder", sendMessage),

  /** Adds a note, which colleagues read, but no visitor and no model. */
  note: onChat(
    "responder",
    async (parts, _session, { id, text }: WithId & { readonly text: string }, actor) => {
      if (!actor.person) return personNeeded;
      const note = {
        id: `note_${randomUUID()}`,
        sessionId: id,
        at: parts.now(),
        text,
        operator: actor.person,
      };
      const audit = auditLine(parts, actor, "chat.note", { kind: "chat", id });
      const isStored = await parts.storage.handoffs.addNote({ ...note, audit });
      return isStored ? note : ({ kind: "chat_not_found", id } as const);
    },
  ),

  /** Gives a chat to a colleague. */
  assign: onChat(
    "responder",
    async (parts, session, { id, operator: to }: WithId & { readonly operator: string }, actor) => {
      const refusal = await findAgentRefusal(parts, session);
      if (refusal) return refusal;
      const colleague = await parts.storage.operators.find(to);
      const mayHold =
        colleague && hasRole(colleague, "responder") && isInScope(colleague.agents, session.agentId);
      if (!mayHold) return { kind: "operator_not_found" as const, id: to };
      const operator = { id: colleague.id, name: colleague.displayName };
      return moveChat(parts, actor, id, (chat) => {
        if (chat.operator?.id === operator.id) return undefined;
        if (isOthers(chat, actor)) return heldBy(chat);
        return {
          to: "person",
          type: "assigned",
          name: operator.name,
          operator,
          ...(chat.holder === "agent" && { handoff: unrequested(parts.now()) }),
          audit: [auditLine(parts, actor, "chat.assign", { kind: "chat", id }, [colleague.name])],
        };
      });
    },
  ),

  /** Returns a chat to the agent, which answers the visitor's last message at once. */
  handBack: onChat("responder", async (parts, _session, { id, answer }: WithId & Answering, actor) =>
    moveChat(parts, actor, id, (chat) => {
      if (chat.holder === "agent") return undefined;
      if (isOthers(chat, actor)) return heldBy(chat);
      return {
        to: "agent",
        type: "handed_back",
        ...(actor.person && { name: actor.person.name }),
        ...(answer && { answer }),
        audit: [auditLine(parts, actor, "chat.hand_back", { kind: "chat", id })],
      };
    }),
  ),

  /** Closes a chat: the agent has it, and answers nothing until the visitor sends a message. */
  close: onChat("responder", async (parts, _session, { id }: WithId, actor) =>
    moveChat(parts, actor, id, (chat) => {
      if (chat.holder === "agent") return undefined;
      if (isOthers(chat, actor)) return heldBy(chat);
      return {
        to: "agent",
        type: "closed",
        ...(actor.person && { name: actor.person.name }),
        audit: [auditLine(parts, actor, "chat.close", { kind: "chat", id })],
      };
    }),
  ),

  /**
   * Marks a chat as done whose visitor left an address and needs no answer, unless the visitor has written or left another
   * one since the actor saw it. Others stay as they are.
   */
  done: onChat("responder", async (dependencies, _session, { id, seen }: SeenChat, actor) => {
    const { storage } = dependencies;
    const find = () => storage.chatIndex.find({ scope: { agents: actor.agents }, id });
    // What happened before comes into the row that the revision is compared with.
    const before = await find();
    const audit = auditLine(dependencies, actor, "chat.done", { kind: "chat", id });
    const revision = seen !== undefined && seen !== "*" && { revision: seen };
    const marked = await storage.visitorMail.markDone({
      sessionId: id,
      at: dependencies.now(),
      ...revision,
      audit,
    });
    if (marked === "outdated")
      return { kind: "precondition_failed", revision: String(before?.revision ?? "") } as const;
    dependencies.nodeEvents.publish({ type: "chat-changed", sessionId: id });
    const chat = await find();
    return chat ? { chat } : ({ kind: "chat_not_found", id } as const);
  }),

  /** What the agent needs to draft an answer, for a person who takes part. */
  toDraft: onChat("responder", async (parts, session, { id }: WithId, actor) => {
    const agent = await parts.storage.agents.find(session.agentId);
    if (!agent) return { kind: "agent_not_found" as const, id: session.agentId, known: [] };
    await parts.storage.audit.append(auditLine(parts, actor, "chat.read", { kind: "chat", id }));
    const chat = await parts.storage.chatIndex.find({ id, scope: { agents: actor.agents } });
    // Its budget pays, as for a reply to the visitor.
    return { session, agent, keyId: chat?.keyId ?? null };
  }),

  /** Shows the visitor that the person who holds the chat is writing. */
  type: onChat("responder", async (parts, _session, { id }: WithId, actor) => {
    if (!actor.person) return personNeeded;
    const chat = await parts.storage.handoffs.find(id);
    if (!chat) return { kind: "chat_not_found", id } as const;
    if (chat.operator && chat.operator.id !== actor.person.id)
      return { kind: "held_by_other", holder: chat.operator } as const;
    if (chat.operator)
      parts.nodeEvents.publish({ type: "person-typing", sessionId: id, name: chat.operator.name });
    return { id };
  }),

  /** Shows other operators that the actor is viewing the chat, and perhaps writing in it. */
  present: onChat(
    "viewer",
    async (parts, { agentId }, { id, typing = false }: WithId & { readonly typing?: boolean }, actor) => {
      if (!actor.person) return personNeeded;
      const operator = actor.person;
      parts.nodeEvents.publish({ type: "operator-present", sessionId: id, agentId, operator, typing });
      return { id };
    },
  ),

  /** The people who may hold an agent's chats, by name. */
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

/** Whether another person holds the chat and must agree; an owner need not ask. */
function isOthers({ holder, operator }: HeldChat, actor: Actor): boolean {
  return holder === "person" && operator?.id !== actor.person?.id && !hasRole(actor, "owner");
}
