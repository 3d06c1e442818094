import type { ServerContext } from "../server-context.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";

/** Everything below is the admin API. */
export const adminApiPath = "/console/api/";

/** Leads to the admin API, which is loaded when somebody first asks for it. */
export function enterAdminApi(server: ServerContext): OpenHandler {
  let enter: OpenHandler | undefined;
  return async (context) => {
    const { createAdminApi } = await import("./admin-api.ts");
    enter ??= createAdminApi(server);
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
