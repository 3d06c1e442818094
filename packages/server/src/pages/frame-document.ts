import type { ServerContext } from "../server-context.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { frameAncestors, framersOf } from "./frame-ancestors.ts";
import { sendAsset } from "./send-asset.ts";

/**
 * GET /chat/ — the document in the frame. It may be framed by the page that it was asked for, if that page is on the
 * key's live domain list; unknown, revoked and not allowed look the same, and nothing is counted or kept.
 */
export function frameDocument({ keys, assets }: ServerContext): OpenHandler {
  return async (context) => {
    const query = new URLSearchParams(context.request.url?.split("?")[1]);
    const bound = await keys.findByPublicId(query.get("key") ?? "");
    const ancestors = frameAncestors(query.get("parent") ?? undefined, bound && framersOf(bound));
    // A page that may not frame the document learns nothing of the agent either.
    const logo = ancestors === "'none'" ? null : bound?.agent.definition.branding.logo;
    writeFrameHeaders(context, ancestors, logo);
    sendAsset(context, assets.frame, "never");
  };
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
