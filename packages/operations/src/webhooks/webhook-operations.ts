import { randomUUID } from "node:crypto";
import type { WebhookFormatName } from "@servicechat/contract/admin";
import type { AuditAction, WebhookChanges, WebhookRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";
import { isAsSeen } from "../paging/revision-of.ts";
import type { OperationContext } from "../operation-context.ts";
import { findWebhookRefusal } from "./find-webhook-refusal.ts";
import { webhookView } from "./webhook-view.ts";
import type { WebhookView } from "./webhook-view.ts";

/** Names a webhook. */
interface NamedWebhook {
  readonly id: string;
}

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
export interface WebhookChange extends WebhookChanges, NamedWebhook {
  /** The revision that the actor has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/** Operations on webhooks. They concern all agents and send data elsewhere, so they are for owners only. */
export const webhookOperations = {
  /** Webhooks, newest first. */
  list: byRole("owner", (context, page: PageRequest) =>
    inList(async () => {
      const { items, next } = await context.storage.webhooks.list(pageOf(page));
      return { items: items.map((webhook) => webhookView(webhook, context)), next };
    }),
  ),

  find: byRole("owner", async (context, { id }: NamedWebhook) => {
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
    await context.storage.webhooks.create(webhook, lineOf(context, actor, "webhook.create", id));
    return { ...webhookView(webhook, context), secret };
  }),

  /** Changes what is given of a webhook, all or nothing. */
  change: byRole(
    "owner",
    async (
      context,
      { id, seen, ...values }: WebhookChange,
      actor,
    ): Promise<WebhookView | RefusedAs<"webhook_not_found" | "webhook_invalid" | "revision_outdated">> => {
      const before = await context.storage.webhooks.find(id);
      if (!before) return notFound(id);
      const { revision, url: known } = webhookView(before, context);
      if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision };
      const refusal = await findWebhookRefusal(context, values, before.agents);
      if (refusal) return refusal;
      const audit = lineOf(context, actor, "webhook.change", id);
      const { url, ...rest } = values;
      // The same address sealed again would look like another.
      const isOther = url !== undefined && url !== known;
      const change = { ...rest, ...(isOther && { url: context.webhooks.sealUrl(url, id) }) };
      const expected = before.revision;
      const result = await context.storage.webhooks.update({ id, values: change, expected, audit });
      if (result.kind === "webhook_not_found") return notFound(id);
      return result.kind === "newer_revision"
        ? { kind: "revision_outdated", revision: String(result.revision) }
        : webhookView(result.webhook, context);
    },
  ),

  /** Removes a webhook, with all that it has heard and was still to hear. */
  remove: byRole("owner", async (context, { id }: NamedWebhook, actor) => {
    const audit = lineOf(context, actor, "webhook.delete", id);
    return (await context.storage.webhooks.remove(id, audit)) ? { id } : notFound(id);
  }),

  /** Sends a test, and tells what the other side said. */
  test: byRole("owner", async (context, { id }: NamedWebhook, actor) => {
    const webhook = await context.storage.webhooks.find(id);
    if (!webhook) return notFound(id);
    await context.storage.audit.append(lineOf(context, actor, "webhook.test", id));
    return context.webhooks.test(webhook);
  }),

  /** The past and pending deliveries of a webhook, newest first. */
  deliveries: byRole("owner", async ({ storage }, { id, ...page }: NamedWebhook & PageRequest) => {
    if (!(await storage.webhooks.find(id))) return notFound(id);
    return inList(() => storage.webhooks.deliveries({ webhookId: id, ...pageOf(page) }));
  }),

  /** Has something sent again, under the id that it had. */
  replay: byRole(
    "owner",
    async (context, { id, delivery }: NamedWebhook & { readonly delivery: string }, actor) => {
      const { storage, now } = context;
      if (!(await storage.webhooks.find(id))) return notFound(id);
      const audit = lineOf(context, actor, "webhook.replay", id);
      const replayed = await storage.webhooks.replay({ webhookId: id, id: delivery, now: now(), audit });
      return replayed ?? { kind: "delivery_not_found" as const, id: delivery };
    },
  ),
};

const notFound = (id: string): RefusedAs<"webhook_not_found"> => ({ kind: "webhook_not_found", id });

const pageOf = ({ limit, after }: PageRequest) => ({ limit, ...(after !== undefined && { after }) });

function lineOf(context: OperationContext, actor: Actor, what: AuditAction, id: string) {
  return auditLine(context, actor, what, { kind: "webhook", id });
}
