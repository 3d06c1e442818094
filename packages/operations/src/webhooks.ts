import { randomUUID } from "node:crypto";
import type { AuditAction, WebhookFormatName } from "@servicechat/contract/admin";
import type { WebhookChanges, WebhookRecord } from "@servicechat/storage";
import { auditLine } from "./access/audit.ts";
import type { Actor } from "./access/actor.ts";
import { byRole, findUnknownAgent } from "./access/operation.ts";
import type { WithId } from "./access/operation.ts";
import type { RefusedAs } from "./access/refused.ts";
import { pageQuery, refuseInvalidCursor } from "./paging.ts";
import type { PageRequest } from "./paging.ts";
import { isAsSeen } from "./revision.ts";
import type { OperationContext } from "./operation-context.ts";

/** A webhook to create. */
export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  /** Left out: all agents. */
  readonly agents?: readonly string[] | null;
  readonly text?: boolean;
  readonly format?: WebhookFormatName;
}

/** The changes to a webhook; omitted fields stay. */
export interface WebhookChange extends WebhookChanges, WithId {
  /** The revision that the actor has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/** Operations on webhooks. They concern all agents and send data elsewhere, so they are for owners only. */
export const webhookOperations = {
  /** Webhooks, newest first. */
  list: byRole("owner", (context, page: PageRequest) =>
    refuseInvalidCursor(async () => {
      const { items, next } = await context.storage.webhooks.list(pageQuery(page));
      return { items: items.map((webhook) => webhookView(webhook, context)), next };
    }),
  ),

  find: byRole("owner", async (context, { id }: WithId) => {
    const webhook = await context.storage.webhooks.find(id);
    return webhook ? webhookView(webhook, context) : notFound(id);
  }),

  /** Makes a webhook. Its secret is shown at this moment only. */
  create: byRole("owner", async (context, input: NewWebhook, actor) => {
    const refusal = await findWebhookRefusal(context, input);
    if (refusal) return refusal;
    const id = `wh_${randomUUID().replaceAll("-", "")}`;
    const { secret, sealed } = context.webhooks.createSecret(id);
    const webhook: WebhookRecord = {
      id,
      url: context.webhooks.sealUrl(input.url, id),
      format: input.format ?? "standard",
      events: [...new Set(input.events)],
      agents: input.agents ?? null,
      text: input.text ?? false,
      enabled: true,
      secret: sealed,
      createdAt: context.now(),
      revision: 1,
    };
    await context.storage.webhooks.create(webhook, lineOf(context, actor, "webhook.create", webhook));
    return { ...webhookView(webhook, context), secret };
  }),

  /** Changes what is given of a webhook, all or nothing. */
  change: byRole(
    "owner",
    async (
      context,
      { id, seen, ...values }: WebhookChange,
      actor,
    ): Promise<WebhookView | RefusedAs<"webhook_not_found" | "input_invalid" | "precondition_failed">> => {
      const before = await context.storage.webhooks.find(id);
      if (!before) return notFound(id);
      const { revision, url: known } = webhookView(before, context);
      if (!isAsSeen(revision, seen)) return { kind: "precondition_failed", revision };
      const refusal = await findWebhookRefusal(context, values, before.agents);
      if (refusal) return refusal;
      const audit = lineOf(context, actor, "webhook.change", before);
      const { url, ...rest } = values;
      // The same address sealed again would look like another.
      const isOther = url !== undefined && url !== known;
      const change = { ...rest, ...(isOther && { url: context.webhooks.sealUrl(url, id) }) };
      const expected = before.revision;
      const result = await context.storage.webhooks.update({ id, values: change, expected, audit });
      if (result.kind === "webhook_not_found") return notFound(id);
      return result.kind === "newer_revision"
        ? { kind: "precondition_failed", revision: String(result.revision) }
        : webhookView(result.webhook, context);
    },
  ),

  /** Removes a webhook with its past and pending deliveries. */
  remove: byRole("owner", async (context, { id }: WithId, actor) => {
    const webhook = await context.storage.webhooks.find(id);
    if (!webhook) return notFound(id);
    const audit = lineOf(context, actor, "webhook.delete", webhook);
    return (await context.storage.webhooks.remove(id, audit)) ? { id } : notFound(id);
  }),

  /** Sends a test, and returns the receiver's response. */
  test: byRole("owner", async (context, { id }: WithId, actor) => {
    const webhook = await context.storage.webhooks.find(id);
    if (!webhook) return notFound(id);
    await context.storage.audit.append(lineOf(context, actor, "webhook.test", webhook));
    return context.webhooks.test(webhook);
  }),

  /** The past and pending deliveries of a webhook, newest first. */
  deliveries: byRole("owner", async ({ storage }, { id, ...page }: WithId & PageRequest) => {
    if (!(await storage.webhooks.find(id))) return notFound(id);
    return refuseInvalidCursor(() => storage.webhooks.deliveries({ webhookId: id, ...pageQuery(page) }));
  }),

  /** Sends a delivery again, with its original id. */
  replay: byRole(
    "owner",
    async (context, { id, delivery }: WithId & { readonly delivery: string }, actor) => {
      const { storage, now } = context;
      const webhook = await storage.webhooks.find(id);
      if (!webhook) return notFound(id);
      const audit = lineOf(context, actor, "webhook.replay", webhook);
      const replayed = await storage.webhooks.replay({ webhookId: id, id: delivery, now: now(), audit });
      return replayed ?? { kind: "delivery_not_found" as const, id: delivery };
    },
  ),
};

const notFound = (id: string): RefusedAs<"webhook_not_found"> => ({ kind: "webhook_not_found", id });

/** The name is the host alone: the rest of the address may be what lets others send to it. */
function lineOf(context: OperationContext, actor: Actor, what: AuditAction, webhook: WebhookRecord) {
  const url = URL.parse(context.webhooks.urlOf(webhook) ?? "");
  const name = url?.protocol === "mailto:" ? url.pathname : url?.host;
  return auditLine(context, actor, what, { kind: "webhook", id: webhook.id, name });
}

/**
 * Finds why the given fields of a webhook are refused.
 *
 * @param before the agents that it was about until now
 */
async function findWebhookRefusal(
  { storage, mayRequest, webhooks }: Pick<OperationContext, "storage" | "mayRequest" | "webhooks">,
  { url, agents }: { readonly url?: string | undefined; readonly agents?: readonly string[] | null },
  before: readonly string[] | null = null,
): Promise<RefusedAs<"input_invalid"> | undefined> {
  const reason =
    url === undefined
      ? undefined
      : url.startsWith("mailto:")
        ? mailIssue(url, webhooks)
        : addressIssue(url, mayRequest);
  if (reason !== undefined) return { kind: "input_invalid", field: "url", reason };
  const unknown = await findUnknownAgent({ storage }, agents, before);
  return unknown === undefined
    ? undefined
    : { kind: "input_invalid", field: "agents", reason: `there is no agent ${JSON.stringify(unknown)}` };
}

/** One mailbox, written plainly: nothing in it could be read as another one, or as a header. */
const mailbox = /^mailto:[\w.!#$&'*+/=^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;

function mailIssue(url: string, { canMail }: OperationContext["webhooks"]): string | undefined {
  if (!mailbox.test(url)) return "must be one address after mailto:, such as mailto:support@example.com";
  return canMail
    ? undefined
    : "needs a mail server: set SERVICECHAT_SMTP_URL and SERVICECHAT_MAIL_FROM first";
}

function addressIssue(text: string, mayRequest: (url: string) => boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    return "must be an address that begins with https://, http:// or mailto:";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (!mayRequest(text))
    return "leads to an address inside the network. Allow it with SERVICECHAT_ALLOWED_NETWORKS if that is intended";
  return undefined;
}

/** A webhook as operators see it. */
export interface WebhookView extends Omit<WebhookRecord, "secret" | "revision"> {
  readonly revision: string;
}

/** Shows a webhook, without its secret; its address is opened. */
function webhookView(
  { secret: _secret, revision, ...webhook }: WebhookRecord,
  { webhooks }: Pick<OperationContext, "webhooks">,
): WebhookView {
  return { ...webhook, url: webhooks.urlOf(webhook) ?? unreadable, revision: String(revision) };
}

/** In place of an address that was sealed with another secret of the service. */
const unreadable = "(unreadable: the service's secret has changed)";
