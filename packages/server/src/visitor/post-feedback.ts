import { replyIdOfMessage, ServiceError } from "@servicechat/contract";
import type { Feedback, PostedFeedback } from "@servicechat/contract";
import { postedFeedbackSchema } from "@servicechat/contract/schemas";
import { parsePosted } from "../answer/parse-posted.ts";
import { readJsonBody } from "../answer/read-body.ts";
import { sendNothing } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/** POST /chat-bot/feedback — keeps what the visitor thinks of a reply, in place of what was said of it before. 204. */
export function postFeedback(house: SessionParts & Pick<House, "figures">): VisitorHandler {
  return async (visit, admission) => {
    if (!admission.bound.agent.definition.feedback)
      throw new ServiceError("not_found", { detail: "Replies of this agent are not rated." });
    const posted = parsePosted(postedFeedbackSchema, (await readJsonBody(visit)).value);
    const session = await requireSession(visit, admission, house);
    const replyId = replyIdOfMessage(posted.messageId);
    const rated = { sessionId: session.id, feedback: feedbackOf(posted), at: house.nowMs() };
    const isKept = replyId !== undefined && (await house.storage.feedback.rate({ ...rated, replyId }));
    if (!isKept) throw new ServiceError("reply_not_found");
    house.figures.feedback[posted.rating ?? "none"]++;
    sendNothing(visit);
  };
}

function feedbackOf({ rating, comment = "" }: PostedFeedback): Feedback | null {
  const said = comment.trim();
  return rating && { rating, ...(said !== "" && { comment: said }) };
}
