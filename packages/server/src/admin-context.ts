import type { IncomingMessage } from "node:http";
import type { Actor, ChangeFeed, Operations } from "@servicechat/operations";
import type { SignIn } from "@servicechat/operations/sign-in";
import type { Presence } from "./admin-api/presence.ts";
import type { ConsoleDependencies } from "./dependencies.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";

/** The caller according to their credentials, before the check of permissions. */
export interface IdentifiedOperator {
  readonly actor: Actor;
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

/** The dependencies of the admin API's routes. Created when one of them is first requested. */
export interface AdminContext {
  readonly server: ServerContext;
  readonly console: ConsoleDependencies;
  readonly operations: Operations;
  /** Changes of chats, for all event streams of this process. */
  readonly changes: ChangeFeed;
  /** The people who are looking at chats. */
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
