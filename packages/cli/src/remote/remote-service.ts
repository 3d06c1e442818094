import { CommandError } from "../input/command-error.ts";
import { isLoopback } from "../settings/is-loopback.ts";
import type { Settings } from "../settings/settings.ts";

/** A service elsewhere, and what lets this command in there. */
export interface RemoteService {
  /** Origin of its console. */
  readonly origin: string;
  /** A token of its admin API: never print it. */
  readonly token: string;
}

/** The options by which every command can name a service elsewhere. */
export interface RemoteOptions {
  readonly url?: string;
  readonly token?: string;
}

/**
 * The service that options and settings name; `undefined`: the database here is meant.
 *
 * @throws CommandError when the address is none, or nothing lets the command in
 */
export function findRemoteService(
  { url, token }: RemoteOptions,
  { remoteUrl, remoteToken }: Pick<Settings, "remoteUrl" | "remoteToken">,
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
      `${address.origin} is not encrypted, so that others could read the token. Use an https address.`,
    );
  const credential = token ?? remoteToken;
  if (credential === undefined)
    throw new CommandError(
      `Using ${address.origin} needs a token: set SERVICECHAT_TOKEN, or give --token. 'servicechat token create' makes one.`,
    );
  if (!/^[\x21-\x7e]+$/.test(credential)) throw new CommandError("The token is not one of the admin API.");
  return { origin: address.origin, token: credential };
}

/** An address of a console, with or without its path. */
export function consoleAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return /^\/(console\/?)?$/.test(url.pathname) && url.search === "" && url.hash === "" ? url : undefined;
}
