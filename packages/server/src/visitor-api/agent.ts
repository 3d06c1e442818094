import { createHash } from "node:crypto";
import { headers, parsePosition } from "@servicechat/contract";
import type { ActionView, AgentView, WidgetConfig } from "@servicechat/contract";
import type { ActionDefinition, AgentDefinition } from "@servicechat/contract/agent-file";
import { isPreview, type AgentRecord } from "@servicechat/storage";
import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import { openingAt } from "../handoff/opening-hours.ts";
import { createPeopleHere } from "../handoff/people-here.ts";
import { visitorActions } from "../views/visitor-actions.ts";
import { isUnchanged } from "../request/is-unchanged.ts";

/** GET /chat-bot/agent — the narrow view of the agent bound to the key. */
export function getAgent(server: Pick<ServerContext, "nowMs" | "storage">): VisitorHandler {
  const peopleHere = createPeopleHere(server);
  return async (context, { bound: { agent } }) => {
    const at = server.nowMs();
    const { handoff } = agent.definition;
    const people = handoff && openingAt(handoff, at).open ? await peopleHere(agent.id) : [];
    sendJson(context, agentView(agent.definition, at, people));
  };
}

/**
 * What a visitor may learn about an agent: an additive field is there only if the agent's file sets that feature. Built
 * field by field: a new field stays private until someone adds it here.
 */
function agentView(agent: AgentDefinition, at: number, people: readonly string[]): AgentView {
  return {
    id: agent.id,
    name: agent.name,
    actions: visitorActions(agent).map(actionView),
    ...(agent.starters.length > 0 && { starters: agent.starters }),
    ...(agent.pageContext && { pageContext: true as const }),
    ...(agent.uploads && { uploads: { types: agent.uploads.types, maxBytes: agent.uploads.maxBytes } }),
    ...(agent.feedback && { feedback: true as const }),
    ...(agent.handoff && {
      handoff: {
        button: agent.handoff.button,
        open: openingAt(agent.handoff, at).open,
        ...(people.length > 0 && { people }),
        ...(agent.handoff.offline.email && { email: true as const }),
      },
    }),
  };
}

function actionView(action: ActionDefinition): ActionView {
  return {
    id: action.id,
    name: action.name ?? action.id,
    label: action.label,
    description: action.description,
    ...(action.icon !== undefined && { icon: action.icon }),
    kind: action.kind,
    ...(action.kind === "link" && { url: action.url }),
    ...(action.kind !== "link" && action.inputSchema !== undefined && { inputSchema: action.inputSchema }),
    confirm: action.confirm,
  };
}

interface PreparedConfig {
  /** Text, not bytes: node sends it in one piece with the head. */
  readonly body: string;
  /** ASCII is sent as it is; to encode it as UTF-8 costs more. */
  readonly encoding: "latin1" | "utf8";
  readonly length: number;
  readonly etag: string;
}

/** GET /chat-bot/config — what the widget looks like, prepared once per version of the agent. */
export function getConfig({ tickets }: ServerContext): VisitorHandler {
  const prepared = new WeakMap<AgentRecord, PreparedConfig>();

  function prepare(agent: AgentRecord): PreparedConfig {
    const known = prepared.get(agent);
    if (known) return known;
    const body = JSON.stringify(widgetConfigView(agent.definition));
    const length = Buffer.byteLength(body);
    const config = {
      body,
      encoding: length === body.length ? ("latin1" as const) : ("utf8" as const),
      length,
      etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    };
    prepared.set(agent, config);
    return config;
  }

  return (context, { bound, origin, originIsReal }) => {
    const { response, head } = context;
    const { body, encoding, length, etag } = prepare(bound.agent);
    // A draft is looked at again with every change of it.
    head["Cache-Control"] = isPreview(bound.agent.id) ? "no-cache" : "public, max-age=60";
    head["Vary"] = "Authorization, Origin";
    head["ETag"] = etag;
    if (originIsReal && origin !== undefined) {
      head[headers.embedTicket] = tickets.issue(bound.key.id, origin);
    }
    if (isUnchanged(context, etag)) {
      response.writeHead(304, head).end();
      return;
    }
    head["Content-Type"] = "application/json; charset=utf-8";
    head["Content-Length"] = length;
    response.writeHead(200, head);
    response.end(body, encoding);
  };
}

/** The configuration that the widget needs (docs/wire.md, "Configuration"). */
function widgetConfigView(agent: AgentDefinition): WidgetConfig {
  const { branding } = agent;
  return {
    agent: { name: agent.name, welcomeMessage: agent.welcomeMessage },
    branding: {
      primaryColor: branding.primaryColor,
      logo: branding.logo,
      ...(branding.bubbleImage !== undefined && { bubbleImage: branding.bubbleImage }),
      position: parsePosition(branding.position),
      attribution: branding.attribution,
      style: branding.style,
    },
    features: {
      actions: visitorActions(agent).length > 0,
      askUserQuestion: agent.tools.some((tool) => tool === "AskUserQuestion"),
    },
  };
}
