import { defineScript } from "./script.ts";

/**
 * A key's window: a sorted set of the accepted requests, scored by the server's time in microseconds. The first two
 * ARGV of each script: time, or "" for the server's; the window's length in microseconds.
 *
 * A server clock that was set back, or that of another server that is slow, allows no extra requests and blocks no key
 * for longer than the window: no time counts as passed, so all times move back by the difference.
 */
const openWindow = `
local window = tonumber(ARGV[2])
local now = microseconds(ARGV[1])
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
if newest and tonumber(newest) > now then
  local ahead = tonumber(newest) - now
  local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for at = 1, #entries, 2 do
    redis.call('ZADD', KEYS[1], whole(tonumber(entries[at + 1]) - ahead), entries[at])
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(now - window))
`;

/**
 * Counts a request, or only reads. KEYS: the window. ARGV from the third: limit; the request's name, or "" to read;
 * channel and text that announce an accepted one to all nodes. Returns: accepted, how many are in the window,
 * microseconds until the deciding one leaves it.
 */
export const countRequest = defineScript(`${openWindow}
local limit = tonumber(ARGV[3])
local size = redis.call('ZCARD', KEYS[1])
local accepted = size < limit
local mustLeave = accepted and 0 or size - limit
if accepted and ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[1], whole(now), ARGV[4])
  redis.call('PEXPIRE', KEYS[1], window / 1000)
  redis.call('PUBLISH', ARGV[5], ARGV[6])
  size = size + 1
end
if size == 0 then return {1, 0, '0'} end
local deciding = redis.call('ZRANGE', KEYS[1], mustLeave, mustLeave, 'WITHSCORES')[2]
return {accepted and 1 or 0, size, whole(tonumber(deciding) + window - now)}
`);

/**
 * Adds requests that were accepted while Redis was away. KEYS: the window. ARGV from the third: for each its name and
 * its age in microseconds. Existing ones are not counted again.
 */
export const pushRequests = defineScript(`${openWindow}
for at = 3, #ARGV, 2 do
  local time = now - tonumber(ARGV[at + 1])
  if time > now - window then redis.call('ZADD', KEYS[1], whole(time), ARGV[at]) end
end
redis.call('PEXPIRE', KEYS[1], window / 1000)
return redis.call('ZCARD', KEYS[1])
`);

/** The ages in microseconds of the entries in a window, oldest first. KEYS: the window. */
export const readAges = defineScript(`${openWindow}
local ages = {}
local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for at = 2, #entries, 2 do ages[#ages + 1] = whole(now - tonumber(entries[at])) end
return ages
`);
