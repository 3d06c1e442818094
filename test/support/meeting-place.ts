import type { Clock, Coordination } from "@servicechat/coordination";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { openRedisNode } from "../../packages/coordination/src/redis/open-redis-node.ts";
import { redisUrl as testRedis } from "../../packages/coordination/test/redis-server.ts";
import { emptiedSchema } from "./emptied-schema.ts";
import { findTestPostgres, ownKeyPrefix } from "./test-servers.ts";

/** As in production. */
const lease = { leaseMs: 15_000, renewMs: 5_000 };

/** What the nodes of one service share: tables in PostgreSQL and names in Redis that no other test uses. */
interface MeetingPlace extends AsyncDisposable {
  /** Opens the database again, like another node or the operator's command. Closed with the meeting place. */
  openStorage(): Promise<Storage>;
  /** One more node. Closed with the meeting place. */
  openCoordination(): Promise<Coordination>;
}

/** What a test may change about a meeting place. */
export interface MeetingOptions {
  /** A test's own clock, which also controls the request windows in Redis. */
  readonly clock?: Clock;
  /** A Redis other than that of the tests, such as one behind an unreliable network. */
  readonly redisUrl?: string;
}

/** @param machine the clock if the test has none of its own */
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
