import type { KeptServer } from "./kept-servers.ts";
import { handedServers } from "./servers-of-run.ts";
import { startKeeper } from "./start-keeper.ts";

/**
 * Runs before the tests of a project that needs them: chooses or starts this run's servers, and passes them to every
 * worker. The first such project does it for all.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[handedServers]) return undefined;
  const keeper = await startKeeper();
  const { postgres, redis } = keeper.servers;
  process.env[handedServers] = JSON.stringify(keeper.servers);
  process.stdout.write(`PostgreSQL: ${describe(postgres)}\nRedis: ${describe(redis)}\n`);
  return () => keeper.stop();
}

function describe(server: KeptServer): string {
  return server.missing === undefined ? `${server.which}.` : `its tests are skipped: ${server.missing}.`;
}
