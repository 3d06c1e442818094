import { run } from "./run.ts";
import { openStandardOutput } from "./output/standard-output.ts";
import { hideExperimentalWarnings } from "./process/hide-experimental-warnings.ts";

hideExperimentalWarnings();

const code = await run(process.argv.slice(2), {
  out: openStandardOutput(),
  notes: process.stderr,
  variables: process.env,
  folder: process.cwd(),
});
// A result that could not be written remains a failure.
if (code !== 0) process.exitCode = code;
