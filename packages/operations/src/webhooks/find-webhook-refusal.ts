import { findUnknownAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * Finds why the given fields of a webhook are refused.
 *
 * @param before the agents that it was about until now
 */
export async function findWebhookRefusal(
  { storage, mayRequest, webhooks }: Pick<OperationContext, "storage" | "mayRequest" | "webhooks">,
  { url, agents }: { readonly url?: string | undefined; readonly agents?: readonly string[] | null },
  before: readonly string[] | null = null,
): Promise<RefusedAs<"webhook_invalid"> | undefined> {
  const reason =
    url === undefined
      ? undefined
      : url.startsWith("mailto:")
        ? mailIssue(url, webhooks)
        : addressIssue(url, mayRequest);
  if (reason !== undefined) return { kind: "webhook_invalid", field: "url", reason };
  const unknown = await findUnknownAgent({ storage }, agents, before);
  return unknown === undefined
    ? undefined
    : { kind: "webhook_invalid", field: "agents", reason: `there is no agent ${JSON.stringify(unknown)}` };
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
