import { delimiter } from "node:path";
import { findProgram } from "./find-program.ts";

/** A reverse proxy that the examples for deploying configure. */
export type ProxyProgram = "nginx" | "caddy";

/** Where this proxy is installed; `undefined`: it is not. */
export function findProxy(program: ProxyProgram): string | undefined {
  // Debian keeps nginx in a folder that only root's path has.
  const path = [process.env["PATH"], "/usr/sbin"].join(delimiter);
  return findProgram([program], { ...process.env, PATH: path });
}
