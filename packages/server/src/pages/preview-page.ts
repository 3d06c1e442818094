import { createHash } from "node:crypto";
import { ServiceError } from "@servicechat/contract";
import { isPreview } from "@servicechat/storage";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { frameAncestors, framersOf } from "./frame-ancestors.ts";
import { logoSource } from "./frame-document.ts";

/**
 * Reads what the page is to show from behind the `#`, which no server hears of: the key, and how a site would look that has
 * the chat, of which it takes theme and language alone. The launcher's own script waits until the document has been read, and finds it all in its tag.
 */
const script = `
const given = new URLSearchParams(location.hash.slice(1));
const read = (name, pattern) => (given.get(name) ?? "").match(pattern)?.[0];
const theme = read("theme", /^(?:light|dark)$/) ?? "light";
const lang = read("lang", /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/) ?? "en";
const agentKey = read("key", /^ak_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/) ?? "";
const page = document.documentElement;
page.style.colorScheme = theme;
page.lang = lang;
page.dir = lang === "ar" ? "rtl" : "ltr";
Object.assign(document.querySelector("script").dataset, { agentKey, theme, lang, open: "quiet", keepOpen: "false" });
`;

const document = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<script src="../launcher.js" defer></script>
<script>${script}</script>
</html>
`);

const scriptHash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * GET /chat/preview — an empty page with the launcher, as a site would have it, that shows a draft of an agent. The
 * console alone may frame it: it is asked for with the public part of a preview's key, and any other key opens nothing.
 */
export function previewPage({ keys, console: parts }: ServerContext): OpenHandler {
  return async (context) => {
    if (!parts) throw new ServiceError("not_found");
    const query = new URLSearchParams(context.request.url?.split("?")[1]);
    const bound = await keys.findByPublicId(query.get("key") ?? "");
    const preview = bound && isPreview(bound.agent.id) ? bound : undefined;
    const ancestors = frameAncestors(query.get("parent") ?? undefined, preview && framersOf(preview));
    const branding = ancestors === "'none'" ? undefined : preview?.agent.definition.branding;
    const images = [branding?.logo, branding?.bubbleImage].filter((address) => typeof address === "string");
    writeHeaders(context, ancestors, images);
    context.response.end(document);
  };
}

function writeHeaders(
  { head, response }: RequestContext,
  ancestors: string,
  images: readonly string[],
): void {
  head["Content-Security-Policy"] = [
    "default-src 'none'",
    `script-src 'self' ${scriptHash}`,
    "connect-src 'self'",
    "frame-src 'self'",
    ...(images.length > 0 ? [`img-src ${images.map(logoSource).join(" ")}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
  head["Content-Type"] = "text/html; charset=utf-8";
  head["Content-Length"] = document.byteLength;
  head["Cache-Control"] = "no-store";
  head["X-Content-Type-Options"] = "nosniff";
  head["Referrer-Policy"] = "no-referrer";
  head["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()";
  response.writeHead(200, head);
}
