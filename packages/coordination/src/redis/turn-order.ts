import type { TurnSlot, TurnOrder } from "../coordination.ts";
import { callNext, letRun, placesPerSession } from "../memory/turn-order.ts";
import type { Standing } from "../memory/turn-order.ts";
import { RedisLost } from "./link.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { defineScript } from "./script.ts";

/** A slot that this node holds. */
interface Held extends Standing {
  readonly name: string;
  readonly sessionId: string;
  /** What `isWaiting` returns until Redis has queued it: whether others were there before. */
  behind: boolean;
}

/** Redis's response to a step. */
interface Step {
  readonly granted: boolean;
  readonly others: number;
  readonly running: boolean;
  readonly called: string;
}

interface Dependencies extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Turn order over several nodes: a queue is stored in Redis, one script is a step in it, and the next in turn is
 * notified over a channel. A slot has a lease, which its node renews; it disappears with the node. While Redis is lost,
 * a node keeps order among its own slots, and adds them to the queue again afterwards.
 */
export function createRedisTurnOrder(dependencies: Dependencies): TurnOrder & {
  /** Frees all slots. */
  leaveAll(): Promise<void>;
} {
  const { link, prefix, nodeId, leaseMs, renewMs } = dependencies;
  const channel = `${prefix}:turns`;
  const held = new Map<string, Held>();
  /** Slots freed while Redis was away, which it may still have. */
  const givenUp = new Map<string, Held>();
  let slots = 0;

  async function take(step: "reserve" | "hold" | "leave", slot: Held): Promise<Step> {
    const { name, turn, running, sessionId } = slot;
    const key = `${prefix}:{line:${sessionId}}`;
    const args = [step, name, turn ?? "", running ? 1 : 0, leaseMs, placesPerSession, channel];
    const answer = await link.run(holdTurnSlot, [key], args);
    const [granted, others, runs, called] = answer as [number, number, number, string];
    return { granted: granted === 1, others, running: runs === 1, called };
  }

  async function reserveShared(slot: Held): Promise<Pick<Step, "granted" | "others">> {
    if (!link.up) throw new RedisLost();
    return take("reserve", slot);
  }

  function reserveAlone({ sessionId }: Held): Pick<Step, "granted" | "others"> {
    const others = own(sessionId).length;
    return { granted: others < placesPerSession, others };
  }

  function call(name: string): void {
    const slot = held.get(name);
    if (slot && !slot.running) letRun(slot);
  }

  /** Renews a slot's lease and reads its state. Left to the next renewal if Redis is lost. */
  async function hold(slot: Held): Promise<void> {
    const { running, called } = await take("hold", slot);
    slot.behind = !running;
    if (running) call(slot.name);
    call(called);
  }

  function leave(slot: Held): void {
    if (!held.delete(slot.name)) return;
    const wasTold = link.up ? take("leave", slot).then(({ called }) => call(called)) : Promise.reject();
    wasTold.catch(() => {
      givenUp.set(slot.name, slot);
      setTimeout(() => givenUp.delete(slot.name), leaseMs).unref();
    });
    if (!link.up) callOwnNext(slot.sessionId);
  }

  function own(sessionId: string): Held[] {
    return [...held.values()].filter((slot) => slot.sessionId === sessionId);
  }

  function callOwnNext(sessionId: string): void {
    callNext(own(sessionId));
  }

  async function holdAll(): Promise<void> {
    const departed = [...givenUp.values()];
    givenUp.clear();
    await Promise.all([
      ...departed.map((slot) => take("leave", slot)),
      ...[...held.values()].map((slot) => hold(slot)),
    ]);
  }

  link.hear(channel, call);
  link.onConnect(holdAll);
  link.onLost(() => {
    for (const sessionId of new Set([...held.values()].map((slot) => slot.sessionId))) callOwnNext(sessionId);
  });
  const timer = setInterval(() => link.up && void holdAll().catch(() => undefined), renewMs).unref();

  return {
    async reserve(sessionId) {
      const slot: Held = {
        name: `${nodeId}:${++slots}`,
        sessionId,
        running: false,
        behind: false,
      };
      const { granted, others } = await reserveShared(slot).catch(() => reserveAlone(slot));
      if (!granted) return undefined;
      slot.behind = others > 0;
      held.set(slot.name, slot);
      return slotOf(slot);
    },
    async leaveAll() {
      clearInterval(timer);
      const all = [...held.values()];
      held.clear();
      if (link.up) await Promise.all(all.map((slot) => take("leave", slot))).catch(() => undefined);
    },
  };

  function slotOf(slot: Held): TurnSlot {
    return {
      lineUp(turn) {
        slot.turn ??= turn;
        slot.arrived ??= Promise.withResolvers<void>();
        if (held.has(slot.name)) {
          if (link.up) hold(slot).catch(() => callOwnNext(slot.sessionId));
          else callOwnNext(slot.sessionId);
        }
        return slot.arrived.promise;
      },
      isWaiting: () => slot.arrived !== undefined && !slot.running && slot.behind,
      leave: () => leave(slot),
    };
  }
}

/**
 * One step in a session's queue. KEYS: the queue, a hash from a slot's name to "lease end|turn|running". ARGV: the step
 * (`reserve`, `hold` or `leave`); the slot's name; its turn, or ""; 1 if it is already running; length of a lease in
 * milliseconds; maximum number of slots; the channel on which nodes learn whose turn has come.
 *
 * Slots with an expired lease disappeared with their node. `hold` renews the lease, sets the turn once it is known, and
 * adds a slot again that Redis has lost. After each step the lowest turn runs, once no reply is running and all turns are
 * known. Returns: 1 if there is a slot, the number of others, 1 if this slot is running, the name of the slot that was
 * just called or "".
 */
export const holdTurnSlot = defineScript(`
local now = microseconds('') / 1000
local step, name = ARGV[1], ARGV[2]
local places, others = {}, 0
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  local ends, turn, running = string.match(fields[at + 1], '^(%d+)|(%d*)|(%d)$')
  if fields[at] ~= name and tonumber(ends) < now then
    redis.call('HDEL', KEYS[1], fields[at])
  else
    places[fields[at]] = { ends = ends, turn = turn, running = running }
    if fields[at] ~= name then others = others + 1 end
  end
end

if step == 'reserve' and others >= tonumber(ARGV[6]) then return {0, others, 0, ''} end
if step == 'leave' then
  redis.call('HDEL', KEYS[1], name)
  places[name] = nil
else
  local before = places[name]
  local running = (ARGV[4] == '1' or (before and before.running == '1')) and '1' or '0'
  places[name] = { ends = whole(now + tonumber(ARGV[5])), turn = ARGV[3], running = running }
end

local called, free = nil, true
for candidate, place in pairs(places) do
  if place.running == '1' or place.turn == '' then free = false
  elseif not called or tonumber(place.turn) < tonumber(places[called].turn) then called = candidate end
end
if not free then called = nil end
if called then
  places[called].running = '1'
  if called ~= name then redis.call('PUBLISH', ARGV[7], called) end
end
for changed in pairs({ [name] = true, [called or name] = true }) do
  local place = places[changed]
  if place then
    redis.call('HSET', KEYS[1], changed, place.ends .. '|' .. place.turn .. '|' .. place.running)
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return {1, others, places[name] and tonumber(places[name].running) or 0, called or ''}
`);
