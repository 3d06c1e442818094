import type { NodeEvents } from "@servicechat/coordination";
import type { Knowledge } from "@servicechat/knowledge";
import type { MailService, PushService, SecretBox, WebhookSender } from "@servicechat/notifications";
import type { Storage } from "@servicechat/storage";
import type { ConsoleLimits } from "./agent-file/console-limits.ts";
import type { FileSurroundings } from "./agent-file/check-agent-file.ts";

/** The dependencies of operations. */
export interface OperationContext extends FileSurroundings {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  /** What agent files from the network may use. Absent: none may be applied that way. */
  readonly consoleLimits?: ConsoleLimits | undefined;
  /**
   * Notifies running services of what was revoked or erased, so that open streams and replies end at once. They also notice
   * it themselves within a second or so, so where there is no way to notify them, a `publish` that does nothing is enough.
   */
  readonly nodeEvents: Pick<NodeEvents, "publish">;
  /** Checks the installation, as `servicechat doctor` does. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** Creates secrets of webhooks, and sends tests. */
  readonly webhooks: Pick<WebhookSender, "canMail" | "createSecret" | "sealUrl" | "urlOf" | "test">;
  /** Seals keys of pages, so that their tag can be shown again. */
  readonly box: Pick<SecretBox, "seal" | "open">;
  /** Knows the state of the mail server, and sends tests. */
  readonly mail: Pick<MailService, "state" | "test">;
  /** Pushes notifications to people's browsers. */
  readonly push: PushService;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

/** The result of one check. A `warning` is worth knowing; a `problem` keeps the service from working. */
export interface Finding {
  /** The subject of the check, such as "database" or "agent shop". */
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do about it; absent if it is ok. */
  readonly advice?: string;
}
