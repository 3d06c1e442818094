import { defineScript } from "./script.ts";

/*
 * The slots of a key: a sorted set of their names, scored by the end of their lease in milliseconds. A slot with an
 * expired lease disappeared with its node. KEYS of each script: the set.
 */

/**
 * Takes a slot. ARGV: its name; length of a lease in milliseconds; maximum number of slots. Returns 1 if it was taken.
 */
export const takeSlot = defineScript(`
local now = microseconds('') / 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. whole(now))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], whole(now + tonumber(ARGV[2])), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);

/** Renews leases, and adds slots again that Redis has lost. ARGV: length of a lease in milliseconds; the names. */
export const holdSlots = defineScript(`
local ends = whole(microseconds('') / 1000 + tonumber(ARGV[1]))
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], ends, ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`);

/** Frees a slot. ARGV: its name. */
export const leaveSlot = defineScript(`
return redis.call('ZREM', KEYS[1], ARGV[1])
`);
