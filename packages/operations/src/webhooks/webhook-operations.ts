import { randomUUID } from "node:crypto";
import type { WebhookFormatName } from "@servicechat/contract/admin";
import type { AuditAction, WebhookChanges, WebhookRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { inList } from "../lists/in-list.ts";
import type { PageRequest } from "../lists/page.ts";
import { isAsSeen } from "../lists/revision-of.ts";
import type { OperationParts } from "../operation-parts.ts";
import { findWebhookRefusal } from "./find-webhook-refusal.ts";
import { webhookView } from "./webhook-view.ts";
import type { WebhookView } from "./webhook-view.ts";

/** Names a webhook. */
interface NamedWebhook {
  readonly id: string;
}

/** A webhook that is to be made. */
export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  /** Left out: all agents. */
  readonly agents?: readonly string[] | null;
  readonly text?: boolean;
  readonly format?: WebhookFormatName;
}

/** What is to be changed of a webhook; what is left out stays. */
export interface WebhookChange extends WebhookChanges, NamedWebhook {
  /** The revision that the asker has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/** What can be done with webhooks. They concern all agents, and leave the house: owners alone have to do with them. */
export const webhookOperations = {
  /** Webhooks, newest first. */
  list: byRole("owner", (parts, page: PageRequest) =>
    inList(async () => {
      const { items, next } = await parts.storage.webhooks.list(pageOf(page));
      return { items: items.map((webhook) => webhookView(webhook, parts)), next };
    }),
  ),

  find: byRole("owner", async (parts, { id }: NamedWebhook) => {
    const webhook = await parts.storage.webhooks.find(id);
    return webhook ? webhookView(webhook, parts) : notFound(id);
  }),

  /** Makes a webhook. Its secret is shown at this moment only. */
  create: byRole("owner", async (parts, input: NewWebhook, asker) => {
    const refusal = await findWebhookRefusal(parts, input);
    if (refusal) return refusal;
    const id = `wh_${randomUUID().replaceAll("-", "")}`;
    const { secret, sealed } = parts.webhooks.createSecret(id);
    const webhook: WebhookRecord = {
      id,
      url: parts.webhooks.sealUrl(input.url, id),
      format: input.format ?? "standard",
      events: [...new Set(input.events)],
      agents: input.agents ?? null,
      text: input.text ?? false,
      enabled: true,
      secret: sealed,
      createdAt: parts.now(),
      revision: 1,
    };
    await parts.storage.webhooks.create(webhook, lineOf(parts, asker, "webhook.create", id));
    return { ...webhookView(webhook, parts), secret };
  }),

  /** Changes what is given of a webhook, all or nothing. */
  change: byRole(
    "owner",
    async (
      parts,
      { id, seen, ...values }: WebhookChange,
      asker,
    ): Promise<WebhookView | RefusedAs<"webhook_not_found" | "webhook_invalid" | "revision_outdated">> => {
      const before = await parts.storage.webhooks.find(id);
      if (!before) return notFound(id);
      const { revision, url: known } = webhookView(before, parts);
      if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision };
      const refusal = await findWebhookRefusal(parts, values);
      if (refusal) return refusal;
      const audit = lineOf(parts, asker, "webhook.change", id);
      const { url, ...rest } = values;
      // The same address sealed again would look like another.
      const isOther = url !== undefined && url !== known;
      const change = { ...rest, ...(isOther && { url: parts.webhooks.sealUrl(url, id) }) };
      const expected = before.revision;
      const result = await parts.storage.webhooks.update({ id, values: change, expected, audit });
      if (result.kind === "webhook_not_found") return notFound(id);
      return result.kind === "newer_revision"
        ? { kind: "revision_outdated", revision: String(result.revision) }
        : webhookView(result.webhook, parts);
    },
  ),

  /** Removes a webhook, with all that it has heard and was still to hear. */
  remove: byRole("owner", async (parts, { id }: NamedWebhook, asker) => {
    const audit = lineOf(parts, asker, "webhook.delete", id);
    return (await parts.storage.webhooks.remove(id, audit)) ? { id } : notFound(id);
  }),

  /** Sends a test, and tells what the other side said. */
  test: byRole("owner", async (parts, { id }: NamedWebhook, asker) => {
    const webhook = await parts.storage.webhooks.find(id);
    if (!webhook) return notFound(id);
    await parts.storage.audit.append(lineOf(parts, asker, "webhook.test", id));
    return parts.webhooks.test(webhook);
  }),

  /** What a webhook has heard and is still to hear, newest first. */
  deliveries: byRole("owner", async ({ storage }, { id, ...page }: NamedWebhook & PageRequest) => {
    if (!(await storage.webhooks.find(id))) return notFound(id);
    return inList(() => storage.webhooks.deliveries({ webhookId: id, ...pageOf(page) }));
  }),

  /** Has something sent again, under the id that it had. */
  replay: byRole(
    "owner",
    async (parts, { id, delivery }: NamedWebhook & { readonly delivery: string }, asker) => {
      const { storage, now } = parts;
      if (!(await storage.webhooks.find(id))) return notFound(id);
      const audit = lineOf(parts, asker, "webhook.replay", id);
      const replayed = await storage.webhooks.replay({ webhookId: id, id: delivery, now: now(), audit });
      return replayed ?? { kind: "delivery_not_found" as const, id: delivery };
    },
  ),
};

const notFound = (id: string): RefusedAs<"webhook_not_found"> => ({ kind: "webhook_not_found", id });

const pageOf = ({ limit, after }: PageRequest) => ({ limit, ...(after !== undefined && { after }) });

function lineOf(parts: OperationParts, asker: Asker, what: AuditAction, id: string) {
  return auditLine(parts, asker, what, { kind: "webhook", id });
}
