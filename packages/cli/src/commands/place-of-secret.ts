import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { secretFile } from "../instance-secret.ts";
import type { Settings } from "../settings.ts";

/** Where the secret of an installation stands: in the settings of this command, in a file, or nowhere to be seen. */
export type PlaceOfSecret = "setting" | "unknown" | { readonly file: string };

/**
 * Finds the secret that the service used which wrote a database file: the one from the settings, else the one in the
 * folder of the file, which usually is the data directory, else the one in the data directory of the settings.
 */
export function placeOfSecret(
  { secret, dataDirectory }: Pick<Settings, "secret" | "dataDirectory">,
  database: string,
): PlaceOfSecret {
  if (secret !== undefined) return "setting";
  const file = [dirname(database), dataDirectory].map(secretFile).find((path) => existsSync(path));
  return file === undefined ? "unknown" : { file };
}

/** What an operator does about the secret of the new nodes. It is never printed itself. */
export function adviceOnSecret(place: PlaceOfSecret): string {
  if (place === "setting")
    return "Secret: give every new node the SERVICECHAT_SECRET that is set here, in the environment or in .env.";
  if (place === "unknown")
    return [
      "Secret: none was found, neither as SERVICECHAT_SECRET nor in a file 'secret' of the data directory. Give every",
      "new node the SERVICECHAT_SECRET of the old service, or one and the same new one if it never had one.",
    ].join("\n");
  return `Secret: give every new node SERVICECHAT_SECRET, and as its value the one line in ${place.file}`;
}
