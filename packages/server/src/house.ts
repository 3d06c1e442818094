import type { Storage } from "@servicechat/storage";
import type { Coordination } from "@servicechat/coordination";
import type { KeyFinder } from "./admission/find-key.ts";
import type { Tickets } from "./admission/embed-ticket.ts";
import type { createAddressReader } from "./admission/visitor-address.ts";
import type { createTurnAcceptor } from "./conversation/accept-turn.ts";
import type { ReplyRunner } from "./conversation/run-replies.ts";
import type { FileKeeper } from "./files/file-keeper.ts";
import type { Assets, DemoSite, Log, ServerOptions } from "./parts.ts";
import type { OpenStreams } from "./visitor/open-streams.ts";
import type { Figures } from "./watch/figures.ts";
import type { Tracing } from "./watch/tracing.ts";

/** What the doors work with: the parts, and what was built from them. */
export interface House {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly keys: KeyFinder;
  readonly tickets: Tickets;
  /** Stands for the address a request came from, without telling it. */
  readonly addressOf: ReturnType<typeof createAddressReader>;
  readonly files: FileKeeper;
  readonly acceptTurn: ReturnType<typeof createTurnAcceptor>;
  readonly replies: ReplyRunner;
  readonly streams: OpenStreams;
  readonly figures: Figures;
  readonly tracing: Tracing | undefined;
  readonly assets: Assets;
  readonly options: ServerOptions;
  /** Where an agent's `identity` finds its secret, each time anew. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly log: Log;
  /** False from the moment a stop was asked for. */
  readonly isOpen: () => boolean;
  readonly demo: DemoSite | undefined;
}
