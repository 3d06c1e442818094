import { createHash } from "node:crypto";

/** A program that Redis runs without anybody in between. */
export interface Script {
  readonly text: string;
  /** The name under which Redis knows a text it has seen. */
  readonly sha1: string;
}

/** Lua that several scripts begin with: the server's time in microseconds, and numbers written out whole. */
const prelude = `
local function microseconds(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local function whole(number) return string.format('%.0f', number) end
`;

/** Makes a script of Lua text. */
export function defineScript(lua: string): Script {
  const text = prelude + lua;
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}
