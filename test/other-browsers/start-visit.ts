import { selfSignedCertificate } from "../support/self-signed-certificate.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { embedTag, startBuiltService } from "../support/start-widget.ts";
import { startTlsFront } from "../support/tls-front.ts";
import type { OtherBrowser } from "./browsers.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/**
 * A visitor on a shop's page, with the whole product behind it. Disposing it fails if there was an error in the
 * browser.
 */
export interface Visit extends Visitor, AsyncDisposable {
  readonly service: TestService;
  /** Goes to a page of the shop. `/transformed` transforms its root element. */
  goTo(path: string): Promise<void>;
}

/** The shop's policy: only what docs/embedding.md says, and its own script. */
const policy = [
  "default-src 'none'",
  "script-src 'nonce-shop' https://chat.example",
  "connect-src https://chat.example",
  "frame-src https://chat.example",
  "img-src 'self'", // its icon
].join("; ");

/** WebKit's driver finds no frame in a closed root, so the page records it. It is otherwise unchanged. */
const noteRoot = `<script nonce="shop">
  if (location.pathname === "/transformed") document.documentElement.style.transform = "translateZ(0)";
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    return (document.chatRoot = attachShadow.call(this, init));
  };
</script>`;

/** Starts everything, and goes to the shop. */
export async function startVisit(
  { start }: OtherBrowser,
  options: StartOptions & { readonly lang?: string } = {},
): Promise<Visit> {
  const { lang = "en" } = options;
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await startBuiltService(options));
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1>${noteRoot}<p><a href="/next">Next page</a>${embedTag(service.key)}`;
  const front = stack.use(
    await startTlsFront(selfSignedCertificate(["*.example"]), {
      services: { "chat.example": service.port },
      sites: {
        "shop.example": (request, response) => {
          if (request.url === "/favicon.ico") return void response.writeHead(204).end();
          const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
          response.writeHead(200, headers).end(html);
        },
      },
    }),
  );
  const browser = stack.use(await start({ proxyPort: front.port }));
  const goTo = (path: string) => browser.visit(`https://shop.example${path}`);
  await goTo("/");
  const kept = stack.move();
  return {
    ...createVisitor(browser),
    service,
    goTo,
    async [Symbol.asyncDispose]() {
      const errors = [...browser.errors];
      await kept.disposeAsync();
      if (errors.length > 0) throw new Error(`The browser met errors:\n${errors.join("\n")}`);
    },
  };
}
