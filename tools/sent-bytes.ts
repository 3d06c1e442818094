import { statSync } from "node:fs";

/** Bytes in which a built file is sent: in brotli, as it was encoded when it was built. @throws when it is not built */
export function sentBytes(path: string): number {
  return statSync(`${path}.br`).size;
}
