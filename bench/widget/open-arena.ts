import type { BrowserContext } from "playwright-core";
import { startChromium } from "../../test/support/chromium.ts";
import { selfSignedCertificate } from "../../test/support/self-signed-certificate.ts";
import { startTlsFront } from "../../test/support/tls-front.ts";
import type { Contestant } from "./contestant.ts";
import { fetchPackage } from "./fetch-package.ts";
import { hostContestant } from "./host-contestant.ts";

/** Where every contestant's page is. */
export const shop = "https://shop.example/";

/** A new browser before the page of one contestant: nothing is kept in it, and nothing compiled. */
interface Arena extends AsyncDisposable {
  readonly context: BrowserContext;
}

/**
 * Opens one. All are alike: HTTPS on loopback, and no other host is there, so that what a widget asks of strangers fails.
 *
 * @param servicePort of the service behind https://chat.example
 */
export async function openArena(contestant: Contestant, servicePort: number): Promise<Arena> {
  const folder = contestant.published && (await fetchPackage(contestant.published));
  const certificate = selfSignedCertificate(["*.example"]);
  const front = await startTlsFront(certificate, {
    services: { "chat.example": servicePort },
    sites: { "shop.example": hostContestant(contestant, folder) },
  });
  const { context, ...chromium } = await startChromium({
    port: front.port,
    publicKeyHash: certificate.publicKeyHash,
    thirdPartyStorage: "blocked",
  });
  return {
    context,
    async [Symbol.asyncDispose]() {
      await chromium[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
    },
  };
}
