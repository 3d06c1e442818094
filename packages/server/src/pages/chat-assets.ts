import { ServiceError } from "@servicechat/contract";
import type { House } from "../house.ts";
import type { OpenHandler } from "../visit.ts";
import { sendAsset } from "./send-asset.ts";

/** GET /launcher.js — the script on the host page. */
export function launcherScript({ assets }: House): OpenHandler {
  return (visit) => sendAsset(visit, assets.launcher, "revalidate");
}

/** GET /chat/... — the files of the chat application. Their names change with their content. */
export function chatAsset({ assets }: House): OpenHandler {
  return (visit) => {
    const asset = assets.chat.get(visit.path.slice("/chat/".length));
    if (!asset) throw new ServiceError("not_found");
    sendAsset(visit, asset, visit.path.startsWith("/chat/assets/") ? "immutable" : "revalidate");
  };
}
