import type { IncomingMessage } from "node:http";
import type { Coordination } from "@servicechat/coordination";
import type { Actor, ChangeFeed, Operations } from "@servicechat/operations";
import type { SignIn } from "@servicechat/operations/sign-in";
import type { ChatMove, MadeMove, ResidueRemains, Storage } from "@servicechat/storage";
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

/** A cookie of the console's pages. */
export interface ConsoleCookie {
  /** Its value; `undefined` without one. One that is there twice is `""`, since either might be somebody else's. */
  read(request: Pick<IncomingMessage, "headers">): string | undefined;
  /** The header `Set-Cookie`. */
  write(value: string, maxAgeSeconds: number): string;
  /** The same that takes it away. */
  clear(): string;
}

/** The immediate effects of an operator's action in a chat on the replies and streams of this process. */
export interface ChatEffects {
  /** Stores the text of running replies so far. */
  readonly flushReplies: ServerContext["flushReplies"];
  readonly coordination: { readonly nodeEvents: Pick<Coordination["nodeEvents"], "publish"> };
  readonly handoff: {
    /** If the move returns a chat with an unanswered message to the agent, the agent answers it immediately. */
    returning<Result extends { readonly made?: MadeMove } | { readonly kind: string }>(
      sessionId: string,
      move: (answer?: ChatMove["answer"]) => Promise<Result>,
    ): Promise<Result>;
  };
}

/** The parts of the server that routes use. A command that calls them in its own process supplies them, too. */
export interface AdminServer extends ChatEffects {
  readonly storage: Pick<Storage, "knowledge">;
  readonly options: Pick<ServerContext["options"], "publicUrl">;
  readonly nowMs: () => number;
  /** Begins background tasks at once that have got something to do. */
  readonly scheduler: Pick<ServerContext["scheduler"], "wake">;
}

/** Dependencies that only a listening server has: those of browsers, sign-ins and streams. */
export interface LiveAdmin {
  readonly server: ServerContext;
  readonly console: ConsoleDependencies;
  /** Changes of chats, for all event streams of this process. */
  readonly changes: ChangeFeed;
  /** The people who are looking at chats. */
  readonly presence: Presence;
  readonly signIn: SignIn;
  /** The one that a person is signed in by. */
  readonly cookie: ConsoleCookie;
  /** The one that says who has signed in with this browser: it stays after they have signed out. */
  readonly deviceCookie: ConsoleCookie;
  /** The OpenAPI document of the admin API: made once, when it is first asked for, since making it takes a while. */
  readonly openApi: () => Promise<Readonly<Record<string, unknown>>>;
  /** The console's origin as the browser has it, which a loopback address has three of. */
  readonly originOf: (context: RequestContext) => string;
  /** Finds out who asks, once more: a stream may outlive what it was opened with. */
  readonly identify: (context: RequestContext) => Promise<IdentifiedOperator>;
}

/** The dependencies of the admin API's routes. Created when one of them is first requested. */
export interface AdminContext {
  readonly server: AdminServer;
  readonly operations: Operations;
  /** Called when a chat has been erased, but another process keeps its text in the database's files. */
  readonly reportResidue: (error: ResidueRemains) => void;
  /** @throws ServiceError `not_found` where a command calls the API in its own process */
  readonly live: LiveAdmin;
}
