import type { IncomingMessage } from "node:http";
import { ServiceError } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";

/** Keeps the console's addresses and those of visitors apart. */
export interface ConsoleHost {
  /** Whose address it is. */
  sideOf(context: RequestContext): "console" | "visitors";
  /** @throws ServiceError `not_found` when the address is not one of the host that was asked */
  check(context: RequestContext): void;
  /** The console's origin as this request was sent to it; `undefined` for another host. */
  originOf(request: Pick<IncomingMessage, "headers">): string | undefined;
}

/** The other paths of a host that belongs only to the console. */
const healthPaths = ["/healthz", "/readyz"];

/**
 * The console answers for the host of its address and for no other, so that a page whose host name was made to resolve
 * to this server reaches nothing. A loopback address has three names. Proxies' headers about the host are ignored.
 */
export function createConsoleHost({ console: parts, options }: ServerContext): ConsoleHost {
  const console = parts && new URL(parts.url);
  const origins = new Set(console ? namesOf(console) : []);
  const isApart = console !== undefined && console.origin !== new URL(options.publicUrl).origin;

  /** Requests for one host follow each other, and each is asked about twice. */
  let last: { readonly host: string | undefined; readonly origin: string | undefined } | undefined;

  function originOf({ headers: { host } }: Pick<IncomingMessage, "headers">): string | undefined {
    if (!last || last.host !== host) last = { host, origin: findOrigin(host) };
    return last.origin;
  }

  function findOrigin(host: string | undefined): string | undefined {
    // Anything more than a name and a port, such as a user name, is never a host.
    if (!console || !/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host ?? "")) return undefined;
    const origin = URL.parse(`${console.protocol}//${host}`)?.origin;
    return origin !== undefined && origins.has(origin) ? origin : undefined;
  }

  const isOfConsole = ({ path }: RequestContext) => path === "/console" || path.startsWith("/console/");

  return {
    originOf,
    sideOf: (context) =>
      isOfConsole(context) || (isApart && originOf(context.request)) ? "console" : "visitors",
    check(context) {
      const isHere = isOfConsole(context)
        ? originOf(context.request) !== undefined
        : !isApart || healthPaths.includes(context.path) || originOf(context.request) === undefined;
      if (!isHere) throw new ServiceError("not_found");
    },
  };
}

function namesOf(url: URL): readonly string[] {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((hostname) => Object.assign(new URL(url), { hostname }).origin);
}
