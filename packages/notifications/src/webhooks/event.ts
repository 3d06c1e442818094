import type { DeliveryContents, WebhookDelivery, WebhookRecord } from "@servicechat/storage";

/** The content of a webhook request. `data` contains only fields that exist. */
export interface WebhookEvent {
  readonly type: string;
  /** When it happened, RFC 3339. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The content of a delivery, with or without words as its webhook requested.
 *
 * @param consoleUrl origin of the console, for the address of the chat; `undefined` if there is none
 */
export function eventOf(
  { type, at, chat, agent, subject, detail, name }: WebhookDelivery,
  { text: withText }: Pick<WebhookRecord, "text">,
  { contents, consoleUrl }: { readonly contents: DeliveryContents; readonly consoleUrl: string | undefined },
): WebhookEvent {
  const { text, email, askedBy, reason, summary } = contents;
  const isMessage = type === "message.created";
  const isFeedback = type === "feedback.created";
  const page = pageOf({ type, chat, agent, subject });
  const isOfGap = type === "gap.opened";
  const [broken, fixed] = type === "tests.flipped" ? (detail ?? "").split("/").map(Number) : [];
  const data = {
    ...(chat !== "" && { chat }),
    agent,
    ...(consoleUrl !== undefined && page !== undefined && { url: `${consoleUrl}/console/${page}` }),
    ...(subject !== null && (isMessage || isFeedback) && { message: subject }),
    ...(isOfGap && { gap: subject, state: detail, ...(withText && text !== null && { question: text }) }),
    ...(broken !== undefined && { run: Number(subject), broken, fixed }),
    ...(isMessage && { role: detail === "visitor" ? "user" : "assistant" }),
    ...(isMessage && { author: detail === "agent" ? "ai" : detail }),
    ...(isMessage && { by: { kind: detail, ...(name !== null && { name }) } }),
    ...(isFeedback && { rating: detail }),
    ...(type === "chat.taken" && name !== null && { operator: name }),
    ...(askedBy !== null && { askedBy }),
    ...(withText && email !== null && { email }),
    ...(withText && isMessage && text !== null && { text }),
    ...(withText && isFeedback && text !== null && { comment: text }),
    ...(withText && reason !== null && { reason }),
    ...(withText && summary !== null && { summary }),
  };
  return { type, timestamp: new Date(at).toISOString(), data };
}

/** The page of the console about a delivery; `undefined` if what it was about has been erased. */
function pageOf({
  type,
  chat,
  agent,
  subject,
}: Pick<WebhookDelivery, "type" | "chat" | "agent" | "subject">): string | undefined {
  if (type === "gap.opened") return `gaps/${encodeURIComponent(subject ?? "")}`;
  if (type === "tests.flipped") return `tests/${encodeURIComponent(agent)}`;
  return type === "chat.erased" ? undefined : `chats/${chat}`;
}
