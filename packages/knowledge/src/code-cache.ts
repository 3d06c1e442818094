/**
 * The environment of a process that needs nothing of ours: only where Node keeps compiled code, without which each one
 * would compile its libraries again. Secrets stay here.
 */
export function codeCache(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
