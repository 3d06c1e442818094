import type { DeliveryState, WebhookDelivery, WebhookTry } from "@servicechat/storage";

/** When a delivery is tried, in milliseconds after the first try of its round. */
const schedule = [0, 5_000, 5 * 60_000, 2 * 3_600_000, 24 * 3_600_000] as const;

/** How a delivery stands after a try. One that was refused by our own rule, or is "gone", is not tried again. */
export function afterTry(
  { tries, tried }: Pick<WebhookDelivery, "tries" | "tried">,
  { at, status }: WebhookTry,
  { isRefused }: { readonly isRefused: boolean },
): { readonly state: DeliveryState; readonly nextAt: number | null } {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered", nextAt: null };
  if (isRefused) return { state: "refused", nextAt: null };
  const offset = schedule[tried + 1];
  if (offset === undefined || status === 410) return { state: "failed", nextAt: null };
  const firstAt = tried === 0 ? at : (tries.at(-tried)?.at ?? at);
  // After a long outage, a late delivery is not sent twice at once.
  return { state: "pending", nextAt: Math.max(firstAt + offset, at + 5_000) };
}
