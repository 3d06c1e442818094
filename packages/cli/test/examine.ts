import { expect } from "vitest";
import type { Operator } from "./run-program.ts";

/** An address where nothing answers. */
export const nowhere = { PORT: "9", SERVICECHAT_PUBLIC_URL: "http://127.0.0.1:9" };

/** The doctor's output. */
export interface Examined {
  readonly code: number | null;
  readonly err: string;
  /** The findings about one thing, as "status: detail". */
  readonly about: (check: string) => string;
}

/** Runs the doctor on an installation, none of whose addresses answer unless the environment names others. */
export async function examine(
  operator: Operator,
  environment: Record<string, string>,
  ...given: string[]
): Promise<Examined> {
  const { code, out, err } = await operator.runWith(
    { ...nowhere, ...environment },
    "doctor",
    "--json",
    ...given,
  );
  const { findings } = JSON.parse(out) as {
    findings: { check: string; status: string; detail: string; advice?: string }[];
  };
  for (const { status, advice } of findings) expect(advice === undefined).toBe(status === "ok");
  return {
    code,
    err,
    about: (check) =>
      findings
        .filter((finding) => finding.check === check)
        .map(({ status, detail }) => `${status}: ${detail}`)
        .join("\n"),
  };
}
