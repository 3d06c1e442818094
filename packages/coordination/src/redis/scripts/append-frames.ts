import { defineScript } from "./script.ts";

/**
 * Adds frames to the streams of replies. Frame `n` has the id `n-0`, so none can be there twice or out of order; `n-1`
 * after the last one closes the stream.
 *
 * KEYS: the streams. ARGV: the maximum number of frames kept in each; then for each stream the number of its first new
 * frame; "open", "close" (closes after them) or "abandon" (closes, and does nothing unless the first new frame is
 * exactly the next one); time to live in milliseconds; the number of new frames; type and text of each. Returns for
 * each stream the number of the newest frame there, from which the writer continues (lower than expected if Redis lost
 * frames), or -1 if somebody else has closed the stream.
 */
export const appendFrames = defineScript(`
local at = 2

local function append(key)
  local first, mode, life, count = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local frames = at + 4
  at = frames + 2 * count

  local top = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
  local last = 0
  if top then
    local seq, mark = string.match(top[1], '^(%d+)%-(%d+)$')
    if mark == '1' then return -1 end
    last = tonumber(seq)
  end
  if first > last + 1 or (mode == 'abandon' and first ~= last + 1) then return last end
  for given = 0, count - 1 do
    local seq = first + given
    if seq > last then
      local type, text = ARGV[frames + 2 * given], ARGV[frames + 2 * given + 1]
      redis.call('XADD', key, 'MAXLEN', '~', ARGV[1], seq .. '-0', 't', type, 'd', text)
      last = seq
    end
  end
  if mode ~= 'open' then redis.call('XADD', key, last .. '-1', 'closed', '1') end
  redis.call('PEXPIRE', key, life)
  return last
end

local reached = {}
for number, key in ipairs(KEYS) do reached[number] = append(key) end
return reached
`);
