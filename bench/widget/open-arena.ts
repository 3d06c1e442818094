import type { BrowserContext } from "playwright-core";
import { startChromium } from "../../test/support/chromium.ts";
import { selfSignedCertificate } from "../../test/support/self-signed-certificate.ts";
import { startTlsFront } from "../../test/support/tls-front.ts";
import type { Contestant } from "./contestant.ts";
import { fetchPackage } from "./fetch-package.ts";
import { hostContestant } from "./host-contestant.ts";

/** Where every contestant's page is. */
export const shop = "https://shop.example/";

/** A new browser for the page of one contestant: nothing is cached or compiled. */
interface Arena extends AsyncDisposable {
  readonly context: BrowserContext;
}

/**
 * Opens one. All are alike: HTTPS on loopback without any other host, so a widget's requests to third parties fail.
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
