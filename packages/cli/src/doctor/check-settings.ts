import { unknownSettings } from "../settings/unknown-settings.ts";
import { isLoopback } from "../settings/is-loopback.ts";
import { findAddressConflicts } from "../service-address/find-address-conflicts.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

/** Problems with combinations of settings that are each valid. */
export const checkSettings: Check = {
  name: "settings",
  run: async ({ settings: { publicUrl, host, port, environment }, address }) => {
    const source = address.from === "service" ? ", as set when the running service was started" : "";
    const findings = [ok("settings", `all are valid; the service listens on ${host}, port ${port}${source}`)];
    for (const { detail, advice } of findAddressConflicts(address))
      findings.push(warning("settings", detail, advice));
    if (new URL(publicUrl).protocol === "http:" && !isLoopback(publicUrl)) {
      const detail = `${publicUrl} is not https: browsers refuse its frame on https pages`;
      findings.push(
        warning(
          "settings",
          detail,
          "put a proxy with TLS in front and set SERVICECHAT_PUBLIC_URL to its address",
        ),
      );
    }
    for (const sentence of unknownSettings(environment))
      findings.push(
        warning("settings", sentence, "fix its name; servicechat serve --help lists all settings"),
      );
    return findings;
  },
};
