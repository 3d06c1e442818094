import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { ServiceError } from "@servicechat/contract";
import type { House } from "../house.ts";
import type { OpenHandler, Visit } from "../visit.ts";
import { agentSwitch, documentLinks, sites } from "./demo-links.ts";

const folder = new URL("demo/", import.meta.url);
const html = "text/html; charset=utf-8";

const assetTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".js": "text/javascript; charset=utf-8",
};

/**
 * GET /demo and below — a small company's site with the widget on it, and the documents that its answers link to. Below
 * `/demo/shop` the company's own agent answers on the same pages, on all others the guide.
 */
export function demoPage({ demo, options }: Pick<House, "demo" | "options">): OpenHandler {
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  const assets = new Map(
    readdirSync(folder).flatMap((name) => {
      const contentType = assetTypes[extname(name)];
      return contentType === undefined ? [] : [[name, { contentType, text: read(name) }]];
    }),
  );
  const pages = new Map(["index", "visit"].map((name) => [name, read(`${name}.html`)]));
  const documentPages = { guide: read("document.html"), shop: read("help.html") };

  return async (visit) => {
    if (!demo) throw new ServiceError("not_found");
    const below = visit.path.replace(/^\/demo\/?/, "");
    const asset = assets.get(below);
    if (asset) return send(visit, asset.contentType, asset.text);

    const who = /^shop(?:\/|$)/.test(below) ? "shop" : "guide";
    const agent = demo[who];
    if (!agent) throw new ServiceError("not_found");
    const { site, documents, ask } = sites[who];
    const snippet = `<script src="${options.publicUrl}/launcher.js" data-agent-key="${agent.key}" async></script>`;
    const name = below.replace(/^shop\/?/, "") || "index";
    const page = pages.get(name);
    if (page !== undefined)
      return send(visit, html, fill(page, { site, ask, snippet, agents: agentSwitch(demo, who, name) }));

    const path = name.startsWith(documents) ? name.slice(documents.length) : "";
    const markdown = agent.documents.get(path);
    if (markdown === undefined) throw new ServiceError("not_found");
    const { renderDocument } = await import("./demo-document.ts");
    const rendered = renderDocument({ path, markdown }, (linked) => agent.documents.has(linked));
    const help = documentLinks(agent.documents, path);
    send(visit, html, fill(documentPages[who], { ...rendered, site, snippet, help }));
  };
}

/** Fills the `{{holes}}` of a page. */
function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => values[name] ?? hole);
}

function send({ response, head }: Visit, contentType: string, text: string): void {
  const body = Buffer.from(text);
  head["Content-Type"] = contentType;
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-cache";
  head["X-Content-Type-Options"] = "nosniff";
  response.writeHead(200, head);
  response.end(body);
}
