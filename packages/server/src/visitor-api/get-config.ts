import { createHash } from "node:crypto";
import { headers } from "@servicechat/contract";
import { isPreview } from "@servicechat/storage";
import type { AgentRecord } from "@servicechat/storage";
import { isUnchanged } from "../request/is-unchanged.ts";
import type { ServerContext } from "../server-context.ts";
import { widgetConfigView } from "../views/agent-view.ts";
import type { VisitorHandler } from "../request-context.ts";

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
