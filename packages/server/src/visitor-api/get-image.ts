import { ServiceError } from "@servicechat/contract";
import { endAtPace } from "../response/write-at-pace.ts";
import type { VisitorHandler } from "../request-context.ts";
import { createFileSpace } from "./file-space.ts";
import { requireSession } from "./find-session.ts";
import type { SessionDependencies } from "./find-session.ts";

/**
 * GET /chat-bot/images/{id} — an image of the session: of a reply, or one that the visitor sent. One that is not there
 * and one of another session are the same 404. Held whole until its reader has it, however slowly that reads: what all of
 * them may hold is bounded.
 */
export function getImage(server: SessionDependencies): VisitorHandler {
  const space = createFileSpace("Too many images are being sent at the moment. Please try again.");

  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    const id = context.path.slice(context.path.lastIndexOf("/") + 1);
    const { files } = server.storage;
    const [known] = await files.find({ sessionId: session.id, ids: [id] });
    if (!known?.mediaType.startsWith("image/")) throw new ServiceError("not_found");
    using _room = space.take(admission.bound.key.id, known.size);
    const file = await files.read({ sessionId: session.id, id });
    if (!file) throw new ServiceError("not_found");
    const { response, head } = context;
    head["Content-Type"] = file.mediaType;
    head["Content-Length"] = file.size;
    head["Content-Disposition"] = "inline";
    // If it is opened directly it can do nothing, whatever a browser makes of its bytes.
    head["X-Content-Type-Options"] = "nosniff";
    head["Content-Security-Policy"] = "default-src 'none'; sandbox";
    head["Cache-Control"] = "no-store";
    response.writeHead(200, head);
    await endAtPace(response, file.bytes);
  };
}
