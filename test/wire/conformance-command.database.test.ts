import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { ConformanceReport } from "@servicechat/conformance";
import { shop, startService } from "../support/start-service.ts";
import { startWrongServer } from "../support/wrong-server.ts";

describe("servicechat conformance", () => {
  const program = fileURLToPath(new URL("../../packages/cli/bin/servicechat.mjs", import.meta.url));

  async function run(...given: string[]) {
    const child = promisify(execFile)(process.execPath, [program, "conformance", ...given], {
      cwd: import.meta.dirname,
    });
    return child.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  }

  test("prints a report for people or for scripts, and exits with 0 if nothing failed", async () => {
    await using service = await startService();
    const given = [service.baseUrl, "--key", service.key, "--origin", shop, "--only", "specification"];

    const forPeople = await run(...given);
    expect(forPeople.stderr).toBe("");
    expect(forPeople.code).toBe(0);
    expect(forPeople.stdout).toContain("Specification: GET /chat-bot/config\n  pass  ");
    expect(forPeople.stdout).toMatch(/\d+ passed, 0 failed, \d skipped, with \d+ requests to /);
    expect(forPeople.stdout).toContain("because  give --small-key");
    expect(forPeople.stdout).not.toContain("The wire: ");

    const { code, stdout } = await run(...given, "--json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as ConformanceReport;
    expect(report.url).toBe(`${service.baseUrl}/`);
    expect(report.findings.every(({ source }) => source === "specification")).toBe(true);
  });

  test("explains failed checks with a key that any origin may use", async () => {
    await using service = await startService({ allowed: ["*"] });
    const given = [service.baseUrl, "--key", service.key, "--origin", shop, "--only", "specification"];
    const { code, stdout } = await run(...given);
    expect(code).toBe(1);
    expect(stdout).toContain("[refusal/foreign-origin]");
    expect(stdout).toMatch(
      /\nThe key was accepted from \S+\. If its list is '\*', that is why .* failed: use a key/,
    );
  });

  test("exits with 1 if something failed, with what was expected and what came", async () => {
    await using wrong = await startWrongServer(200, "{}");
    const { code, stdout, stderr } = await run(
      wrong.baseUrl,
      "--key",
      "ak_a_b",
      "--origin",
      shop,
      "--only",
      "specification",
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL {2}.*\[config\/cache\]\n {8}expected Cache-Control: .*\n {8}found {4}\S/);
    expect(stderr).toMatch(/^\d+ of \d+ checks failed\.\n$/);
  });

  test.each([
    ["an address that is none", ["nowhere", "--key", "ak_a_b", "--origin", shop], "http or https address"],
    [
      "an origin that is none",
      ["http://127.0.0.1:9", "--key", "ak_a_b", "--origin", `${shop}/`],
      "as browsers send it",
    ],
    ["no key", ["http://127.0.0.1:9", "--origin", shop], "required option '--key <key>'"],
  ])("exits with 2 for %s", async (_, given, sentence) => {
    const { code, stdout, stderr } = await run(...given);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(sentence);
  });

  test("exits with 1 if the service cannot be reached, or does not accept the key from this origin", async () => {
    await using service = await startService();
    const origin = "https://elsewhere.example";
    const nobody = await run("http://127.0.0.1:9", "--key", "ak_a_b", "--origin", shop);
    const refused = await run(service.baseUrl, "--key", service.key, "--origin", origin);
    expect(nobody).toMatchObject({ code: 1, stdout: "" });
    expect(nobody.stderr).toContain("cannot be reached");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("is not allowed from this origin (403)");
  });
});
