import { ServiceError } from "@servicechat/contract";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { sendAsset } from "./send-asset.ts";

/** GET /console — where a person forgot the slash. */
export function consoleWithoutSlash({ console: parts }: ServerContext): OpenHandler {
  return ({ response, head }) => {
    if (!parts?.files) throw new ServiceError("not_found");
    head["Location"] = "/console/";
    response.writeHead(308, head).end();
  };
}

/**
 * GET /console/... — the operator's pages. Every address that is not a file is one of the console's own, so that it can
 * be sent to colleagues: it gets the document, which finds out what to show.
 */
export function consolePage({ console: parts, options }: ServerContext): OpenHandler {
  const policy = documentPolicy(new URL(options.publicUrl).origin);
  return async (context) => {
    if (!parts?.files) throw new ServiceError("not_found");
    const path = context.path.slice("/console/".length);
    const { document, files } = await parts.files();
    const file = files.get(path);
    if (file && path === registeringPage) writeDocumentHeaders(context, registeringPolicy);
    if (file)
      return sendAsset(context, file, path.startsWith("assets/") ? "immutable" : "revalidate", "same-origin");
    if (/^(?:api|assets)(?:\/|$)/.test(path)) throw new ServiceError("not_found");
    writeDocumentHeaders(context, policy);
    sendAsset(context, document, "never", "same-origin");
  };
}

/**
 * The one page of the console that may register a worker, which needs a policy of trusted types: the others have none. It
 * has one script, which names one worker.
 */
const registeringPage = "turn-on-push.html";
const registeringPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types push-worker",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

function documentPolicy(publicOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${publicOrigin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}

function writeDocumentHeaders({ head }: RequestContext, policy: string): void {
  head["Content-Security-Policy"] = policy;
  head["Cross-Origin-Opener-Policy"] = "same-origin";
  head["Referrer-Policy"] = "no-referrer";
  head["Permissions-Policy"] =
    "camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)";
}
