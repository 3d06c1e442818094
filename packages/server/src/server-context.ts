import type { Storage } from "@servicechat/storage";
import type { Coordination } from "@servicechat/coordination";
import type { LoopDelay } from "./background/loop-delay.ts";
import type { Scheduler } from "./background/scheduler.ts";
import type { RefusedRequestCounter } from "./admission/count-refused.ts";
import type { SiteCounter } from "./admission/count-sites.ts";
import type { KeyFinder } from "./admission/find-key.ts";
import type { Tickets } from "./admission/embed-ticket.ts";
import type { AddressReader } from "./admission/visitor-address.ts";
import type { createUploadCounter } from "./conversation/message-limits.ts";
import type { createTurnAcceptor } from "./conversation/accept-turn.ts";
import type { ReplyRunner } from "./conversation/run-replies.ts";
import type { ReplyWriter } from "./conversation/write-replies.ts";
import type { UploadStore } from "./files/upload-store.ts";
import type { Assets, ConsoleDependencies, DemoSite, Log, ServerOptions } from "./dependencies.ts";
import type { createDrafter } from "./conversation/draft-answer.ts";
import type { Handoff } from "./conversation/create-handoff.ts";
import type { IdleStreams } from "./visitor-api/idle-streams.ts";
import type { OpenStreams } from "./visitor-api/open-streams.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import type { Tracing } from "./telemetry/tracing.ts";

/** The dependencies of request handlers: those passed in, and those built from them. */
export interface ServerContext {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly keys: KeyFinder;
  readonly refused: RefusedRequestCounter;
  readonly sites: SiteCounter | undefined;
  readonly tickets: Tickets;
  /** Stands for the address a request came from, without telling it. */
  readonly addressOf: AddressReader["addressOf"];
  /** Whether a connection is one of a proxy that tells whom it speaks for. */
  readonly isTrustedProxy: AddressReader["isTrustedProxy"];
  readonly files: UploadStore;
  readonly acceptTurn: ReturnType<typeof createTurnAcceptor>;
  readonly countFirstUpload: ReturnType<typeof createUploadCounter>;
  readonly replies: ReplyRunner;
  /** Commits at once what running replies have said on this node. */
  readonly flushReplies: ReplyWriter["flush"];
  readonly streams: OpenStreams;
  /** Streams that wait while nothing runs. */
  readonly idle: IdleStreams;
  readonly handoff: Handoff;
  /** Has the agent draft an answer for a person who takes part. */
  readonly draftAnswer: ReturnType<typeof createDrafter>;
  readonly metrics: Metrics;
  /** Runs the periodic tasks of this process. */
  readonly scheduler: Scheduler;
  readonly loopDelay: LoopDelay;
  readonly tracing: Tracing | undefined;
  readonly assets: Assets;
  /** `undefined` if there is no console. */
  readonly console: ConsoleDependencies | undefined;
  readonly options: ServerOptions;
  /** Where an agent's `identity` finds its secret, again each time. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly log: Log;
  /** False from the moment a stop was asked for. */
  readonly isOpen: () => boolean;
  readonly demo: DemoSite | undefined;
}
