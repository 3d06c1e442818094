import { ServiceError } from "@servicechat/contract";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler } from "../request-context.ts";
import { sendAsset } from "./send-asset.ts";

/** GET /launcher.js — the script on the host page. */
export function launcherScript({ assets }: ServerContext): OpenHandler {
  return (context) => sendAsset(context, assets.launcher, "revalidate");
}

/**
 * GET /launcher/... — the parts that the launcher loads later. A page that was loaded before an update, or from another
 * node during one, asks for a part by another version's name, and gets the current one.
 */
export function launcherPart({ assets: { launcherParts } }: ServerContext): OpenHandler {
  const current = new Map([...launcherParts].map(([name, part]) => [withoutHash(name), part]));
  return (context) => {
    const name = context.path.slice("/launcher/".length);
    const part = launcherParts.get(name);
    if (part) return sendAsset(context, part, "immutable");
    const instead = current.get(withoutHash(name));
    if (!instead) throw new ServiceError("not_found");
    sendAsset(context, instead, "never");
  };
}

function withoutHash(name: string): string {
  return name.replace(/-[\w-]{8}(?=\.js$)/, "");
}

/** GET /chat/... — the files of the chat application. Their names change with their content. */
export function chatAsset({ assets }: ServerContext): OpenHandler {
  return (context) => {
    const asset = assets.chat.get(context.path.slice("/chat/".length));
    if (!asset) throw new ServiceError("not_found");
    sendAsset(context, asset, context.path.startsWith("/chat/assets/") ? "immutable" : "revalidate");
  };
}
