/** The part of a logger the agent needs; pino fits. Details first, then a sentence. Causes go only to it. */
export interface Log {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** The same log, with `ids` added to every line. */
export function logWith(log: Log, ids: Readonly<Record<string, string>>): Log {
  return {
    warn: (detail, message) => log.warn({ ...ids, ...detail }, message),
    error: (detail, message) => log.error({ ...ids, ...detail }, message),
  };
}
