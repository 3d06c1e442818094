import { setTimeout as sleep } from "node:timers/promises";
import type { Check, Progress } from "@servicechat/conformance";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { subcommand, webOrigin } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { CommandError } from "../input/command-error.ts";

interface Given extends JsonOption {
  readonly key: string;
  readonly origin: string;
  readonly secondKey?: string;
  readonly smallKey?: string;
  readonly longMessage?: string;
  readonly only?: Check["source"];
}

/** `servicechat conformance`: checks any service that claims to speak the interface, this one or another. */
export function addConformanceCommand(program: Command, parts: CommandParts): void {
  const { output } = parts;
  const command = subcommand(
    program,
    "conformance",
    "check from outside whether a service conforms to the interface",
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

  command.action(async (url: URL, { json, only, ...given }: Given) => {
    // No other command waits for the checks, and the service does without them.
    const { CannotCheck, countResults, runConformance, writeReport } =
      await import("@servicechat/conformance");
    const { progress } = output;
    const report = await runConformance({
      ...given,
      baseUrl: url,
      clock: { wallMs: () => parts.now(), monotonicMs: () => performance.now(), sleep: (ms) => sleep(ms) },
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

/** @throws InvalidArgumentError: called wrongly */
function baseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return url;
  throw new InvalidArgumentError("It must be an http or https address, such as https://chat.example.com.");
}

function progressText({ number, of, check, waitMs }: Progress): string {
  const waiting = waitMs === undefined ? "" : `, waiting ${Math.ceil(waitMs / 1000)} s for the key's limit`;
  return `[${number}/${of}] ${check}${waiting}`;
}
