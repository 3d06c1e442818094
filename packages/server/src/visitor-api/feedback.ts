import { replyIdOfMessage, ServiceError } from "@servicechat/contract";
import type { Feedback, PostedFeedback } from "@servicechat/contract";
import { postedFeedbackSchema } from "@servicechat/contract/schemas";
import { parsePosted } from "../request/parse-posted.ts";
import { readJsonBody } from "../request/read-body.ts";
import { sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import { requireSession, type SessionDependencies } from "./find-session.ts";

/** POST /chat-bot/feedback — stores the visitor's rating of a reply, in place of any earlier one. 204. */
export function postFeedback(server: SessionDependencies & Pick<ServerContext, "metrics">): VisitorHandler {
  return async (context, admission) => {
    if (admission.bound.agent.definition.feedback === false)
      throw new ServiceError("not_found", { detail: "This agent's replies cannot be rated." });
    const posted = parsePosted(postedFeedbackSchema, (await readJsonBody(context)).value);
    const session = await requireSession(context, admission, server);
    const replyId = replyIdOfMessage(posted.messageId);
    const rated = { sessionId: session.id, feedback: feedbackOf(posted), at: server.nowMs() };
    const isKept = replyId !== undefined && (await server.storage.feedback.rate({ ...rated, replyId }));
    if (!isKept) throw new ServiceError("reply_not_found");
    server.metrics.feedback[posted.rating ?? "none"]++;
    sendNothing(context);
  };
}

function feedbackOf({ rating, comment = "" }: PostedFeedback): Feedback | null {
  const said = comment.trim();
  return rating && { rating, ...(said !== "" && { comment: said }) };
}
