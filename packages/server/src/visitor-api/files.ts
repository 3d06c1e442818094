import { headers, ServiceError, type UploadInfo } from "@servicechat/contract";
import { expectFile } from "../request/receive-file.ts";
import { sendJson } from "../response/send-json.ts";
import { newId } from "../new-id.ts";
import { hashToken, randomToken } from "../turn/session-token.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../request/read-header.ts";
import type { VisitorHandler } from "../request-context.ts";
import { createFileSpace } from "./file-space.ts";
import { requireSession, type SessionDependencies } from "./find-session.ts";
import { endAtPace } from "../response/write-at-pace.ts";

/**
 * POST /chat-bot/uploads — takes one file, which a later message then sends. Without a token it opens a session, as a
 * first message does; a token that is presented must be good.
 */
export function postUpload(
  server: SessionDependencies & Pick<ServerContext, "files" | "isOpen" | "addressOf" | "countFirstUpload">,
): VisitorHandler {
  const space = createFileSpace("Too many files are being received at the moment. Please try again.");

  return async (context, admission) => {
    const { bound } = admission;
    const { uploads } = bound.agent.definition;
    if (!uploads) throw new ServiceError("not_found", { detail: "This agent does not accept files." });
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const { maxRequestBytes, receive } = expectFile(context, uploads.maxBytes);
    const isFirst = readHeader(context.request, headers.sessionToken) === undefined;
    const session = isFirst ? undefined : await requireSession(context, admission, server);
    using room = space.take(bound.key.id, maxRequestBytes);

    context.bodyTimeout.growWithBody();
    const received = await receive();
    room.shrinkTo(received.bytes.length);
    const token = session?.token ?? randomToken();
    const address = server.addressOf(context.request);
    const counted = { requestId: context.requestId, bound, address };
    const undoCount = isFirst ? await server.countFirstUpload(counted) : undefined;
    const keeping = server.files.keepUpload({
      id: newId("file"),
      ...received,
      uploads,
      keyId: bound.key.id,
      address,
      session: session ?? { id: newId("ses"), agentId: bound.agent.id, tokenHash: hashToken(token) },
    });
    // A refused file counts as not sent, as with messages.
    keeping.catch(() => undoCount?.());
    const { id, name, mediaType, size } = await keeping;
    context.head[headers.sessionToken] = token;
    sendJson(context, { id, name, mediaType, size } satisfies UploadInfo, 201);
  };
}

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
