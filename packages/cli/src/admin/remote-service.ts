import { CommandError } from "../input/command-error.ts";
import { isLoopback } from "../settings/is-loopback.ts";
import type { Environment, Settings } from "../settings/settings.ts";

/** A remote service, and the credentials for it. */
export interface RemoteService {
  /** The origin of its console. */
  readonly origin: string;
  /** A token of its admin API: never print it. */
  readonly token: string;
}

/** The options with which every command can name a remote service. */
export interface RemoteOptions {
  readonly url?: string;
  readonly token?: string;
}

/**
 * The service that options and settings name; `undefined` means the local database.
 *
 * @param variables the process's own variables, without those of a `.env` file, which are part of the settings
 * @throws CommandError if the address is invalid, if there is no token, and if only a `.env` names the address but the
 *   token is from elsewhere
 */
export function findRemoteService(
  { url, token }: RemoteOptions,
  { remoteUrl, remoteToken }: Pick<Settings, "remoteUrl" | "remoteToken">,
  variables: Environment,
): RemoteService | undefined {
  const given = url ?? remoteUrl;
  if (given === undefined) {
    if (token !== undefined) throw new CommandError("--token needs --url, or SERVICECHAT_URL.");
    return undefined;
  }
  const address = consoleAddress(given);
  if (!address)
    throw new CommandError("--url must be the console's address, such as https://chat.example.com.");
  if (address.protocol === "http:" && !isLoopback(address.origin))
    throw new CommandError(
      `${address.origin} is not encrypted, so others could read the token. Use an https address.`,
    );
  const credential = token ?? remoteToken;
  if (credential === undefined)
    throw new CommandError(
      `Using ${address.origin} needs a token: set SERVICECHAT_TOKEN, or give --token. 'servicechat token create' creates one.`,
    );
  const isUrlOfFolder = url === undefined && variables["SERVICECHAT_URL"] === undefined;
  const isTokenOfFolder = token === undefined && variables["SERVICECHAT_TOKEN"] === undefined;
  // The folder may belong to a stranger, such as a freshly cloned repository.
  if (isUrlOfFolder && !isTokenOfFolder)
    throw new CommandError(
      `Only the .env file of this folder names ${address.origin}, and the token is not from that file. To send it there anyway, use --url, or set SERVICECHAT_URL where the token is set.`,
    );
  if (!/^[\x21-\x7e]+$/.test(credential)) throw new CommandError("This is not an admin API token.");
  return { origin: address.origin, token: credential };
}

/** An address of a console, with or without its path. */
export function consoleAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return /^\/(console\/?)?$/.test(url.pathname) && url.search === "" && url.hash === "" ? url : undefined;
}
