import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { secretFile } from "../database/instance-secret.ts";
import type { Settings } from "../settings/settings.ts";

/** Where the secret of an installation is: in the settings of this command, in a file, or unknown. */
export type SecretLocation = "setting" | "unknown" | { readonly file: string };

/**
 * Finds the secret of the service that wrote a database file: the one from the settings, else the one in the file's
 * folder, which usually is the data directory, else the one in the data directory of the settings.
 */
export function findSecretLocation(
  { secret, dataDirectory }: Pick<Settings, "secret" | "dataDirectory">,
  database: string,
): SecretLocation {
  if (secret !== undefined) return "setting";
  const file = [dirname(database), dataDirectory].map(secretFile).find((path) => existsSync(path));
  return file === undefined ? "unknown" : { file };
}

/** Tells operators how to give new nodes the secret, without printing it. */
export function adviceOnSecret(place: SecretLocation): string {
  if (place === "setting")
    return "Secret: give every new node the SERVICECHAT_SECRET that is set here, in the environment or in .env.";
  if (place === "unknown")
    return [
      "Secret: none found, neither in SERVICECHAT_SECRET nor in a file 'secret' in the data directory. Give every",
      "new node the SERVICECHAT_SECRET of the old service, or the same new one if it never had one.",
    ].join("\n");
  return `Secret: on every new node, set SERVICECHAT_SECRET to the single line in ${place.file}`;
}
