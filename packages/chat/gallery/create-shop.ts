import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { headers, publicKeyId, type WidgetConfig } from "@servicechat/contract";
import { readLook, type Look } from "./page/look.ts";
import type { GalleryState } from "./state.ts";
import { galleryStates, keyIdFor, sceneFor } from "./states.ts";
import { ticketFor } from "./ticket-for.ts";

const launcher = join(import.meta.dirname, "../../launcher/dist");

/** Clears the page's earlier visits, and opens the widget's root to the gallery's hand. */
const preparation = `sessionStorage.clear();
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };`;

/**
 * Pages of a shop for states that the launcher shows, with the built launcher and its configuration.
 *
 * @returns handles a request, or returns `false` if it is not for these pages
 */
export function createShop(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const configs = new Map<string, WidgetConfig>();

  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://shop");
    const state = galleryStates.find(({ name }) => name === searchParams.get("only"));
    if (pathname === "/shop" && state) {
      const keyId = keyIdFor(state, Math.floor(Math.random() * 1e9));
      const look = readLook(searchParams);
      const { config } = sceneFor(keyId);
      const branding = { ...config.branding, primaryColor: look.brand, style: look.style };
      configs.set(keyId, { ...config, branding });
      response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(drawPage(state, keyId, look));
      return true;
    }
    const keyId = publicKeyId((request.headers.authorization ?? "").replace("Bearer ", "")) ?? "";
    const config = configs.get(keyId);
    if (pathname === "/chat-bot/config" && config) {
      const ticket = ticketFor(keyId, `http://${request.headers.host}`);
      response
        .writeHead(200, { "Content-Type": "application/json", [headers.embedTicket]: ticket })
        .end(JSON.stringify(config));
      return true;
    }
    if (!/^\/launcher(?:\/[\w-]+)?\.js$/.test(pathname)) return false;
    readFile(join(launcher, pathname)).then(
      (body) => response.writeHead(200, { "Content-Type": "text/javascript" }).end(body),
      () => response.writeHead(404).end(),
    );
    return true;
  };
}

function drawPage({ page = {} }: GalleryState, keyId: string, { theme, lang, dir }: Look): string {
  const { attributes = "", body = "", script = "" } = page;
  return `<!doctype html>
<html lang="${lang}"${dir && ` dir="${dir}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Acme</title>
<link rel="icon" href="data:,">
<style>
html { color-scheme: ${theme === "auto" ? "light dark" : theme}; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
</style>
<script>${preparation}</script></head>
<body><main><h1>Acme</h1><p>Lamps, chairs and tables, delivered in two to four days.</p>${body}</main>
<script src="/launcher.js" data-agent-key="ak_${keyId}_gallery" data-theme="${theme}" ${attributes}></script>
<script>${script}</script>
</body></html>`;
}
