/** The part of a logger the agent needs; pino fits. Details first, then a sentence. It alone hears causes. */
export interface Log {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}
