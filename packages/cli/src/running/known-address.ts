import type { Settings } from "../settings/settings.ts";
import type { ServiceAddress } from "./service-address.ts";

/** Where visitors reach the service, as far as a command can know. */
export interface KnownAddress extends ServiceAddress {
  /** `setting`: this command was told. `service`: a service that runs says so. `default`: nobody has said anything. */
  readonly from: "setting" | "service" | "default";
  /** Public addresses of the services that run, each once. */
  readonly running: readonly string[];
}

/**
 * The address to use: what this command's settings say, else where a service runs, else the default. So a service that was
 * started with settings that nobody has at hand is found, and who names an address gets that one.
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
