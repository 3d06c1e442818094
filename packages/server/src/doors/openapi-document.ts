import { sendJson } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { OpenHandler } from "../visit.ts";

/** GET /openapi.json — made when somebody first asks for it, since what makes it is large and seldom needed. */
export function openApiDocument({ options }: House): OpenHandler {
  let document: object | undefined;
  return async (visit) => {
    const { createOpenApi } = await import("./openapi.ts");
    document ??= createOpenApi(options.publicUrl);
    sendJson(visit, document);
  };
}
