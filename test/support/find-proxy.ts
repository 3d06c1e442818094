import { delimiter } from "node:path";
import { findProgram } from "./find-program.ts";

/** A reverse proxy that the deployment examples configure. */
export type ProxyProgram = "nginx" | "caddy";

/** Where this proxy is installed; `undefined` if it is not. */
export function findProxy(program: ProxyProgram): string | undefined {
  // Debian installs nginx in a folder that is only on root's path.
  const path = [process.env["PATH"], "/usr/sbin"].join(delimiter);
  return findProgram([program], { ...process.env, PATH: path });
}
