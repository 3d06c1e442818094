import { isUnchanged } from "../request/is-unchanged.ts";
import type { Asset } from "../dependencies.ts";
import type { RequestContext } from "../request-context.ts";

/** How long a file may be cached: forever if its name contains a hash, otherwise with revalidation. */
type Keeping = "immutable" | "revalidate" | "never";

const cacheControl = {
  immutable: "public, max-age=31536000, immutable",
  revalidate: "public, max-age=300, stale-while-revalidate=86400",
  never: "no-store",
} as const satisfies Record<Keeping, string>;

/**
 * Sends a built file in the best encoding that the reader takes.
 *
 * @param usedBy whose pages may load it
 */
export function sendAsset(
  context: RequestContext,
  asset: Asset,
  keeping: Keeping,
  usedBy: "cross-origin" | "same-origin" = "cross-origin",
): void {
  const { request, response, head } = context;
  head["Content-Type"] = asset.contentType;
  head["Cache-Control"] = cacheControl[keeping];
  head["X-Content-Type-Options"] = "nosniff";
  head["Cross-Origin-Resource-Policy"] = usedBy;
  head["Vary"] = "Accept-Encoding, Origin";
  if (keeping !== "never") head["ETag"] = asset.etag;
  if (keeping !== "never" && isUnchanged(context, asset.etag)) {
    response.writeHead(304, head).end();
    return;
  }
  const { body, encoding } = bestEncoding(asset, String(request.headers["accept-encoding"] ?? ""));
  if (encoding) head["Content-Encoding"] = encoding;
  head["Content-Length"] = body.byteLength;
  response.writeHead(200, head);
  response.end(body);
}

function bestEncoding(asset: Asset, accepted: string): { body: Uint8Array; encoding?: string } {
  const takes = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$))`).test(accepted);
  if (asset.brotli && takes("br")) return { body: asset.brotli, encoding: "br" };
  if (asset.gzip && takes("gzip")) return { body: asset.gzip, encoding: "gzip" };
  return { body: asset.body };
}
