import { headers, ServiceError } from "@servicechat/contract";
import type { HandoffState, PostedHandoff } from "@servicechat/contract";
import { postedHandoffSchema } from "@servicechat/contract/schemas";
import { hashToken, randomToken } from "../turn/session-token.ts";
import { newId } from "../new-id.ts";
import { malformed } from "../request/malformed.ts";
import { parsePosted } from "../request/parse-posted.ts";
import { readJsonBody } from "../request/read-body.ts";
import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { Admission, VisitorHandler, RequestContext } from "../request-context.ts";
import { findSession, requireSession, type SessionDependencies } from "./find-session.ts";
import { readHeader } from "../request/read-header.ts";

type Dependencies = SessionDependencies &
  Pick<
    ServerContext,
    "handoff" | "isOpen" | "addressOf" | "isOfVisitor" | "countFirstUpload" | "countHandoff"
  >;

/**
 * POST /chat-bot/handoff — asks for a person. Without a session it opens one. While somebody waits or a person holds
 * the chat, nothing changes, except that an address is stored.
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
    const isAsked = found && (await server.storage.handoffs.find(found.id))?.holder !== "agent";
    const address = server.addressOf(context.request);
    const asking = { requestId: context.requestId, bound, address };
    if (!isAsked) {
      const isOfVisitor = server.isOfVisitor(context.request.socket.remoteAddress ?? "");
      await server.countHandoff({ ...asking, sessionId }, { isOfVisitor });
    }
    if (!found) {
      // It opens a chat as a first message does, and counts like one.
      await server.countFirstUpload(asking);
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

/** Where a link in a mail may lead, and in which language the mail is. */
interface MailSetting {
  readonly language: string | null;
  readonly page: string | null;
}

/**
 * The settings stored with an address that a visitor has left. A page counts only if it is on the site from which they
 * ask, which the key allows; without one, the site's first page. If a key allows every site, anybody could make this
 * service's mail link to a page of theirs, so it then has no link.
 */
function mailSettingOf(
  { lang, page }: { readonly [Name in "lang" | "page"]: PostedHandoff[Name] | undefined },
  { request }: Pick<RequestContext, "request">,
  { bound, origin }: Admission,
): MailSetting {
  const isAnySite = bound.key.allowed.includes("*");
  return {
    language: lang ?? preferred(readHeader(request, "accept-language")),
    page: origin === undefined || isAnySite ? null : (pageOn(origin, page) ?? `${origin}/`),
  };
}

/** Without query and fragment. */
function pageOn(origin: string, page: string | undefined): string | undefined {
  const url = URL.parse(page ?? "");
  return url && url.origin === origin && url.username === "" ? url.origin + url.pathname : undefined;
}

/** The first language of `Accept-Language`. */
function preferred(header: string | undefined): string | null {
  const [first = ""] = (header ?? "").split(/[,;]/, 1);
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(first.trim()) ? first.trim() : null;
}
