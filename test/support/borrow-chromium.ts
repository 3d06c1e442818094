import type { BrowserContext } from "playwright-core";
import { startChromium, type Chromium, type ChromiumOptions } from "./chromium.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import { startTlsFront, type TlsFront } from "./tls-front.ts";

/** A browser, and the front that all its names lead to. */
interface Pair extends AsyncDisposable {
  readonly chromium: Chromium;
  readonly front: TlsFront;
}

/** A new context in a browser, without anything of an earlier test. Giving it back closes it. */
interface BorrowedChromium extends AsyncDisposable {
  readonly context: BrowserContext;
  /** Serves no hosts yet. */
  readonly front: TlsFront;
}

/** The kind of browser to borrow. */
interface Kind extends Pick<ChromiumOptions, "thirdPartyStorage" | "flags" | "keepsPages"> {
  /** A browser that no test has used before or will use later. */
  readonly isNew?: boolean;
}

const noHosts = { services: {}, sites: {} };

/** Idle browsers, by whether they block storage: starting one takes as long as many a test. */
const idle = { allowed: [] as Pair[], blocked: [] as Pair[], forbidden: [] as Pair[] };

/**
 * Lends a browser that was used before, or starts one. One of a rare kind closes when given back, others with this
 * process.
 */
export async function borrowChromium(kind: Kind): Promise<BorrowedChromium> {
  const isRare = kind.isNew || kind.keepsPages || kind.flags?.length;
  const shelf = isRare ? undefined : idle[kind.thirdPartyStorage];
  const pair = shelf?.pop() ?? (await start(kind));
  const context = await pair.chromium.browser.newContext();
  return {
    context,
    front: pair.front,
    async [Symbol.asyncDispose]() {
      await context.close();
      pair.front.standFor(noHosts);
      pair.front.cut();
      if (shelf) shelf.push(pair);
      else await pair[Symbol.asyncDispose]();
    },
  };
}

async function start(kind: Kind): Promise<Pair> {
  const certificate = selfSignedCertificate(["*.example", "*.shop.example"]);
  const { publicKeyHash } = certificate;
  const front = await startTlsFront(certificate, noHosts);
  const chromium = await startChromium({ ...kind, port: front.port, publicKeyHash });
  return {
    chromium,
    front,
    async [Symbol.asyncDispose]() {
      await chromium[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
    },
  };
}
