import { defineScript } from "./script.ts";

/**
 * One step in a session's queue. KEYS: the queue, a hash from a slot's name to "lease end|turn|running". ARGV: the step
 * (`reserve`, `hold` or `leave`); the slot's name; its turn, or ""; 1 if it is already running; length of a lease in
 * milliseconds; maximum number of slots; the channel on which nodes learn whose turn has come.
 *
 * Slots with an expired lease disappeared with their node. `hold` renews the lease, sets the turn once it is known, and
 * adds a slot again that Redis has lost. After each step the lowest turn runs, once nobody is running and all turns are
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
