import { headers, ServiceError } from "@servicechat/contract";
import type { UploadInfo } from "@servicechat/contract";
import { expectFile } from "../request/receive-file.ts";
import { sendJson } from "../response/send-json.ts";
import { newId } from "../conversation/new-id.ts";
import { hashToken, randomToken } from "../conversation/session-token.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../request/read-header.ts";
import type { VisitorHandler } from "../request-context.ts";
import { createFileSpace } from "./file-space.ts";
import { requireSession } from "./find-session.ts";
import type { SessionDependencies } from "./find-session.ts";

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
    const counted = { requestId: context.requestId, bound, addressOf: () => address };
    const takeBack = isFirst ? await server.countFirstUpload(counted) : undefined;
    const keeping = server.files.keepUpload({
      id: newId("file"),
      ...received,
      uploads,
      keyId: bound.key.id,
      address,
      session: session ?? { id: newId("ses"), agentId: bound.agent.id, tokenHash: hashToken(token) },
    });
    // A refused file counts as not sent, as with messages.
    keeping.catch(() => takeBack?.());
    const { id, name, mediaType, size } = await keeping;
    context.head[headers.sessionToken] = token;
    sendJson(context, { id, name, mediaType, size } satisfies UploadInfo, 201);
  };
}
