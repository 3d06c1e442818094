import { setTimeout as sleep } from "node:timers/promises";
import type { Check, Progress } from "@servicechat/conformance";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { subcommand, webOrigin } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";

interface ConformanceOptions extends JsonOption {
  readonly key: string;
  readonly origin: string;
  readonly secondKey?: string;
  readonly smallKey?: string;
  readonly longMessage?: string;
  readonly only?: Check["source"];
}

/** `servicechat conformance`: checks any service that claims to implement the interface, this one or another. */
export function addConformanceCommand(program: Command, context: CommandContext): void {
  const { output } = context;
  const command = subcommand(
    program,
    "conformance",
    "check from outside whether a service conforms to the wire protocol",
  )
    .argument("<url>", "the base address of the service", baseUrl)
    .requiredOption(
      "--key <key>",
      "an agent key that nobody else uses, ideally with a limit of several hundred",
    )
    .requiredOption(
      "--origin <origin>",
      "an origin that may use the key, such as https://shop.example",
      webOrigin,
    )
    .option("--second-key <key>", "a key of another agent that the same origin may use")
    .option("--small-key <key>", "a key with a limit of at most 60, which the checks will use up")
    .option("--long-message <text>", "something that takes the agent several seconds to answer")
    .addOption(
      new Option(
        "--only <source>",
        "rules of the original specification, or those that docs/wire.md adds",
      ).choices(["specification", "wire"]),
    );

  command.action(async (url: URL, { json, only, ...given }: ConformanceOptions) => {
    // Other commands should not wait for the checks to load, and the service does not need them.
    const { CannotCheck, countResults, runConformance, writeReport } =
      await import("@servicechat/conformance");
    const { progress } = output;
    const report = await runConformance({
      ...given,
      baseUrl: url,
      clock: { wallMs: () => context.now(), monotonicMs: () => performance.now(), sleep: (ms) => sleep(ms) },
      choose: ({ source }) => only === undefined || source === only,
      onProgress: (reached) => progress.show(progressText(reached)),
    }).catch((error: unknown) => {
      progress.clear();
      if (error instanceof CannotCheck) throw new CommandError(error.message, { cause: error });
      throw error;
    });
    progress.clear();
    if (json) output.json(report);
    else for (const line of writeReport(report)) output.line(line);
    const { failed } = countResults(report);
    if (failed > 0) throw new CommandError(`${failed} of ${report.findings.length} checks failed.`);
  });
}

/** @throws InvalidArgumentError: exit code 2 */
function baseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return url;
  throw new InvalidArgumentError("It must be an http or https address, such as https://chat.example.com.");
}

function progressText({ number, of, check, waitMs }: Progress): string {
  const waiting = waitMs === undefined ? "" : `, waiting ${Math.ceil(waitMs / 1000)} s for the key's limit`;
  return `[${number}/${of}] ${check}${waiting}`;
}
