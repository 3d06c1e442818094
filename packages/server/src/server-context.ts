import type { SecretSources } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";
import type { Coordination } from "@servicechat/coordination";
import type { LoopDelay } from "./background/loop-delay.ts";
import type { Scheduler } from "./background/scheduler.ts";
import type { RefusedRequestCounter } from "./admission/count-refused.ts";
import type { SiteCounter } from "./admission/count-sites.ts";
import type { KeyFinder } from "./admission/find-key.ts";
import type { Tickets } from "./admission/embed-ticket.ts";
import type { AddressReader } from "./admission/visitor-address.ts";
import type { createHandoffCounter, createUploadCounter } from "./turn/message-limits.ts";
import type { createTurnAcceptor } from "./turn/accept-turn.ts";
import type { ReplyRunner } from "./reply/run-replies.ts";
import type { ReplyWriter } from "./reply/write-replies.ts";
import type { UploadStore } from "./files/upload-store.ts";
import type { Assets, ConsoleDependencies, DemoSite, Log, ServerOptions } from "./dependencies.ts";
import type { createDrafter } from "./handoff/draft-answer.ts";
import type { PersonRequests } from "./handoff/request-person.ts";
import type { Returns } from "./handoff/return-to-agent.ts";
import type { IdleStreams } from "./streams/idle-streams.ts";
import type { OpenStreams } from "./streams/reply-streams.ts";
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
  /** Stands for the address that a request came from, without revealing it. */
  readonly addressOf: AddressReader["addressOf"];
  /** Whether a connection comes from a proxy whose `X-Forwarded-For` counts. */
  readonly isTrustedProxy: AddressReader["isTrustedProxy"];
  /** Whether the address that a connection's requests come from is certainly that of a visitor. */
  readonly isOfVisitor: AddressReader["isOfVisitor"];
  readonly files: UploadStore;
  readonly acceptTurn: ReturnType<typeof createTurnAcceptor>;
  readonly countFirstUpload: ReturnType<typeof createUploadCounter>;
  readonly countHandoff: ReturnType<typeof createHandoffCounter>;
  readonly replies: ReplyRunner;
  /** Commits at once the text of the replies that run on this node. */
  readonly flushReplies: ReplyWriter["flush"];
  readonly streams: OpenStreams;
  /** Streams that wait while nothing runs. */
  readonly idle: IdleStreams;
  /** Moves chats between the agent and people. */
  readonly handoff: PersonRequests & Returns;
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
  readonly environment: SecretSources["environment"];
  /** The same, for the one that the environment does not have. */
  readonly findStoredSecret: SecretSources["findStoredSecret"];
  readonly nowMs: () => number;
  readonly log: Log;
  /** False from the moment a stop was asked for. */
  readonly isOpen: () => boolean;
  readonly demo: DemoSite | undefined;
}
