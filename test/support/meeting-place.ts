import type { Clock, Coordination } from "@servicechat/coordination";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { openRedisNode } from "../../packages/coordination/src/redis/open-redis-node.ts";
import { redisUrl as testRedis } from "../../packages/coordination/test/redis-server.ts";
import { emptiedSchema } from "./emptied-schema.ts";
import { findTestPostgres, ownKeyPrefix } from "./test-servers.ts";

/** As in service. */
const lease = { leaseMs: 15_000, renewMs: 5_000 };

/** Where the nodes of one service meet: tables in PostgreSQL and names in Redis that no other test has. */
interface MeetingPlace extends AsyncDisposable {
  /** The database once more, as another node opens it, or the operator's command. Closed with the place. */
  openStorage(): Promise<Storage>;
  /** One more node. Closed with the place. */
  openCoordination(): Promise<Coordination>;
}

/** What a test may want otherwise of a meeting place. */
export interface MeetingOptions {
  /** A test's own clock, which the request windows in Redis then go by too. */
  readonly clock?: Clock;
  /** Another Redis than that of the tests, such as one behind a network that breaks. */
  readonly redisUrl?: string;
}

/** @param machine the clock without one of the test's own */
export function createMeetingPlace(
  machine: Clock,
  { clock, redisUrl = testRedis }: MeetingOptions,
): MeetingPlace {
  const stack = new AsyncDisposableStack();
  const prefix = ownKeyPrefix();
  const postgres = findTestPostgres().then(({ url = "" }) => ({
    url,
    schema: stack.use(emptiedSchema(url)).schema,
  }));
  return {
    openStorage: async () => stack.use(await openPostgres(await postgres)),
    openCoordination: async () =>
      stack.use(
        await openRedisNode({
          url: redisUrl,
          prefix: await prefix,
          clock: clock ?? machine,
          ...lease,
          ...(clock && { serverMicroseconds: () => clock.wallMs() * 1_000 }),
        }),
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
