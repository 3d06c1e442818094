import { statSync } from "node:fs";

/** The size of a built file as sent: compressed with brotli at build time. @throws if it is not built */
export function sentBytes(path: string): number {
  return statSync(`${path}.br`).size;
}
