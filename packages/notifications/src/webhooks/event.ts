import type { DeliveryContents, WebhookDelivery, WebhookRecord } from "@servicechat/storage";

/** What a webhook is told. `data` has only fields that are there. */
export interface WebhookEvent {
  readonly type: string;
  /** When it happened, RFC 3339. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What a delivery tells its webhook, which has asked for words or has not.
 *
 * @param consoleUrl origin of the console, for the address of the chat; `undefined` where there is none
 */
export function eventOf(
  { type, at, chat, agent, subject, detail, name }: WebhookDelivery,
  { text: withText }: Pick<WebhookRecord, "text">,
  { contents, consoleUrl }: { readonly contents: DeliveryContents; readonly consoleUrl: string | undefined },
): WebhookEvent {
  const { text, askedBy, reason, summary } = contents;
  const isMessage = type === "message.created";
  const isFeedback = type === "feedback.created";
  const data = {
    chat,
    agent,
    ...(consoleUrl !== undefined && type !== "chat.erased" && { url: `${consoleUrl}/console/chats/${chat}` }),
    ...(subject !== null && { message: subject }),
    ...(isMessage && { role: detail === "visitor" ? "user" : "assistant" }),
    ...(isMessage && { by: { kind: detail, ...(name !== null && { name }) } }),
    ...(isFeedback && { rating: detail }),
    ...(type === "chat.taken" && name !== null && { operator: name }),
    ...(askedBy !== null && { askedBy }),
    ...(withText && isMessage && text !== null && { text }),
    ...(withText && isFeedback && text !== null && { comment: text }),
    ...(withText && reason !== null && { reason }),
    ...(withText && summary !== null && { summary }),
  };
  return { type, timestamp: new Date(at).toISOString(), data };
}
