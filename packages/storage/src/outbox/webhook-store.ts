import type { ExpressionBuilder } from "kysely";
import type { AgentScope } from "../agent-scope.ts";
import type { Page } from "../paging.ts";
import type { AuditEntry } from "../people/audit.ts";
import type { WebhookRow } from "../schema/rows/outbox.ts";
import type { Tables } from "../schema/tables.ts";

/** An address that is notified of what happens in chats. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  /** Name of the format in which events are sent to it. */
  readonly format: string;
  /** Names of the events that are sent to it. */
  readonly events: readonly string[];
  readonly agents: AgentScope["agents"];
  /** Whether it is sent what people wrote. */
  readonly text: boolean;
  /** A disabled webhook misses what happens in the meantime. */
  readonly enabled: boolean;
  /** Sealed: the database cannot open it. */
  readonly secret: string;
  readonly createdAt: number;
  /** Raised by each change. */
  readonly revision: number;
}

/** The changeable fields of a webhook. */
export type WebhookChanges = Partial<
  Pick<WebhookRecord, "url" | "format" | "events" | "agents" | "text" | "enabled">
>;

/** One attempt to deliver. */
export interface WebhookTry {
  readonly at: number;
  /** Of the answer; `null` when there was none. */
  readonly status: number | null;
  readonly ms: number;
  /** Why it failed, in a few words. */
  readonly error: string | null;
}

/**
 * How a delivery stands. `refused`: the address lies inside the network, where nothing is sent to. `failed` and `refused`
 * are final unless an operator replays it.
 */
export type DeliveryState = "pending" | "delivered" | "failed" | "refused";

/** An event to be sent to a webhook. */
export interface WebhookDelivery {
  /** Stays the same for all tries and replays. */
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  /** When it happened. */
  readonly at: number;
  /** Id of the chat; empty for what happened in none. A weekly letter has no agent either: its `at` is the end of the week. */
  readonly chat: string;
  readonly agent: string;
  /** Id of the message, the gap or the run of tests that it is about. */
  readonly subject: string | null;
  /**
   * Of a message who wrote it: `visitor`, `agent` or `person`; of feedback the rating; of a gap its state; of tests how many
   * were broken and fixed, such as `2/1`.
   */
  readonly detail: string | null;
  /** Of the person, as visitors see it. */
  readonly name: string | null;
  readonly state: DeliveryState;
  /** Oldest first; at most the last twenty. */
  readonly tries: readonly WebhookTry[];
  /** Tries since it began or was last replayed. */
  readonly tried: number;
  /** `null` if no further attempt will be made automatically. */
  readonly nextAt: number | null;
}

/** What only a sender reads of a chat, at the time of sending. Nothing of an erased chat. */
export interface DeliveryContents {
  /** Of the message, the comment, or the question of the gap. */
  readonly text: string | null;
  /** Where the visitor can be reached. */
  readonly email: string | null;
  /** Who asked for a person. */
  readonly askedBy: string | null;
  readonly reason: string | null;
  readonly summary: string | null;
}

/**
 * Webhooks and their deliveries. A delivery is written by the database itself, in the transaction that it reports; it
 * is claimed by one sender at a time, on whatever node, until the claim expires.
 */
export interface WebhookStore {
  create(webhook: WebhookRecord, audit?: AuditEntry): Promise<void>;
  find(id: string): Promise<WebhookRecord | undefined>;
  /** Newest first. */
  list(query: { readonly after?: string; readonly limit: number }): Promise<Page<WebhookRecord>>;
  /**
   * The change deletes pending deliveries about other agents or events, and all of them if the address changes.
   *
   * @param change.expected the revision that the change was made from; left out, it is made to any
   */
  update(change: {
    readonly id: string;
    readonly values: WebhookChanges;
    readonly expected?: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "updated"; readonly webhook: WebhookRecord }
    | { readonly kind: "newer_revision"; readonly revision: number }
    | { readonly kind: "webhook_not_found" }
  >;
  /** Removes it with its deliveries. @returns false when there is none */
  remove(id: string, audit?: AuditEntry): Promise<boolean>;

  /**
   * Has the weekly letter sent to all enabled webhooks with the event `week.ended`.
   *
   * @param week.end the moment before which the week lies
   * @param week.isDue it is sent once for each week, on whichever node; the first one ever due is skipped
   * @param week.isSilent it counts as sent without being sent
   * @returns how many webhooks it will be sent to
   */
  tellWeek(week: {
    readonly end: number;
    readonly isDue?: boolean;
    readonly isSilent?: boolean;
    readonly audit?: AuditEntry;
  }): Promise<number>;

  /** Enabled webhooks that have something to be sent now. */
  due(now: number): Promise<readonly WebhookRecord[]>;
  /** Takes deliveries that are due for one sender, the oldest first. Nobody else gets them before `until`. */
  claim(query: {
    readonly webhookId: string;
    readonly now: number;
    readonly until: number;
    readonly limit: number;
  }): Promise<readonly WebhookDelivery[]>;
  /** Records an attempt and the new state of the delivery. Does nothing if another node has claimed it. */
  settle(result: {
    readonly id: string;
    /** The `until` of the claim. */
    readonly claim: number;
    readonly made: WebhookTry;
    readonly state: DeliveryState;
    readonly nextAt: number | null;
  }): Promise<void>;
  /** People's texts in its content. */
  contents(delivery: WebhookDelivery): Promise<DeliveryContents>;
  /** Newest first. */
  deliveries(query: {
    readonly webhookId: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<Page<WebhookDelivery>>;
  /**
   * Has a delivery sent again, with a new round of tries.
   *
   * @returns its current state; `undefined` if there is none, or the webhook no longer receives its agent or event
   */
  replay(query: {
    readonly webhookId: string;
    readonly id: string;
    readonly now: number;
    readonly audit?: AuditEntry;
  }): Promise<WebhookDelivery | undefined>;
}

/** The event that is about no chat: the weekly letter. */
export const weeklyReportEvent = "week.ended";

/** The deliveries that match the subscription of a webhook as it is now: it may have changed since they were written. */
export function matchesSubscription({ events, agents }: Pick<WebhookRow, "events" | "agents">) {
  return (delivery: ExpressionBuilder<Tables, "webhook_deliveries">) =>
    delivery.and([
      delivery("type", "in", JSON.parse(events)),
      ...(agents === null
        ? []
        : [
            // A letter is about the agents to which the webhook subscribes when it is sent.
            delivery.or([
              delivery("agent_id", "in", JSON.parse(agents)),
              delivery("type", "=", weeklyReportEvent),
            ]),
          ]),
    ]);
}
