import type { IncomingMessage } from "node:http";
import type { Asker, ChangeFeed, Operations } from "@servicechat/operations";
import type { SignIn } from "@servicechat/operations/sign-in";
import type { Presence } from "./console/presence.ts";
import type { ConsoleParts } from "./parts.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";

/** Who asks, as their credentials tell: not yet whether they may. */
export interface IdentifiedOperator {
  readonly asker: Asker;
  /** By what the request was signed: only a browser sends a cookie on behalf of a page that it did not come from. */
  readonly by: "cookie" | "token";
  /** When the session or the token ends. */
  readonly expiresAt: number;
  /** Until when the session counts as confirmed; a token authenticates each request. */
  readonly confirmedUntil: number;
}

/** The proof that an operator was let in: credentials, host, fetch metadata, method and role were checked. */
export interface OperatorAdmission extends IdentifiedOperator {
  readonly isAdmitted: true;
}

/** The cookie that a person is signed in by. */
export interface SessionCookie {
  /** Its value; `undefined` without one. One that is there twice is `""`, since either might be somebody else's. */
  read(request: Pick<IncomingMessage, "headers">): string | undefined;
  /** The header `Set-Cookie`. */
  write(token: string, maxAgeSeconds: number): string;
  /** The same that takes it away. */
  clear(): string;
}

/** What the routes of the admin API work with. It is made when one of them is first asked for. */
export interface AdminContext {
  readonly server: ServerContext;
  readonly console: ConsoleParts;
  readonly operations: Operations;
  /** What changes in chats, for all event streams of this process. */
  readonly changes: ChangeFeed;
  /** Who looks at which chats. */
  readonly presence: Presence;
  readonly signIn: SignIn;
  readonly cookie: SessionCookie;
  /** The OpenAPI document of the admin API: made once, when it is first asked for, since making it takes a while. */
  readonly openApi: () => Promise<Readonly<Record<string, unknown>>>;
  /** The console's origin as the browser has it, which a loopback address has three of. */
  readonly originOf: (context: RequestContext) => string;
  /** Finds out who asks, once more: a stream may outlive what it was opened with. */
  readonly identify: (context: RequestContext) => Promise<IdentifiedOperator>;
}
