import type { NodeEvents } from "@servicechat/coordination";
import type { Knowledge } from "@servicechat/knowledge";
import type { MailService, PushService, WebhookSender } from "@servicechat/notifications";
import type { Storage } from "@servicechat/storage";
import type { ConsoleLimits } from "./agent-file/console-limits.ts";
import type { FileSurroundings } from "./agent-file/check-agent-file.ts";
import type { Finding } from "./health/finding.ts";

/** What operations are made from. */
export interface OperationParts extends FileSurroundings {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  /** What agent files that come over the network may use; absent: none may come. */
  readonly consoleLimits?: ConsoleLimits | undefined;
  /**
   * Tells running services what was taken away, so that open streams and replies end at once. They also find out by
   * themselves within a second or so: where there is no way to tell them, a `publish` that does nothing will do.
   */
  readonly nodeEvents: Pick<NodeEvents, "publish">;
  /** Looks at the installation, as `servicechat doctor` does. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** Makes secrets of webhooks, and sends tests. */
  readonly webhooks: Pick<WebhookSender, "canMail" | "createSecret" | "sealUrl" | "urlOf" | "test">;
  /** Knows how mail goes, and sends tests. */
  readonly mail: Pick<MailService, "state" | "test">;
  /** Pushes to browsers of people. */
  readonly push: PushService;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}
