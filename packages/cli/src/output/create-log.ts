import { pino } from "pino";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.ts";
import { serializeError } from "./serialize-error.ts";

/**
 * The log: lines for people on a terminal, JSON elsewhere. Both go to standard error, since standard output belongs to
 * the command.
 */
export async function createLog(level: Settings["logLevel"]): Promise<Logger> {
  const stream = process.stderr.isTTY
    ? (await import("pino-pretty")).default({
        sync: true,
        destination: 2,
        ignore: "pid,hostname",
        translateTime: "SYS:HH:MM:ss",
      })
    : createLineStream();
  const serializers = { err: (error: unknown) => serializeError(error) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, stream);
}

/**
 * A log that cannot be written, for example because its disk is full, must not end the process: chats continue. Up to
 * `maxLength` characters wait for space; the rest is lost.
 */
function createLineStream() {
  const stream = pino.destination({ fd: 2, sync: true, maxLength: 1_000_000 });
  stream.on("error", () => undefined);
  return stream;
}
