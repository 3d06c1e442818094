import { frameSettingsName } from "@servicechat/contract";
import type { FrameSettings } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Asset } from "../dependencies.ts";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { frameAncestors, framersOf } from "./frame-ancestors.ts";
import { escapeHtml } from "./escape-html.ts";
import { sendAsset } from "./send-asset.ts";

const dayMs = 86_400_000;

/**
 * GET /chat/ — the document in the frame. It may be framed by the page that it was asked for, if that page is on the
 * key's live domain list; unknown, revoked and not allowed look the same, and nothing is counted or kept.
 */
export function frameDocument({ keys, assets, options }: ServerContext): OpenHandler {
  const keptMs = Math.min(options.sessionIdleMs, options.sessionAgeMs);
  return async (context) => {
    const query = new URLSearchParams(context.request.url?.split("?")[1]);
    const bound = await keys.findByPublicId(query.get("key") ?? "");
    const ancestors = frameAncestors(query.get("parent") ?? undefined, bound && framersOf(bound));
    // A page that may not frame the document learns nothing of the agent either.
    const agent = ancestors === "'none'" ? undefined : bound?.agent.definition;
    writeFrameHeaders(context, ancestors, agent?.branding.logo);
    const frame = agent ? withSettings(assets.frame, frameSettings(agent, keptMs)) : assets.frame;
    sendAsset(context, frame, "never");
  };
}

/** What the chat must know of every agent, for the document of its frame. As public as the agent view. */
function frameSettings(
  { notice = {}, feedback = true, branding }: AgentDefinition,
  /** How long a chat is kept. */
  keptMs: number,
): FrameSettings {
  const { off, text, link } = notice;
  return {
    ...(off === undefined && { notice: { text, link } }),
    ...(feedback && { feedback }),
    ...(branding.font === "system" && { font: branding.font }),
    keptDays: Math.ceil(keptMs / dayMs),
  };
}

/** The document with what the chat must know of the agent. It is too short to gain from compression. */
function withSettings({ body, contentType, etag }: Asset, settings: FrameSettings): Asset {
  const content = escapeHtml(JSON.stringify(settings));
  const meta = `<meta name="${frameSettingsName}" content="${content}" />`;
  const html = Buffer.from(body)
    .toString()
    .replace("</head>", () => `${meta}</head>`);
  return { body: Buffer.from(html), contentType, etag };
}

function writeFrameHeaders(
  { head }: RequestContext,
  ancestors: string,
  logo: string | null | undefined,
): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${logo ? ` ${logoSource(logo)}` : ""}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors}`,
  ];
  head["Content-Security-Policy"] = policy.join("; ");
  // Both are needed for a host page with COEP; credentialless lets the logo of another site through.
  head["Cross-Origin-Embedder-Policy"] = "credentialless";
  head["Referrer-Policy"] = "strict-origin";
  head["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()";
}

/** One address as a CSP source: what could end the directive or start another is percent-encoded. */
export function logoSource(logo: string): string {
  const { origin, pathname } = new URL(logo);
  return (
    origin + pathname.replaceAll(/[;,'*]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}
