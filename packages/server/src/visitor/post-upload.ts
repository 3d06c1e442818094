import { headers, ServiceError } from "@servicechat/contract";
import type { UploadInfo } from "@servicechat/contract";
import { expectFile } from "../answer/receive-file.ts";
import { sendJson } from "../answer/send-json.ts";
import { newId } from "../conversation/new-id.ts";
import { hashToken, randomToken } from "../conversation/session-token.ts";
import type { House } from "../house.ts";
import { readHeader } from "../read-header.ts";
import type { VisitorHandler } from "../visit.ts";
import { createFileSpace } from "./file-space.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/**
 * POST /chat-bot/uploads — takes one file, which a later message then sends. Without a token it opens a session, as a
 * first message does; a token that is presented must be good.
 */
export function postUpload(house: SessionParts & Pick<House, "files" | "isOpen">): VisitorHandler {
  const space = createFileSpace("Too many files are being received at the moment. Please try again.");

  return async (visit, admission) => {
    const { bound } = admission;
    const { uploads } = bound.agent.definition;
    if (!uploads) throw new ServiceError("not_found", { detail: "This agent takes no files." });
    if (!house.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const { mostBytes, receive } = expectFile(visit, uploads.maxBytes);
    const isFirst = readHeader(visit.request, headers.sessionToken) === undefined;
    const session = isFirst ? undefined : await requireSession(visit, admission, house);
    using room = space.take(bound.key.id, mostBytes);

    visit.arrival.growWithBody();
    const received = await receive();
    room.shrinkTo(received.bytes.length);
    const token = session?.token ?? randomToken();
    const { id, name, mediaType, size } = await house.files.keepUpload({
      id: newId("file"),
      ...received,
      uploads,
      keyId: bound.key.id,
      session: session ?? { id: newId("ses"), agentId: bound.agent.id, tokenHash: hashToken(token) },
    });
    visit.head[headers.sessionToken] = token;
    sendJson(visit, { id, name, mediaType, size } satisfies UploadInfo, 201);
  };
}
