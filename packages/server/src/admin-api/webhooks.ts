import {
  deliveriesSchema,
  deliverySchema,
  listQuery,
  newWebhookSchema,
  pageSizes,
  patchWebhookSchema,
  postWebhookSchema,
  testedSchema,
  webhookSchema,
  webhooksSchema,
} from "@servicechat/contract/admin-schemas";
import type { Delivery, Webhook, WebhookEventName, WebhookFormatName } from "@servicechat/contract/admin";
import type { WebhookView } from "@servicechat/operations";
import type { WebhookDelivery } from "@servicechat/storage";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET webhooks */
export const listWebhooks = roleRoute("owner", {
  summary: "Webhooks, newest first",
  query: z.strictObject(listQuery),
  answer: webhooksSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.webhooks.list(actor, { limit, after }));
    return answer({ items: items.map(webhookAnswer), next });
  },
});

/** GET webhooks/{id} */
export const findWebhook = roleRoute("owner", {
  summary: "A webhook",
  answer: webhookSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    shown(resultOrThrow(await admin.operations.webhooks.find(actor, idIn(params)))),
});

/** POST webhooks */
export const createWebhook = roleRoute("owner", {
  summary: "Add a webhook; its secret is shown only once",
  needsConfirmation: true,
  body: postWebhookSchema,
  answer: newWebhookSchema,
  status: 201,
  handle: async ({ admin, admission: { actor }, body }) => {
    const { secret, ...webhook } = resultOrThrow(await admin.operations.webhooks.create(actor, body));
    const { revision } = webhook;
    return answer({ ...webhookAnswer(webhook), secret }, { status: 201, revision });
  },
});

/** PATCH webhooks/{id} */
export const changeWebhook = roleRoute("owner", {
  summary: "Change a webhook: all of the given fields, or none",
  needsConfirmation: true,
  body: patchWebhookSchema,
  answer: webhookSchema,
  needsRevision: true,
  handle: async ({ admin, admission: { actor }, params, body, seen }) =>
    shown(resultOrThrow(await admin.operations.webhooks.change(actor, { ...idIn(params), ...body, seen }))),
});

/** DELETE webhooks/{id} */
export const removeWebhook = roleRoute("owner", {
  summary: "Remove a webhook, with its log and everything still to be sent to it",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.webhooks.remove(actor, idIn(params)));
    return nothing;
  },
});

/** POST webhooks/{id}/test */
export const testWebhook = roleRoute("owner", {
  summary: "Send a test event, and show the response",
  body: z.object({}),
  mayLackBody: true,
  answer: testedSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    answer(resultOrThrow(await admin.operations.webhooks.test(actor, idIn(params)))),
});

/** GET webhooks/{id}/deliveries */
export const listDeliveries = roleRoute("owner", {
  summary: "What was sent, or is still to be sent, to a webhook, newest first; kept for 30 days",
  query: z.strictObject(listQuery),
  answer: deliveriesSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const page = await admin.operations.webhooks.deliveries(actor, { ...idIn(params), limit, after });
    const { items, next } = resultOrThrow(page);
    return answer({ items: items.map(deliveryAnswer), next });
  },
});

/** POST webhooks/{id}/deliveries/{delivery}/replay */
export const replayDelivery = roleRoute("owner", {
  summary: "Send an event again, with its original id and up to five attempts",
  body: z.object({}),
  mayLackBody: true,
  answer: deliverySchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const named = { ...idIn(params), delivery: params["delivery"] ?? "" };
    return answer(deliveryAnswer(resultOrThrow(await admin.operations.webhooks.replay(actor, named))));
  },
});

const idIn = (params: Readonly<Record<string, string>>) => ({ id: params["id"] ?? "" });

function shown(webhook: WebhookView) {
  return answer(webhookAnswer(webhook), { revision: webhook.revision });
}

function webhookAnswer({ id, url, format, events, agents, text, enabled, ...rest }: WebhookView): Webhook {
  return {
    id,
    url,
    // Only what these lists have is ever stored.
    format: format as WebhookFormatName,
    events: [...events] as WebhookEventName[],
    agents: agents && [...agents],
    text,
    enabled,
    createdAt: timeOf(rest.createdAt),
    revision: rest.revision,
  };
}

function deliveryAnswer({ id, type, at, chat, agent, state, tries, nextAt }: WebhookDelivery): Delivery {
  return {
    id,
    type,
    at: timeOf(at),
    chat,
    agent,
    state,
    tries: tries.map((made) => ({ ...made, at: timeOf(made.at) })),
    nextAt: timeOf(nextAt),
  };
}
