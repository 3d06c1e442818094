import {
  deliveriesSchema,
  deliverySchema,
  heldChatSchema,
  messageEntrySchema,
  testedSchema,
  webhooksSchema,
} from "@servicechat/contract/admin-schemas";
import type { Delivery } from "@servicechat/contract/admin";
import type { WebhookDelivery } from "@servicechat/storage";
import type { CommandOperations, ShownDelivery } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf, msOrNull } from "./times.ts";

/** The webhooks of a remote service. */
export function remoteWebhooks(api: AdminApi): CommandOperations["webhooks"] {
  return {
    list: async (_, request) => {
      const { items, next } = await readPages(request, (query) =>
        api.ask("GET", "webhooks", { query, answer: webhooksSchema }),
      );
      return { items: items.map((item) => ({ ...item, createdAt: msOf(item.createdAt) })), next };
    },
    test: (_, { id }) =>
      orRefused(
        () => api.ask("POST", `webhooks/${segment(id)}/test`, { body: {}, answer: testedSchema }),
        webhookRefusals(id),
      ),
    deliveries: (_, { id, ...request }) =>
      orRefused(async () => {
        const { items, next } = await readPages(request, (query) =>
          api.ask("GET", `webhooks/${segment(id)}/deliveries`, { query, answer: deliveriesSchema }),
        );
        return { items: items.map(deliveryOf), next };
      }, webhookRefusals(id)),
    replay: (_, { id, delivery }) =>
      orRefused(
        async () => {
          const path = `webhooks/${segment(id)}/deliveries/${segment(delivery)}/replay`;
          return deliveryOf(await api.ask("POST", path, { body: {}, answer: deliverySchema }));
        },
        {
          ...webhookRefusals(id),
          delivery_not_found: () => ({ kind: "delivery_not_found" as const, id: delivery }),
        },
      ),
  };
}

/** Chats of a remote service, on behalf of the person whom the token belongs to. */
export function remoteHandoff(api: AdminApi): CommandOperations["handoff"] {
  const move = (id: string, path: string, body: object) =>
    orRefused(async () => {
      await api.ask("POST", `chats/${segment(id)}/${path}`, { body, answer: heldChatSchema });
      return { id };
    }, chatRefusals(id));
  return {
    take: (_, { id, from }) => move(id, "take", { ...(from !== undefined && { from }) }),
    handBack: (_, { id }) => move(id, "hand-back", {}),
    done: (_, { id }) => move(id, "done", {}),
    say: (_, { id, text }) =>
      orRefused(async () => {
        await api.ask("POST", `chats/${segment(id)}/messages`, {
          body: { text },
          answer: messageEntrySchema,
        });
        return { id };
      }, chatRefusals(id)),
  };
}

const webhookRefusals = (id: string) => ({
  webhook_not_found: () => ({ kind: "webhook_not_found" as const, id }),
});

const chatRefusals = (id: string) => ({ chat_not_found: () => ({ kind: "chat_not_found" as const, id }) });

function deliveryOf({ id, type, at, chat, agent, state, tries, nextAt }: Delivery): ShownDelivery {
  const made: WebhookDelivery["tries"] = tries.map((each) => ({ ...each, at: msOf(each.at) }));
  return { id, type, at: msOf(at), chat, agent, state, tries: made, nextAt: msOrNull(nextAt) };
}
