import { join } from "node:path";
import { isUsableSecret } from "../settings/is-usable-secret.ts";
import { createPrivateFile, readPrivateFile } from "./private-file.ts";
import { CommandError } from "../input/command-error.ts";
import type { Settings } from "../settings/settings.ts";

/** The path of the secret in a data directory. */
export function secretFile(dataDirectory: string): string {
  return join(dataDirectory, "secret");
}

/**
 * The secret that seals embed tickets: the one from the settings, else the one in the data directory, which is created
 * on the first start (operator's contract, `SERVICECHAT_SECRET`).
 *
 * @throws CommandError if the file does not contain a usable secret
 */
export function instanceSecret(
  settings: Pick<Settings, "secret" | "dataDirectory">,
  { randomBytes }: { readonly randomBytes: (size: number) => Buffer },
): string {
  if (settings.secret !== undefined) return settings.secret;
  const file = secretFile(settings.dataDirectory);
  const made = randomBytes(32).toString("base64url");
  const secret =
    readPrivateFile(file) ?? (createPrivateFile(file, made) ? made : readPrivateFile(file)) ?? "";
  if (!isUsableSecret(secret))
    throw new CommandError(
      `The file ${file} contains no usable secret. Delete it to have a new one created.`,
    );
  return secret;
}
