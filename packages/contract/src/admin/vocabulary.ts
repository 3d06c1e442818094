/** Permissions of a person or a token. Each role includes all the roles after it. */
export const roles = ["owner", "editor", "responder", "viewer"] as const;
/** A role of the console and the admin API. */
export type Role = (typeof roles)[number];

/** Whether a role may do what another one is needed for. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed);
}

/** Who speaks for the service in a chat: the agent, no one yet because a person was asked for, or a person. */
export const holders = ["agent", "waiting", "person"] as const;
/** Who speaks for the service in a chat. */
export type Holder = (typeof holders)[number];

/**
 * Chats whose visitor left an address: all of them, or those in which the visitor waits for an answer. A person's answer, the
 * mark `done`, handing back and closing end that; whatever the visitor writes afterwards begins it again.
 */
export const addressStates = ["left", "unanswered"] as const;
/** Orders of chats whose visitor left an address, by how long they have waited for an answer. */
export const chatOrders = ["longest_wait", "shortest_wait"] as const;
/** How a chat stands whose visitor left an address. */
export type AddressState = (typeof addressStates)[number];

/** Notable properties of a reply. Each is found by a rule, none by a model. */
export const marks = [
  "unanswered",
  "uncited",
  "rephrased",
  "thumbs_down",
  "flagged",
  "asked_person",
  "tool_failed",
  "cut",
  "stopped",
  "budget",
  "suspicious",
  "personal_data",
] as const;
/** One notable property of a reply. */
export type Mark = (typeof marks)[number];

/** The most characters that a tag of a chat has. */
export const maxTagLength = 40;

/** How a chat ended, or that it has not ended yet. */
export const outcomes = ["confirmed", "assumed", "unanswered", "handed_over", "abandoned", "open"] as const;
/** How a chat ended, or that it is open. */
export type Outcome = (typeof outcomes)[number];

/** Visitors' ratings of replies, for a whole chat: one thumb down outweighs any number of thumbs up. */
export const ratings = ["up", "down"] as const;
/** A visitor's rating of a reply. */
export type Rating = (typeof ratings)[number];

/** Events of a chat besides messages. */
export const chatEvents = [
  "waiting",
  "joined",
  "assigned",
  "left",
  "handed_back",
  "back_to_assistant",
  "nobody",
  "silent",
  "closed",
] as const;
/** Something that happened in a chat besides a message. */
export type ChatEvent = (typeof chatEvents)[number];

/** Why an operator flags a reply. */
export const flagReasons = ["incorrect", "incomplete", "outdated", "inappropriate", "other"] as const;
/** Why an operator flags a reply. */
export type FlagReason = (typeof flagReasons)[number];

/** How a gap stands: what visitors asked and did not get. */
export const gapStates = ["open", "reopened", "answered", "closed", "dismissed"] as const;
/** Gaps that wait for a person, or for proof that they are answered. */
export const unsolvedGapStates = ["open", "reopened", "answered"] as const satisfies readonly GapState[];
/**
 * The state of a gap: `open` until something is done, `answered` once a person wrote an answer that is not proven yet,
 * `closed` automatically when its questions were asked again and answered, `reopened` if it was closed and asked again
 * without an answer, `dismissed` by a person.
 */
export type GapState = (typeof gapStates)[number];

/** Why a gap closed automatically. */
export const gapClosings = ["sync", "answer"] as const;
/** Why a gap closed automatically. */
export type GapClosing = (typeof gapClosings)[number];

/** How an uploaded document is read. */
export const documentTypes = ["markdown", "text", "html", "pdf", "docx", "csv"] as const;
/** How an uploaded document is read. */
export type DocumentType = (typeof documentTypes)[number];

/** The largest document that can be uploaded, in bytes. */
export const maxDocumentBytes = 20 * 1024 * 1024;

/** How far the reading of an uploaded document is: soon, done, or of no use. */
export const documentStates = ["waiting", "read", "unreadable"] as const;
/** How far the reading of an uploaded document is. */
export type DocumentState = (typeof documentStates)[number];

/**
 * Every word that the audit log uses for what was done. Permanent: add new ones, never rename. `agent.preview` is only in
 * lines of earlier versions.
 */
export const auditActions = [
  "sign_in",
  "sign_in.refused",
  "sign_out",
  "session.end",
  "session.confirm",
  "password.change",
  "password.remove",
  "passkey.create",
  "passkey.change",
  "passkey.remove",
  "chat.read",
  "chat.export",
  "chats.export",
  "chat.erase",
  "user.erase",
  "agent.apply",
  "agent.restore",
  "agent.preview",
  "agent.delete",
  "agent.notice_off",
  "tests.change",
  "key.create",
  "key.change",
  "key.rotate",
  "key.revoke",
  "key.check",
  "operator.create",
  "operator.change",
  "operator.remove",
  "operator.link",
  "token.create",
  "token.revoke",
  "chat.take",
  "chat.message",
  "chat.note",
  "chat.assign",
  "chat.hand_back",
  "chat.close",
  "chat.done",
  "chat.tag",
  "chat.snooze",
  "chat.flag",
  "chat.unflag",
  "answer.create",
  "answer.change",
  "answer.delete",
  "document.add",
  "document.change",
  "document.remove",
  "canned.create",
  "canned.change",
  "canned.delete",
  "price.set",
  "price.remove",
  "budget.set",
  "letter.change",
  "letter.send",
  "gap.dismiss",
  "gap.reopen",
  "webhook.create",
  "webhook.change",
  "webhook.delete",
  "webhook.test",
  "webhook.replay",
  "secret.set",
  "secret.remove",
  "models.try",
  "notifications.change",
  "mail.test",
  "push.create",
  "push.remove",
  "push.test",
] as const;
/** An action in the audit log. */
export type AuditAction = (typeof auditActions)[number];

/** The actors in the audit log: the last two have neither id nor name. */
export const actorKinds = ["operator", "token", "command_line", "system"] as const;
/** A kind of actor. */
export type ActorKind = (typeof actorKinds)[number];

/** Lengths of usage periods. */
export const usagePeriods = ["hour", "day", "month"] as const;
/** The length of a usage period. */
export type UsagePeriod = (typeof usagePeriods)[number];

/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  "chat.started",
  "chat.waiting",
  "chat.taken",
  "chat.closed",
  "address.left",
  "message.created",
  "feedback.created",
  "chat.erased",
  "week.ended",
  "gap.opened",
  "tests.flipped",
] as const;
/** An event that a webhook can receive. */
export type WebhookEventName = (typeof webhookEvents)[number];

/** Days on which the weekly letter can be sent. */
export const letterDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** A day on which the weekly letter can be sent. */
export type LetterDay = (typeof letterDays)[number];

/** The formats of webhooks: our own, or that of a chat tool. */
export const webhookFormats = ["standard", "slack", "teams", "mattermost"] as const;
/** The format of a webhook. */
export type WebhookFormatName = (typeof webhookFormats)[number];

/** How a delivery of a webhook stands. */
export const deliveryStates = ["pending", "delivered", "failed", "refused"] as const;
/** How a delivery of a webhook stands. */
export type DeliveryStateName = (typeof deliveryStates)[number];
