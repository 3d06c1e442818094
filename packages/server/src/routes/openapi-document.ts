import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler } from "../request-context.ts";

/** GET /openapi.json — made when somebody first asks for it, since what makes it is large and seldom needed. */
export function openApiDocument({ options }: ServerContext): OpenHandler {
  let document: object | undefined;
  return async (context) => {
    const { createOpenApi } = await import("./openapi.ts");
    document ??= createOpenApi(options.publicUrl);
    sendJson(context, document);
  };
}
