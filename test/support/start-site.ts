import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A site's response at a path: HTML, or a whole response. */
export type SitePage =
  | string
  | Uint8Array
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Called instead of responding. */
      readonly answer?: (response: ServerResponse) => void;
    };

interface AskedPage {
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** A web site at an address of this machine. Its pages may change at any time. */
export interface Site extends AsyncDisposable {
  readonly origin: string;
  readonly pages: Record<string, SitePage>;
  /** Every request, in order. */
  readonly asked: AskedPage[];
  /** Paths requested since the last call, without `robots.txt`, with the status if it is not 200. */
  paths(): readonly string[];
  /** Resolves when this many requests were made since the last call of `paths`, not counting `robots.txt`. */
  until(count: number): Promise<void>;
}

/** Responds with ETags, and with 304 to clients that have the page. */
export async function startSite(
  pages: Readonly<Record<string, SitePage>>,
  { address = "127.0.0.2" }: { readonly address?: string } = {},
): Promise<Site> {
  const current: Record<string, SitePage> = { ...pages };
  const asked: AskedPage[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const page = current[path] ?? { status: 404, body: "nothing here" };
    const note = (status: number) => asked.push({ path, status, headers: request.headers });
    const given = typeof page === "string" || page instanceof Uint8Array ? { body: page } : page;
    if (given.answer) {
      note(0);
      return given.answer(response);
    }
    const body = Buffer.from(given.body ?? "");
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 12)}"`;
    const headers = { "content-type": given.type ?? "text/html; charset=utf-8", etag, ...given.headers };
    const isKnown = headers.etag !== "" && request.headers["if-none-match"] === headers.etag;
    const status = given.status ?? (isKnown ? 304 : 200);
    note(status);
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
    response.writeHead(status, sent).end(status === 304 ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  let told = 0;
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    pages: current,
    asked,
    paths() {
      const since = asked.slice(told);
      told = asked.length;
      return since
        .filter(({ path }) => path !== "/robots.txt")
        .map(({ path, status }) => (status === 200 ? path : `${path} ${status}`));
    },
    async until(count) {
      while (asked.slice(told).filter(({ path }) => path !== "/robots.txt").length < count) {
        await once(server, "request");
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page of a few words, with links. */
export const pageOf = (title: string, text: string, ...links: readonly string[]) =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
  `${links.map((link) => `<p><a href="${link}">more</a></p>`).join("")}</main></body></html>`;
