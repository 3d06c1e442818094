import type { Place, TurnOrder } from "../coordination.ts";
import { callNext, letRun, placesPerSession } from "../memory/line.ts";
import type { Standing } from "../memory/line.ts";
import { RedisLost } from "./link.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { holdPlace } from "./scripts/hold-place.ts";

/** A place that this node holds. */
interface Held extends Standing {
  readonly name: string;
  readonly sessionId: string;
  /** What `isWaiting` says until Redis has placed it: whether others were there before. */
  behind: boolean;
}

/** What Redis answers to a step. */
interface Step {
  readonly granted: boolean;
  readonly others: number;
  readonly running: boolean;
  readonly called: string;
}

interface Parts extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Turn order over several nodes: a line is kept in Redis, one script is a step in it, and who is called hears it over
 * a channel. A place has a lease, which its node renews; with the node, it goes away. While Redis is lost, a node
 * keeps order among its own places, and brings them back into the line afterwards.
 */
export function createRedisTurnOrder(parts: Parts): TurnOrder & {
  /** Gives up all places. */
  leaveAll(): Promise<void>;
} {
  const { link, prefix, nodeId, leaseMs, renewMs } = parts;
  const channel = `${prefix}:turns`;
  const held = new Map<string, Held>();
  /** Places given up while Redis was away, which it may still have. */
  const givenUp = new Map<string, Held>();
  let places = 0;

  async function take(step: "reserve" | "hold" | "leave", place: Held): Promise<Step> {
    const { name, turn, running, sessionId } = place;
    const key = `${prefix}:{line:${sessionId}}`;
    const args = [step, name, turn ?? "", running ? 1 : 0, leaseMs, placesPerSession, channel];
    const answer = await link.run(holdPlace, [key], args);
    const [granted, others, runs, called] = answer as [number, number, number, string];
    return { granted: granted === 1, others, running: runs === 1, called };
  }

  async function reserveShared(place: Held): Promise<Pick<Step, "granted" | "others">> {
    if (!link.up) throw new RedisLost();
    return take("reserve", place);
  }

  function reserveAlone({ sessionId }: Held): Pick<Step, "granted" | "others"> {
    const others = own(sessionId).length;
    return { granted: others < placesPerSession, others };
  }

  function call(name: string): void {
    const place = held.get(name);
    if (place && !place.running) letRun(place);
  }

  /** Renews a place's lease and hears how it stands. Left to the next renewal when Redis is lost. */
  async function hold(place: Held): Promise<void> {
    const { running, called } = await take("hold", place);
    place.behind = !running;
    if (running) call(place.name);
    call(called);
  }

  function leave(place: Held): void {
    if (!held.delete(place.name)) return;
    const wasTold = link.up ? take("leave", place).then(({ called }) => call(called)) : Promise.reject();
    wasTold.catch(() => {
      givenUp.set(place.name, place);
      setTimeout(() => givenUp.delete(place.name), leaseMs).unref();
    });
    if (!link.up) callOwnNext(place.sessionId);
  }

  function own(sessionId: string): Held[] {
    return [...held.values()].filter((place) => place.sessionId === sessionId);
  }

  function callOwnNext(sessionId: string): void {
    callNext(own(sessionId));
  }

  async function holdAll(): Promise<void> {
    const departed = [...givenUp.values()];
    givenUp.clear();
    await Promise.all([
      ...departed.map((place) => take("leave", place)),
      ...[...held.values()].map((place) => hold(place)),
    ]);
  }

  link.hear(channel, call);
  link.onConnect(holdAll);
  link.onLost(() => {
    for (const sessionId of new Set([...held.values()].map((place) => place.sessionId)))
      callOwnNext(sessionId);
  });
  const timer = setInterval(() => link.up && void holdAll().catch(() => undefined), renewMs).unref();

  return {
    async reserve(sessionId) {
      const place: Held = {
        name: `${nodeId}:${++places}`,
        sessionId,
        running: false,
        behind: false,
      };
      const { granted, others } = await reserveShared(place).catch(() => reserveAlone(place));
      if (!granted) return undefined;
      place.behind = others > 0;
      held.set(place.name, place);
      return placeOf(place);
    },
    async leaveAll() {
      clearInterval(timer);
      const all = [...held.values()];
      held.clear();
      if (link.up) await Promise.all(all.map((place) => take("leave", place))).catch(() => undefined);
    },
  };

  function placeOf(place: Held): Place {
    return {
      lineUp(turn) {
        place.turn ??= turn;
        place.arrived ??= Promise.withResolvers<void>();
        if (held.has(place.name)) {
          if (link.up) hold(place).catch(() => callOwnNext(place.sessionId));
          else callOwnNext(place.sessionId);
        }
        return place.arrived.promise;
      },
      isWaiting: () => place.arrived !== undefined && !place.running && place.behind,
      leave: () => leave(place),
    };
  }
}
