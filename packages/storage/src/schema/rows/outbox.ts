/** A webhook. */
export interface WebhookRow {
  id: string;
  url: string;
  format: string;
  /** A JSON list. */
  events: string;
  /** A JSON list; `null` for all agents. */
  agents: string | null;
  /** 0 or 1. */
  text: number;
  /** 0 or 1. */
  enabled: number;
  secret: string;
  created_at: number;
  revision: number;
}

/** An event that was or is still to be sent to a webhook. Triggers write it. It contains no text of a chat. */
export interface WebhookDeliveryRow {
  /** As its receiver knows it. */
  id: string;
  webhook_id: string;
  type: string;
  at: number;
  session_id: string;
  agent_id: string;
  /** Id of the message that it is about. */
  subject: string | null;
  /** Of a message who wrote it: `visitor`, `agent` or `person`; of feedback the rating. */
  detail: string | null;
  /** Of the person, as visitors see it. */
  name: string | null;
  state: string;
  /** A JSON list. */
  tries: string;
  /** Tries of the present round: a replay begins another. */
  tried: number;
  next_at: number | null;
  claimed_until: number;
}

/** That a mail was begun to an address. It is kept for a day, also when the mail is deleted with its chat. */
export interface MailedAddressRow {
  mail_id: string;
  /** Of the address in small letters, with a key that the database does not have. */
  address_hash: string;
  at: number;
}

/** A mail to a visitor. It holds no text: that is read when it is sent. */
export interface VisitorMailRow {
  id: string;
  session_id: string;
  created_at: number;
  /** The visitor has seen people's messages from before it. */
  since: number;
  /** It contains what people said in the turns after this one, up to `last_turn`. */
  after_turn: number;
  last_turn: number;
  /** `pending`, `sent`, `failed` or `dropped`. */
  state: string;
  tried: number;
  next_at: number | null;
  claimed_until: number;
  /** SHA-256 of what its link holds. */
  link_hash: string;
  /** The secret of its link, encrypted; `null` once it is sent. */
  sealed_link: string | null;
  expires_at: number;
  /** When its link was first opened; `null` before. */
  used_at: number | null;
}

/** A chat that waited for a person, and when people were notified. */
export interface WaitingAlertRow {
  session_id: string;
  /** When it was first seen to wait. */
  noted_at: number;
  pushed_at: number | null;
}

/** A person was mailed about a chat that waits. */
export interface AlertMailRow {
  session_id: string;
  operator_id: string;
  /** The last time. */
  at: number;
  /** When the hour began in which `in_hour` counts. */
  hour_at: number;
  in_hour: number;
}

/** How often people were notified over one channel. */
export interface AlertRoundRow {
  /** `push` for everybody, or `mail:` and the id of a person. */
  name: string;
  /** The last time. */
  at: number;
  /** When the hour began in which `in_hour` counts. */
  hour_at: number;
  in_hour: number;
}

/** A browser that receives push notifications for a person. */
export interface PushSubscriptionRow {
  id: string;
  operator_id: string;
  /** The session in which it was made. */
  session_id: string;
  sealed: string;
  browser: string;
  created_at: number;
  last_at: number | null;
}
