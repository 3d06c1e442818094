import { headers, ServiceError } from "@servicechat/contract";
import type { HandoffState } from "@servicechat/contract";
import { postedHandoffSchema } from "@servicechat/contract/schemas";
import { hashToken, randomToken } from "../conversation/session-token.ts";
import { newId } from "../conversation/new-id.ts";
import { malformed } from "../request/malformed.ts";
import { parsePosted } from "../request/parse-posted.ts";
import { readJsonBody } from "../request/read-body.ts";
import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { Admission, VisitorHandler } from "../request-context.ts";
import { mailSettingOf } from "./mail-setting.ts";
import { findSession, requireSession } from "./find-session.ts";
import type { SessionDependencies } from "./find-session.ts";

type Dependencies = SessionDependencies &
  Pick<ServerContext, "handoff" | "isOpen" | "addressOf" | "countFirstUpload">;

/**
 * POST /chat-bot/handoff — asks for a person. Without a session it opens one. While somebody waits or a person holds
 * the chat, nothing changes, except that an address is kept.
 */
export function askForPerson(server: Dependencies): VisitorHandler {
  return async (context, admission) => {
    requireHandoff(admission);
    const { reason, email, lang, page } = parsePosted(
      postedHandoffSchema,
      (await readJsonBody(context)).value,
    );
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const { bound } = admission;
    if (email !== undefined && bound.agent.definition.handoff?.offline.email === false)
      throw malformed("email: this agent does not ask for addresses");
    const found = await findSession(context, admission, server);
    const token = found?.token ?? randomToken();
    const sessionId = found?.id ?? newId("ses");
    if (!found) {
      // It opens a chat as a first message does, and counts like one.
      const address = server.addressOf(context.request);
      await server.countFirstUpload({ requestId: context.requestId, bound, addressOf: () => address });
      const opened = {
        id: sessionId,
        agentId: bound.agent.id,
        tokenHash: hashToken(token),
        at: server.nowMs(),
      };
      if (!(await server.storage.handoffs.openSession(opened))) throw new ServiceError("key_rejected");
    }
    const state = await server.handoff.ask(sessionId, bound.agent, {
      by: "visitor",
      reason: saidIn(reason),
      summary: null,
      email: email ?? null,
      keyId: bound.key.id,
    });
    if (state === "session_erased") throw new ServiceError("session_not_found");
    if (email !== undefined) {
      const setting = mailSettingOf({ lang, page }, context, admission);
      await server.storage.visitorMail.saveAddress({ sessionId, email, ...setting, at: server.nowMs() });
    }
    context.head[headers.sessionToken] = token;
    sendJson(context, state satisfies HandoffState);
  };
}

/** DELETE /chat-bot/handoff — goes back to the agent, also when it has the chat already. */
export function backToAgent(server: Dependencies): VisitorHandler {
  return async (context, admission) => {
    requireHandoff(admission);
    const session = await requireSession(context, admission, server);
    const state = await server.handoff.goBack(session.id, admission.bound.agent);
    if (state === "session_erased") throw new ServiceError("session_not_found");
    sendJson(context, state satisfies HandoffState);
  };
}

function requireHandoff({ bound }: Admission): void {
  if (!bound.agent.definition.handoff)
    throw new ServiceError("not_found", { detail: "This agent has nobody to hand over to." });
}

/** Blank words say nothing. */
function saidIn(text: string | undefined): string | null {
  const said = (text ?? "").trim().replaceAll("\0", "\ufffd");
  return said === "" ? null : said;
}
