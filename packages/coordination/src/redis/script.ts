import { createHash } from "node:crypto";

/** A program that Redis runs atomically. */
export interface Script {
  readonly text: string;
  /** The hash under which Redis caches the script. */
  readonly sha1: string;
}

/** The common beginning of scripts, in Lua: the server's time in microseconds, and numbers written in full. */
const prelude = `
local function microseconds(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local function whole(number) return string.format('%.0f', number) end
`;

/** Creates a script from Lua text. */
export function defineScript(lua: string): Script {
  const text = prelude + lua;
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}
