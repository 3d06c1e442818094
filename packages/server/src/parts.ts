import type { Agent } from "@servicechat/agent";
import type { Coordination } from "@servicechat/coordination";
import type { Knowledge, ReadText } from "@servicechat/knowledge";
import type { ConsoleLimits, Finding, OperationParts } from "@servicechat/operations";
import type { Storage } from "@servicechat/storage";
import type { ReaderPace } from "./http/watch-readers.ts";
import type { Tracing } from "./telemetry/tracing.ts";

/** The part of a logger the server needs; pino fits. Details first, then a sentence. */
export interface Log {
  debug(detail: object, message: string): void;
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Time, as a part. */
export interface Clock {
  /** Milliseconds since 1970, for what people read. */
  wallMs(): number;
}

/** What the operator has settled for the server. */
export interface ServerOptions {
  /** The base address that visitors see, without a trailing slash. Its origin is the service's own. */
  readonly publicUrl: string;
  /** The instance secret: seals embed tickets and derives session tokens. */
  readonly secret: string;
  /** Milliseconds that a session lives without a message. */
  readonly sessionIdleMs: number;
  /** Milliseconds that it lives at most, whatever is said in it. */
  readonly sessionAgeMs: number;
  /** Addresses and networks whose `X-Forwarded-For` counts; none when left out. */
  readonly trustedProxies?: readonly string[];
  /** Connections that everybody together may have; no limit when left out. */
  readonly maxConnections?: number;
  /** Connections of one address; 256 when left out, and then this machine's own may have any number. */
  readonly maxConnectionsPerAddress?: number;
  /** How slow readers may be, where that is not as usual. */
  readonly readerPace?: Partial<ReaderPace>;
  /** Milliseconds in which the body of a request must arrive; 15 seconds when left out. */
  readonly bodyMs?: number;
  /** Bytes of files per key that no message has taken yet, and a quarter of it per address; 256 MB when left out. */
  readonly uploadRoomBytes?: number;
  /** Milliseconds that running replies may take to finish after a stop was asked for. */
  readonly drainMs: number;
  /** Whoever sends it as a bearer credential may read `/metrics`; without one, programs on this machine may. */
  readonly metricsToken?: string;
}

/** Everything the server is built from; only the command line picks concrete ones. */
export interface ServerParts {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly agent: Agent;
  /** Reads the text of documents that visitors send. */
  readonly readDocument: ReadText;
  /** Where an agent's `identity` finds its secret, each time anew. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: ServerOptions;
  /** The built browser parts. */
  readonly assets: Assets;
  /** What operators work with in a browser and over HTTP; absent where it is turned off. */
  readonly console?: ConsoleParts | undefined;
  /** Shows requests and replies as spans, when the operator has brought what takes them. */
  readonly tracing?: Tracing | undefined;
  /** A made-up company's site with the chat on it, unless there is none. */
  readonly demo?: DemoSite | undefined;
}

/** What the admin API needs besides what visitors are served with. */
export interface ConsoleParts {
  /** Origin of the console: that of the public address, or one that is the console's alone. */
  readonly url: string;
  readonly knowledge: Knowledge;
  /** Whether the service would make a request to an address. */
  readonly mayRequest: (url: string) => boolean;
  /** Looks at the installation, as `servicechat doctor` does. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** What agent files that come over the network may use. */
  readonly limits: ConsoleLimits;
  /** Makes secrets of webhooks, and sends tests. */
  readonly notifications: Pick<OperationParts, "webhooks" | "mail" | "push">;
  /** The pages; absent where only the API is wanted. */
  readonly files?: ConsoleFiles;
}

/** The demo, and who answers on it. */
export interface DemoSite {
  /** Knows this service: its documents are below `/demo/docs/`. */
  readonly guide: DemoAgent;
  /** The company's own, at `/demo/shop` with its documents below `/demo/shop/help/`; absent when it was deleted. */
  readonly shop?:
    | (DemoAgent & {
        /** Whoever bears it may ask the company's back end: this service does, on behalf of the agent's visitors. */
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

/** One file as it is sent: encoded variants are made when it is built, not when it is asked for. */
export interface Asset {
  /** The whole header, the character set of a text included. */
  readonly contentType: string;
  /** As it is sent to whoever takes no encoding. */
  readonly body: Uint8Array;
  readonly brotli?: Uint8Array;
  readonly gzip?: Uint8Array;
  /** The whole header, quotes included. */
  readonly etag: string;
}

/** The browser parts, as they are sent. */
export interface Assets {
  /** `launcher.js`, which pages name in their tag. */
  readonly launcher: Asset;
  /** What the launcher loads later, by path below `/launcher/`, such as `later-1a2b3c4d.js`. */
  readonly launcherParts: ReadonlyMap<string, Asset>;
  /** The document of the frame. */
  readonly frame: Asset;
  /** By path below `/chat/`, such as `assets/main-1a2b.js`; their names change with their content. */
  readonly chat: ReadonlyMap<string, Asset>;
}

/** The built console, read when it is first asked for. */
export type ConsoleFiles = () => Promise<{
  /** The document of every page. */
  readonly document: Asset;
  /** By path below `/console/`; the names of those in `assets/` change with their content. */
  readonly files: ReadonlyMap<string, Asset>;
}>;
