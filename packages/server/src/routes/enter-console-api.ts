import type { ServerContext } from "../server-context.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";

/** Everything below is the admin API. */
export const consoleApiPath = "/console/api/";

/** Leads to the admin API, which is loaded when somebody first asks for it. */
export function enterConsoleApi(server: ServerContext): OpenHandler {
  let enter: OpenHandler | undefined;
  return async (context) => {
    const { createConsoleApi } = await import("./console-api.ts");
    enter ??= createConsoleApi(server);
    return enter(context);
  };
}

/** Headers of every answer of the admin API, refusals too: no page may use one as anything but data. */
export function writeApiHeaders({ head }: RequestContext): void {
  head["Cache-Control"] = "no-store";
  head["X-Content-Type-Options"] = "nosniff";
  head["Cross-Origin-Resource-Policy"] = "same-origin";
  head["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; sandbox";
  head["Referrer-Policy"] = "no-referrer";
}
