import type { Agent } from "@servicechat/agent";
import type { Coordination } from "@servicechat/coordination";
import type { Knowledge, ReadText } from "@servicechat/knowledge";
import type { ConsoleLimits, Finding, OperationContext } from "@servicechat/operations";
import type { Storage } from "@servicechat/storage";
import type { RunTask } from "./background/scheduler.ts";
import type { TaskName } from "./background/task-table.ts";
import type { ReaderPace } from "./http/watch-readers.ts";
import type { Tracing } from "./telemetry/tracing.ts";

/** The part of a logger that the server needs, such as pino's. Details first, then a sentence. */
export interface Log {
  debug(detail: object, message: string): void;
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Time, as a dependency. */
export interface Clock {
  /** Milliseconds since 1970, for what people read. */
  wallMs(): number;
}

/** The operator's settings for the server. */
export interface ServerOptions {
  /** The base address that visitors see, without a trailing slash. Its origin is the service's own. */
  readonly publicUrl: string;
  /** The instance secret: seals embed tickets and derives session tokens. */
  readonly secret: string;
  /** Milliseconds after the last message at which a session ends. */
  readonly sessionIdleMs: number;
  /** Maximum lifetime of a session in milliseconds, whatever is said in it. */
  readonly sessionAgeMs: number;
  /** Addresses and networks whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Maximum number of connections in total; unlimited by default. */
  readonly maxConnections?: number;
  /** Maximum number of connections per address; by default 256, and unlimited for addresses of this machine. */
  readonly maxConnectionsPerAddress?: number;
  /** How slow readers may be, if different from the defaults. */
  readonly readerPace?: Partial<ReaderPace>;
  /** Milliseconds in which the body of a request must arrive; 15,000 by default. */
  readonly bodyMs?: number;
  /**
   * Maximum bytes per key of files that have not been sent with a message yet, and a quarter of it per address; 256 MB by
   * default.
   */
  readonly uploadRoomBytes?: number;
  /** Periods of background tasks in milliseconds that differ from the table's. */
  readonly taskPeriods?: Partial<Record<TaskName, number>>;
  /** Milliseconds that running replies get to finish once the server has been told to stop. */
  readonly drainMs: number;
  /** Anybody who sends it as a bearer token may read `/metrics`. Absent: only programs on this machine may. */
  readonly metricsToken?: string;
}

/** Periodic tasks of other packages. One that is absent has nothing to do in this installation. */
export type ServiceTasks = Partial<Record<TaskName, RunTask | undefined>>;

/** The dependencies of the server; only the command line chooses concrete ones. */
export interface ServerDependencies {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly agent: Agent;
  /** Reads the text of documents that visitors send. */
  readonly readDocument: ReadText;
  /** Where the secret of an agent's `identity` is looked up, each time it is needed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: ServerOptions;
  /** The built browser parts. */
  readonly assets: Assets;
  /** The console and the admin API; absent if they are turned off. */
  readonly console?: ConsoleDependencies | undefined;
  /** Run from the moment at which the server listens until it stops. */
  readonly tasks?: ServiceTasks | undefined;
  /** Creates spans for requests and replies, if the operator has provided an SDK. */
  readonly tracing?: Tracing | undefined;
  /** A fictional company's site with the chat on it; absent if there is no demo. */
  readonly demo?: DemoSite | undefined;
}

/** The additional dependencies of the admin API. */
export interface ConsoleDependencies {
  /** Origin of the console: that of the public address, or a separate one. */
  readonly url: string;
  readonly knowledge: Knowledge;
  /** Whether the service's tools may make requests to an address. */
  readonly mayRequest: (url: string) => boolean;
  /** Checks the installation, as `servicechat doctor` does. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** What agent files from the network may use. */
  readonly limits: ConsoleLimits;
  /** Sends webhooks, email and pushes, including tests. */
  readonly notifications: Pick<OperationContext, "webhooks" | "box" | "mail" | "push">;
  /** The pages; absent to serve only the API. */
  readonly files?: ConsoleFiles;
}

/** The demo, and who answers on it. */
export interface DemoSite {
  /** Knows this service: its documents are below `/demo/docs/`. */
  readonly guide: DemoAgent;
  /** The company's own, at `/demo/shop` with its documents below `/demo/shop/help/`; absent when it was deleted. */
  readonly shop?:
    | (DemoAgent & {
        /** The bearer token for the company's back end, which this service calls on behalf of the agent's visitors. */
        readonly secret: string;
      })
    | undefined;
}

/** An agent of the demo. */
export interface DemoAgent {
  /** The whole key, for the page's tag. */
  readonly key: string;
  /** The Markdown files that its answers link to, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

/** A file as it is sent: its compressed variants are made when it is built, not on request. */
export interface Asset {
  /** The whole header, including the character set of a text. */
  readonly contentType: string;
  /** The body for clients that accept no compression. */
  readonly body: Uint8Array;
  readonly brotli?: Uint8Array;
  readonly gzip?: Uint8Array;
  /** The whole header, including quotes. */
  readonly etag: string;
}

/** The browser parts, as they are sent. */
export interface Assets {
  /** `launcher.js`, which pages name in their tag. */
  readonly launcher: Asset;
  /** The lazily loaded parts of the launcher, by path below `/launcher/`, such as `later-1a2b3c4d.js`. */
  readonly launcherParts: ReadonlyMap<string, Asset>;
  /** The document of the frame. */
  readonly frame: Asset;
  /** By path below `/chat/`, such as `assets/main-1a2b.js`; their names change with their content. */
  readonly chat: ReadonlyMap<string, Asset>;
}

/** The built console, read when it is first requested. */
export type ConsoleFiles = () => Promise<{
  /** The document of every page. */
  readonly document: Asset;
  /** By path below `/console/`; the names of those in `assets/` change with their content. */
  readonly files: ReadonlyMap<string, Asset>;
}>;
