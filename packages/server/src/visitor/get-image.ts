import { ServiceError } from "@servicechat/contract";
import { endAtPace } from "../answer/write-at-pace.ts";
import type { House } from "../house.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";

/**
 * GET /chat-bot/images/{id} — an image of the session: of a reply, or one that the visitor sent. One that is not there
 * and one of another session are the same 404.
 */
export function getImage(house: House): VisitorHandler {
  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    const id = visit.path.slice(visit.path.lastIndexOf("/") + 1);
    const file = await house.storage.files.read({ sessionId: session.id, id });
    if (!file?.mediaType.startsWith("image/")) throw new ServiceError("not_found");
    const { response, head } = visit;
    head["Content-Type"] = file.mediaType;
    head["Content-Length"] = file.size;
    head["Content-Disposition"] = "inline";
    // Opened by itself it can do nothing, whatever a browser makes of its bytes.
    head["X-Content-Type-Options"] = "nosniff";
    head["Content-Security-Policy"] = "default-src 'none'; sandbox";
    head["Cache-Control"] = "no-store";
    response.writeHead(200, head);
    await endAtPace(response, file.bytes);
  };
}
