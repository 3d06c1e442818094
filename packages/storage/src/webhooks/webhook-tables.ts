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

/** Something that a webhook is to hear or has heard. Triggers write it. It holds no text of a chat. */
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
