import type { Settings } from "../settings/settings.ts";
import type { ServiceAddress } from "./service-address.ts";

/** Where visitors reach the service, as far as a command can know. */
export interface KnownAddress extends ServiceAddress {
  /** `setting`: from this command's settings. `service`: from a running service. `default`: from neither. */
  readonly from: "setting" | "service" | "default";
  /** Public addresses of the running services, each once. */
  readonly running: readonly string[];
}

/**
 * The address to use: from this command's settings, else from a running service, else the default. So a service is
 * found even if its settings are not at hand, and an explicit address always wins.
 */
export function chooseAddress(
  { publicUrl, host, port, environment }: Pick<Settings, keyof ServiceAddress | "environment">,
  services: readonly ServiceAddress[],
): KnownAddress {
  const running = [...new Set(services.map((service) => service.publicUrl))];
  const isSet = ["SERVICECHAT_PUBLIC_URL", "PORT"].some((name) => Boolean(environment[name]));
  if (isSet) return { publicUrl, host, port, from: "setting", running };
  const [first] = services;
  return first
    ? { publicUrl: first.publicUrl, host: first.host, port: first.port, from: "service", running }
    : { publicUrl, host, port, from: "default", running };
}

/** The console's address: that of the service, unless the console has its own host. */
export function consoleUrlAt(
  { consoleUrl, publicUrl }: Pick<Settings, "consoleUrl" | "publicUrl">,
  address: Pick<ServiceAddress, "publicUrl">,
): string | undefined {
  return consoleUrl === publicUrl ? address.publicUrl : consoleUrl;
}
