import { pino } from "pino";
import type { Logger } from "pino";
import type { Settings } from "./settings.ts";

/** The log: lines for people on a terminal, JSON elsewhere. Both go to standard error; standard output is the command's own. */
export async function createLog(level: Settings["logLevel"]): Promise<Logger> {
  const stream = process.stderr.isTTY
    ? (await import("pino-pretty")).default({
        sync: true,
        destination: 2,
        ignore: "pid,hostname",
        translateTime: "SYS:HH:MM:ss",
      })
    : pino.destination({ fd: 2, sync: true });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
