import { isLoopback } from "../settings/is-loopback.ts";

/**
 * What is wrong with the console's address: over plain HTTP, browsers silently drop the session cookie (`__Host-` needs
 * `Secure`), so nobody stays signed in. `undefined` if nothing is wrong.
 */
export function consoleWarning(
  consoleUrl: string,
): { readonly detail: string; readonly advice: string } | undefined {
  if (new URL(consoleUrl).protocol === "https:" || isLoopback(consoleUrl)) return undefined;
  return {
    detail: `${consoleUrl}/console/ is not https: browsers drop its session cookie, so nobody can sign in`,
    advice:
      "put a proxy with TLS in front and set SERVICECHAT_PUBLIC_URL or SERVICECHAT_CONSOLE_URL to its address",
  };
}
