import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/*
 * npm run fuzz -- --seed N --seconds S: `npm test` uses its own seed and a few runs; this uses another seed and runs
 * for S seconds for each kind of input.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
if (![values.seed, values.seconds].every((value) => /^\d{1,9}$/.test(value))) {
  process.stderr.write(
    "--seed and --seconds are whole numbers, such as: npm run fuzz -- --seed 7 --seconds 60\n",
  );
  process.exit(1);
}
process.stdout.write(`seed ${values.seed}, ${values.seconds} seconds for each kind of input\n`);
const environment = { ...process.env, FUZZ_SEED: values.seed, FUZZ_SECONDS: values.seconds };
const { status } = spawnSync("vitest", ["run", "test/fuzz"], {
  stdio: "inherit",
  env: environment,
});
process.exitCode = status ?? 1;
