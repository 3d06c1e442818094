import type { FailureCode } from "@servicechat/contract";
import type { AdminFailureCode, Role } from "@servicechat/contract/admin";
import type { z } from "zod";
import type { AdminContext, OperatorAdmission } from "../admin-context.ts";
import type { RequestContext } from "../request-context.ts";
import type { IncomingBytes } from "../request/receive-bytes.ts";
import type { OnStep } from "./progress.ts";

/** Methods of the admin API. */
export type AdminMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The name of a failure that a route can answer with. */
export type AdminFailure = FailureCode | AdminFailureCode;

/** A response of an admin API route. */
export interface AdminAnswer {
  readonly status: 200 | 201 | 204;
  /** With 204, it is sent only after steps, and only returned to commands that call the API in their own process. */
  readonly body?: unknown;
  /** Of what is answered; becomes `ETag`. */
  readonly revision?: string;
  /** The headers `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

/** A request as its route gets it: everything in it has been checked. */
export interface AdminRequest<Query, Body> {
  readonly context: RequestContext;
  readonly admin: AdminContext;
  /** The value of `{name}` in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Stands for the address that the request came from. */
  readonly address: string;
  /** Receives the progress of long work, by the name of the step. */
  readonly onStep: (step: string) => OnStep;
}

/** A request on a route for people who are signed in. */
export interface AdmittedRequest<Query, Body> extends AdminRequest<Query, Body> {
  readonly admission: OperatorAdmission;
  /** The revision of `If-Match`; `*` matches any, and `""`, which nothing has, is used if a required one is missing. */
  readonly seen: string | undefined;
}

interface Described {
  /** A sentence for the OpenAPI document. */
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Whether the body is taken as it is, whatever its type: its handler gets `IncomingBytes`. */
  readonly takesBytes?: true;
  /** Whether the body may be left out. */
  readonly mayLackBody?: boolean;
  /** Largest body, in bytes, where that is not as usual. */
  readonly maxBodyBytes?: number;
  /** The schema of the response; by default 204. */
  readonly answer?: z.ZodType;
  /** Of what is answered; left out: 200. Two where it may be either. */
  readonly status?: 200 | 201 | readonly [200, 201] | readonly [200, 204];
  /**
   * Whether `If-Match` must name the revision that the actor has seen; `If-None-Match` does where what is new may be
   * written.
   */
  readonly needsRevision?: true | "unless_new";
  /**
   * Restrictions besides the role: a person who is signed in, somebody who speaks as a person, or a role for all
   * agents.
   */
  readonly only?: "people" | "speakers" | "all_agents";
  /**
   * Whether the session must have been confirmed recently, so that a stolen one cannot make itself permanent: for
   * whatever gives access, or lets data out, beyond the session's end. With `for_new_addresses` the handler asks for it,
   * if data would go where it does not go yet.
   */
  readonly needsConfirmation?: true | "for_new_addresses";
  /** Headers that it reads besides, for the OpenAPI document. */
  readonly headers?: z.ZodObject;
  /** Media types of responses that the handler sends itself: text that is not a JSON value of `answer`. */
  readonly downloads?: readonly string[];
  /**
   * Additional failures besides those of every route, and those that follow from its path, body and `needsRevision`.
   * For the OpenAPI document.
   */
  readonly fails?: readonly AdminFailure[];
}

/** A route of the admin API. The same declaration checks requests and makes the OpenAPI document. */
export type AdminRoute = Described &
  (
    | {
        readonly access: "anyone";
        readonly handle: (request: AdminRequest<never, never>) => Promise<AdminAnswer | "sent">;
      }
    | {
        /** The lowest role that may. */
        readonly access: Role;
        readonly handle: (request: AdmittedRequest<never, never>) => Promise<AdminAnswer | "sent">;
      }
  );

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Declares a route for people who are not signed in yet, and for what anybody may read. */
export function openRoute<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<Described, "query" | "body"> & {
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (
      request: AdminRequest<OutputOf<Query>, OutputOf<Body>>,
    ) => Promise<AdminAnswer | "sent"> | AdminAnswer;
  },
): AdminRoute {
  return { ...route, access: "anyone" } as unknown as AdminRoute;
}

/** Declares a route for a role. `handle` may send the response itself, and returns `sent`. */
export function roleRoute<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  access: Role,
  route: Omit<Described, "query" | "body"> & {
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (
      request: AdmittedRequest<OutputOf<Query>, OutputOf<Body>>,
    ) => Promise<AdminAnswer | "sent"> | AdminAnswer;
  },
): AdminRoute {
  return { ...route, access } as unknown as AdminRoute;
}

/** Declares a route for a role whose body may be anything, and is read by its handler. */
export function bytesRoute<Query extends z.ZodObject | undefined = undefined>(
  access: Role,
  route: Omit<Described, "query" | "body" | "takesBytes"> & {
    readonly query?: Query;
    readonly handle: (
      request: AdmittedRequest<OutputOf<Query>, IncomingBytes>,
    ) => Promise<AdminAnswer | "sent"> | AdminAnswer;
  },
): AdminRoute {
  return { ...route, access, takesBytes: true } as unknown as AdminRoute;
}

/** 200 with the new state. */
export function answer(body: unknown, rest: Partial<AdminAnswer> = {}): AdminAnswer {
  return { status: 200, body, ...rest };
}

/** 204: done, and there is nothing to say. */
export const nothing: AdminAnswer = { status: 204 };

/** The handler has sent the response itself. */
export const sent = "sent" as const;
