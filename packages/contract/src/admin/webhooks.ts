import { z } from "zod";
import { agentsSchema, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { deliveryStates, letterDays, webhookEvents, webhookFormats } from "./vocabulary.ts";

const url = z.string().min(1).max(2_000);
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);

/** An address that receives events of chats, without its secret. */
export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    format: z.enum(webhookFormats),
    events: z.array(z.enum(webhookEvents)),
    agents: agentsSchema,
    /** Whether it is sent what people wrote. */
    text: z.boolean(),
    /** One that is off hears nothing of what happens meanwhile. */
    enabled: z.boolean(),
    createdAt: timeSchema,
    revision: revisionSchema,
  })
  .meta({ id: "Webhook" });
/** An address that receives events of chats, without its secret. */
export type Webhook = z.infer<typeof webhookSchema>;
/** Answer of `GET webhooks`. */
export const webhooksSchema = pageOf(webhookSchema);
/** Answer of `POST webhooks`: the secret is shown this once. */
export const newWebhookSchema = webhookSchema.extend({ secret: z.string() });
/** A webhook with its secret. */
export type NewWebhook = z.infer<typeof newWebhookSchema>;

/** Body of `POST webhooks`. */
export const postWebhookSchema = z.strictObject({
  url,
  events,
  agents: agentsSchema.exactOptional(),
  text: z.boolean().exactOptional(),
  format: z.enum(webhookFormats).exactOptional(),
});
/** Body of `PATCH webhooks/{id}`. */
export const patchWebhookSchema = z.strictObject({
  url: url.exactOptional(),
  events: events.exactOptional(),
  agents: agentsSchema.exactOptional(),
  text: z.boolean().exactOptional(),
  format: z.enum(webhookFormats).exactOptional(),
  enabled: z.boolean().exactOptional(),
});

/** When the weekly letter is sent, to webhooks that receive `week.ended`. */
export const letterSchema = z
  .object({
    enabled: z.boolean(),
    day: z.enum(letterDays),
    /** In the zone. */
    hour: z.number().int(),
    /** Of the IANA database. */
    zone: z.string(),
    revision: revisionSchema,
  })
  .meta({ id: "Letter" });
/** When the weekly letter is sent. */
export type Letter = z.infer<typeof letterSchema>;
/** Body of `PATCH letter`. */
export const patchLetterSchema = z.strictObject({
  enabled: z.boolean().exactOptional(),
  day: z.enum(letterDays).exactOptional(),
  hour: z.number().int().min(0).max(23).exactOptional(),
  zone: z.string().min(1).max(100).exactOptional(),
});
/** Answer of `POST letter/send`: to how many webhooks it goes. */
export const sentLetterSchema = z.object({ sent: z.number().int() });

/** The result of a test: the other side's response, or why there was none. */
export const testedSchema = z
  .union([
    z.object({ status: z.number().int(), ms: z.number().int(), body: z.string() }),
    z.object({ error: z.string() }),
  ])
  .meta({ id: "Tested" });
/** The result of a test. */
export type Tested = z.infer<typeof testedSchema>;

/** An event sent to a webhook, and its delivery status. */
export const deliverySchema = z
  .object({
    /** The `webhook-id` of all its tries. */
    id: z.string(),
    type: z.string(),
    /** When it happened. */
    at: timeSchema,
    chat: z.string(),
    agent: z.string(),
    state: z.enum(deliveryStates),
    /** Oldest first, at most the last twenty. */
    tries: z.array(
      z.object({
        at: timeSchema,
        /** Of the answer; null when there was none. */
        status: z.number().int().nullable(),
        ms: z.number().int(),
        error: z.string().nullable(),
      }),
    ),
    /** When it is tried next; null when it is not. */
    nextAt: timeSchema.nullable(),
  })
  .meta({ id: "Delivery" });
/** An event sent to a webhook, and its delivery status. */
export type Delivery = z.infer<typeof deliverySchema>;
/** Answer of `GET webhooks/{id}/deliveries`. */
export const deliveriesSchema = pageOf(deliverySchema);
