import type { RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { selfSignedCertificate } from "../test/support/self-signed-certificate.ts";
import { passOn, startTlsFront } from "../test/support/tls-front.ts";
import type { DevTools } from "./devtools.ts";
import { recordTrace } from "./record-trace.ts";
import type { TraceEvent } from "./trace-event.ts";
import { startUnwatchedBrowser } from "./unwatched-browser.ts";

/** One visit by a browser that has never seen the shop or the chat: nothing is cached or compiled. */
export interface Visit {
  /** The service's port on loopback. */
  readonly servicePort: number;
  /** The page at https://shop.example/. */
  readonly page: string;
  /** What https://chat.example responds instead of the service, to addresses that start with this path. */
  readonly instead?: { readonly path: string; readonly type: string; readonly body: string };
  /** The factor by which the processor is slowed. */
  readonly slowdown?: number;
  readonly lastsMs: number;
  /** What must exist at the end: a document by the beginning of its address, and an element in it. */
  readonly expected: { readonly document: string; readonly selector: string };
}

const shop = "https://shop.example/";
/** A browser that has just started is busy with itself. */
const startMs = 500;

/**
 * Records what a browser does in a visit.
 *
 * @throws if the expected element does not exist at the end
 */
export async function traceVisit(visit: Visit): Promise<readonly TraceEvent[]> {
  const { instead, servicePort: port, slowdown = 1 } = visit;
  const chat: RequestListener = (request, response) => {
    if (instead === undefined || !request.url?.startsWith(instead.path)) passOn(request, response, port);
    else response.writeHead(200, { "Content-Type": instead.type }).end(instead.body);
  };
  const certificate = selfSignedCertificate(["*.example"]);
  const sites = { "chat.example": chat, "shop.example": visit.page };
  await using front = await startTlsFront(certificate, { services: {}, sites });
  await using browser = await startUnwatchedBrowser({
    port: front.port,
    publicKeyHash: certificate.publicKeyHash,
    thirdPartyStorage: "blocked",
  });
  const { devTools } = browser;
  await wait(startMs);
  const recording = await recordTrace(devTools);
  await open(devTools, slowdown);
  await wait(visit.lastsMs * slowdown);
  const events = await recording.end();
  await check(devTools, visit.expected);
  return events;
}

async function open(devTools: DevTools, slowdown: number): Promise<void> {
  if (slowdown === 1) return void (await devTools.send("Target.createTarget", { url: shop }));
  const { targetId } = await devTools.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await devTools.send("Target.attachToTarget", { targetId, flatten: true });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown }, String(sessionId));
  await devTools.send("Page.navigate", { url: shop }, String(sessionId));
}

async function check(devTools: DevTools, { document, selector }: Visit["expected"]): Promise<void> {
  const { targetInfos } = await devTools.send("Target.getTargets");
  const targets = targetInfos as readonly { readonly targetId: string; readonly url: string }[];
  const target = targets.find(({ url }) => url.startsWith(document));
  if (!target) throw new Error(`the browser has no document at ${document}`);
  const { sessionId } = await devTools.send("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: true,
  });
  const expression = `document.querySelectorAll(${JSON.stringify(selector)}).length`;
  const { result } = await devTools.send("Runtime.evaluate", { expression }, String(sessionId));
  if ((result as { readonly value?: unknown }).value !== 1)
    throw new Error(`${document} does not hold one ${selector}`);
}
