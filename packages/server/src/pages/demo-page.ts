import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { ServiceError } from "@servicechat/contract";
import type { House } from "../house.ts";
import type { OpenHandler, Visit } from "../visit.ts";

const folder = new URL("demo/", import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".js": "text/javascript; charset=utf-8",
};

/**
 * GET /demo and below — a small company's site with the widget on it, and the documents that its answers link to.
 * There is none when the house has no demo key.
 */
export function demoPage({ demoKey, demoDocs, options }: House): OpenHandler {
  const tag = `<script src="${options.publicUrl}/launcher.js" data-agent-key="${demoKey}" async></script>`;
  const pages = new Map(
    readdirSync(folder).map((name) => {
      const text = readFileSync(new URL(name, folder), "utf8").replaceAll("{{snippet}}", tag);
      return [name, { contentType: contentTypes[extname(name)] ?? "application/octet-stream", text }];
    }),
  );

  return async (visit) => {
    if (demoKey === undefined) throw new ServiceError("not_found");
    const name = visit.path.replace(/^\/demo\/?/, "") || "index.html";
    const path = name.startsWith("docs/") ? name.slice("docs/".length) : "";
    const markdown = demoDocs.get(path);
    if (markdown !== undefined) {
      const { renderDocument } = await import("./demo-document.ts");
      const page = renderDocument({ path, markdown }, { tag, isServed: (linked) => demoDocs.has(linked) });
      return send(visit, "text/html; charset=utf-8", page);
    }
    const page = pages.get(name) ?? pages.get(`${name}.html`);
    if (!page) throw new ServiceError("not_found");
    send(visit, page.contentType, page.text);
  };
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
