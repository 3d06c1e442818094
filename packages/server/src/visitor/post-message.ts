import { headers, ServiceError } from "@servicechat/contract";
import { postBodySchema } from "@servicechat/contract/schemas";
import { malformed } from "../answer/malformed.ts";
import { parsePosted } from "../answer/parse-posted.ts";
import { readJsonBody } from "../answer/read-body.ts";
import { sendStreamHead, wholeSource } from "../answer/send-events.ts";
import type { AcceptedTurn } from "../conversation/accept-turn.ts";
import { findLive } from "../conversation/find-live.ts";
import type { LiveParts } from "../conversation/find-live.ts";
import { framesOfStoredReply } from "../conversation/frames-of-stored-reply.ts";
import type { House } from "../house.ts";
import { readHeader } from "../read-header.ts";
import type { Admission, Visit, VisitorHandler } from "../visit.ts";
import { secondsSince } from "../watch/seconds-since.ts";
import { findSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";
import { identifyUser } from "./identify-user.ts";
import type { UserParts } from "./identify-user.ts";

type Parts = SessionParts &
  UserParts &
  LiveParts &
  Pick<House, "acceptTurn" | "addressOf" | "figures" | "isOpen" | "replies" | "streams">;

/** POST /chat-bot/ — takes the visitor's messages, and streams the agent's reply. */
export function postMessage(house: Parts): VisitorHandler {
  return async (visit, admission) => {
    const arrivedAt = performance.now();
    const idempotencyKey = readIdempotencyKey(visit);
    const { value, bytes } = await readJsonBody(visit);
    const { messages: posted, context, replaces } = parsePosted(postBodySchema, value);
    if (!house.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const session = await findSession(visit, admission, house);
    const accepted = await house.acceptTurn({
      requestId: visit.requestId,
      bound: admission.bound,
      posted,
      context,
      identify: () => identifyUser(visit, admission, house),
      replaces,
      body: bytes,
      session,
      idempotencyKey,
      addressOf: () => house.addressOf(visit.request),
      // Not awaited: the reply belongs to its session and goes on when this socket closes. It never rejects.
      begin: (job) => void house.replies.run(job, visit.span),
    });
    visit.head[headers.sessionToken] = accepted.token;
    if (accepted.kind === "new") {
      streamNew(visit, accepted, house);
      house.figures.firstEvent.observe(secondsSince(arrivedAt));
    } else await streamAgain(visit, admission, accepted, house);
  };
}

function streamNew(visit: Visit, { job }: Extract<AcceptedTurn, { kind: "new" }>, { streams }: Parts): void {
  sendStreamHead(visit);
  streams.open(visit, job.keyId, job.live.reply, 0);
}

async function streamAgain(
  visit: Visit,
  { bound }: Admission,
  { kept }: Extract<AcceptedTurn, { kind: "replayed" }>,
  house: Parts,
): Promise<void> {
  const { storage, streams } = house;
  visit.head[headers.idempotencyReplayed] = "true";
  const live = await findLive(house, kept);
  if (live) {
    sendStreamHead(visit);
    streams.open(visit, bound.key.id, live, 0);
    return;
  }
  const reply = await storage.conversations.findReply(kept);
  if (!reply) throw new ServiceError("reply_not_found");
  // It runs on a node that cannot be heard from here: what is stored is not all, and must not look so.
  if (reply.status === "streaming") throw new ServiceError("resume_unavailable");
  sendStreamHead(visit);
  streams.open(visit, bound.key.id, { id: reply.id, ...wholeSource(framesOfStoredReply(reply)) }, 0);
}

/** At least 128 bits, however they are written: a first session's token is derived from it. */
function readIdempotencyKey({ request }: Visit): string | undefined {
  const key = readHeader(request, headers.idempotencyKey);
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{22,200}$/.test(key)) return key;
  throw malformed(
    `${headers.idempotencyKey}: must be 22 to 200 printable characters without spaces, such as a random UUID`,
  );
}
