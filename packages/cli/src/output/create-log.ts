import { pino } from "pino";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.ts";
import { serializeError } from "./serialize-error.ts";

/** The log: lines for people on a terminal, JSON elsewhere. Both go to standard error; standard output is the command's own. */
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
 * A log that cannot be written, since its disk is full, is no reason to end: chats go on. As many characters wait for
 * space as `maxLength` says; what is over that is lost.
 */
function createLineStream() {
  const stream = pino.destination({ fd: 2, sync: true, maxLength: 1_000_000 });
  stream.on("error", () => undefined);
  return stream;
}
