import type { KeptServers } from "./kept-servers.ts";
import { startKeeper } from "./start-keeper.ts";

/** Passes the servers of a test run, as JSON, to the processes that it starts. */
export const handedServers = "SERVICECHAT_TEST_SERVERS";

let servers: Promise<KeptServers> | undefined;

/** The servers of this test run, or of this process if no such run has started it. */
export function serversOfRun(): Promise<KeptServers> {
  const handed = process.env[handedServers];
  if (handed) return Promise.resolve(JSON.parse(handed) as KeptServers);
  return (servers ??= startKeeper().then((keeper) => keeper.servers));
}
