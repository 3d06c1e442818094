import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { createAddressRule } from "@servicechat/outbound";
import type { Finding } from "@servicechat/operations";
import { createConsoleFiles } from "@servicechat/server";
import type { ServerDependencies } from "@servicechat/server";
import { createRequestRule } from "./input/request-rule.ts";
import type { Services } from "./open-services.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * The dependencies of the console; `undefined` if there is none.
 *
 * @param filesDirectory where its built pages are
 */
export function createConsoleDependencies(
  settings: Settings,
  services: Services,
  filesDirectory: string,
): ServerDependencies["console"] {
  const { consoleUrl: url, consoleVariables, dataDirectory } = settings;
  if (url === undefined) return undefined;
  const mayReach = createAddressRule(settings.allowedNetworks);
  return {
    url,
    knowledge: services.knowledge,
    examine: examineLater(settings, services),
    notifications: services.notifications,
    maxDocumentBytes: settings.documentBytes,
    secrets: services.secrets,
    allowedNetworks: settings.allowedNetworks,
    mayRequest: createRequestRule(settings),
    files: createConsoleFiles(filesDirectory),
    limits: {
      variables: consoleVariables.length > 0 ? consoleVariables : undefined,
      agentsDirectory: join(dataDirectory, "agents"),
      isReachable: (url) => leadsOnlyTo(url, mayReach),
      isAllowedInside: (url) => leadsOnlyTo(url, (address) => mayReach(address) && !isPublicAddress(address)),
    },
  };
}

/** Loads the checks of the installation when somebody first asks for them. */
function examineLater(settings: Settings, services: Services): () => Promise<readonly Finding[]> {
  let examine: (() => Promise<readonly Finding[]>) | undefined;
  return async () => {
    const { createServiceExamination } = await import("./doctor/examine-service.ts");
    examine ??= createServiceExamination({ settings, services, now: () => Date.now() });
    return examine();
  };
}

const isPublicAddress = createAddressRule([]);

/** Whether every current address of a name fits a rule. A name that cannot be resolved does not. */
async function leadsOnlyTo(url: string, fits: (address: string) => boolean): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, "");
  if (isIP(host) !== 0) return fits(host);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => fits(address));
}
