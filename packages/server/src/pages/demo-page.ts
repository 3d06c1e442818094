import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { ServiceError } from "@servicechat/contract";
import type { ServerContext } from "../server-context.ts";
import type { DemoAgent, DemoSite } from "../dependencies.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { agentSwitch, documentLinks, personHint, sites } from "./demo-links.ts";

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
export function demoPage({
  demo,
  options,
  console: operators,
}: Pick<ServerContext, "demo" | "options" | "console">): OpenHandler {
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  const assets = new Map(
    readdirSync(folder).flatMap((name) => {
      const contentType = assetTypes[extname(name)];
      return contentType === undefined ? [] : [[name, { contentType, text: read(name) }]];
    }),
  );
  const pages = new Map(["index", "visit"].map((name) => [name, read(`${name}.html`)]));
  const documentPages = { guide: read("document.html"), shop: read("help.html") };
  const policy = contentPolicy(options.publicUrl);
  // There are as many as there are pages and documents: each is drawn once, however often it is asked for.
  const drawn = new Map<string, string>();

  return async (context) => {
    if (!demo) throw new ServiceError("not_found");
    const below = context.path.replace(/^\/demo\/?/, "");
    const asset = assets.get(below);
    if (asset) return send(context, asset.contentType, asset.text);

    const who = /^shop(?:\/|$)/.test(below) ? "shop" : "guide";
    const name = below.replace(/^shop\/?/, "") || "index";
    const agent = demo[who];
    const kept = drawn.get(`${who} ${name}`);
    const page = kept ?? (agent && (await draw(demo, who, agent, name)));
    if (page === undefined) throw new ServiceError("not_found");
    drawn.set(`${who} ${name}`, page);
    context.head["Content-Security-Policy"] = policy;
    send(context, html, page);
  };

  /** `undefined` if there is no such page. */
  async function draw(
    demo: DemoSite,
    who: "guide" | "shop",
    agent: DemoAgent,
    name: string,
  ): Promise<string | undefined> {
    const { site, documents, ask } = sites[who];
    const snippet = `<script src="${options.publicUrl}/launcher.js" data-agent-key="${agent.key}" async></script>`;
    const page = pages.get(name);
    if (page !== undefined) {
      const agents = agentSwitch(demo, who, name);
      const person = who === "shop" && operators ? personHint(operators.url) : "";
      return fill(page, { site, ask, snippet, agents, person });
    }

    const path = name.startsWith(documents) ? name.slice(documents.length) : "";
    const markdown = agent.documents.get(path);
    if (markdown === undefined) return undefined;
    const { renderDocument } = await import("./demo-document.ts");
    const rendered = renderDocument({ path, markdown }, (linked) => agent.documents.has(linked));
    const help = documentLinks(agent.documents, path);
    return fill(documentPages[who], { ...rendered, site, snippet, help });
  }
}

/**
 * The demo's pages lie on the origin of the chat's frame: nothing that slipped into one may run there, nor may another site
 * frame it. The tag names the public address, which may be another than the one that the page was opened at.
 */
function contentPolicy(publicUrl: string): string {
  const service = `'self' ${publicUrl}`;
  const directives = [
    "default-src 'none'",
    `script-src ${service}`,
    "style-src 'self'",
    `img-src ${service}`,
    `connect-src ${service}`,
    `frame-src ${service}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

/** Fills the `{{holes}}` of a page. */
function fill(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => values[name] ?? hole);
}

function send({ response, head }: RequestContext, contentType: string, text: string): void {
  const body = Buffer.from(text);
  head["Content-Type"] = contentType;
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-cache";
  head["X-Content-Type-Options"] = "nosniff";
  response.writeHead(200, head);
  response.end(body);
}
