import { isIPv4 } from "node:net";

/** Whether an address always leads to the machine it is used on. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}
