import { ServiceError } from "@servicechat/contract";
import type { House } from "../house.ts";
import type { OpenHandler } from "../visit.ts";
import { sendAsset } from "./send-asset.ts";

/** GET /launcher.js — the script on the host page. */
export function launcherScript({ assets }: House): OpenHandler {
  return (visit) => sendAsset(visit, assets.launcher, "revalidate");
}

/**
 * GET /launcher/... — the parts that the launcher loads later. A page that was loaded before an update, or from another
 * node during one, asks for a part by a name that is not today's, and gets the part of today.
 */
export function launcherPart({ assets: { launcherParts } }: House): OpenHandler {
  const current = new Map([...launcherParts].map(([name, part]) => [withoutHash(name), part]));
  return (visit) => {
    const name = visit.path.slice("/launcher/".length);
    const part = launcherParts.get(name);
    if (part) return sendAsset(visit, part, "immutable");
    const instead = current.get(withoutHash(name));
    if (!instead) throw new ServiceError("not_found");
    sendAsset(visit, instead, "never");
  };
}

function withoutHash(name: string): string {
  return name.replace(/-[\w-]{8}(?=\.js$)/, "");
}

/** GET /chat/... — the files of the chat application. Their names change with their content. */
export function chatAsset({ assets }: House): OpenHandler {
  return (visit) => {
    const asset = assets.chat.get(visit.path.slice("/chat/".length));
    if (!asset) throw new ServiceError("not_found");
    sendAsset(visit, asset, visit.path.startsWith("/chat/assets/") ? "immutable" : "revalidate");
  };
}
