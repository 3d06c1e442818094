import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installMissing } from "./install-missing.ts";

/**
 * A machine on which there is only a fake `apt-get` and `sudo`. The former records its calls, and creates a file for
 * each available package.
 */
async function makeMachine({
  aptGet = true,
  sudo,
}: {
  readonly aptGet?: boolean;
  readonly sudo?: "without a password" | "with a password";
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-packages-"));
  const program = (name: string, ...lines: string[]) =>
    writeFile(join(folder, name), ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
  for (const name of ["env", "touch"]) await symlink(`/usr/bin/${name}`, join(folder, name));
  if (aptGet) {
    const log = `echo "$RIGHTS $DEBIAN_FRONTEND $*" >> '${folder}/log'`;
    await program("apt-get", log, `for last; do :; done`, `[ "$last" = lost ] || touch "${folder}/$last"`);
  }
  if (sudo === "without a password") await program("sudo", "shift", 'RIGHTS=sudo exec "$@"');
  if (sudo === "with a password") await program("sudo", "exit 1");
  const said: string[] = [];
  return {
    said,
    asked: () =>
      existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8").trim().split("\n") : [],
    as: (user: "root" | "somebody") => ({
      isRoot: user === "root",
      environment: { PATH: folder, RIGHTS: "own" },
      say: (sentence: string) => void said.push(sentence),
    }),
    program: (packageName: string) => ({
      name: `Program ${packageName}`,
      neededBy: `the tests of ${packageName}`,
      packageName,
      isThere: async () => existsSync(join(folder, packageName)),
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

test("root installs what is missing, one by one, and nothing else", async () => {
  await using machine = await makeMachine();
  await writeFile(join(machine.as("root").environment.PATH, "present"), "");

  await installMissing(["one", "present", "two"].map(machine.program), machine.as("root"));

  expect(machine.asked()).toEqual([
    "own noninteractive --version",
    "own noninteractive update -qq",
    "own noninteractive install -y -qq --no-install-recommends one",
    "own noninteractive install -y -qq --no-install-recommends two",
  ]);
  expect(machine.said).toEqual([
    "Installing Program one for the tests of one (apt-get install one) …",
    "Installing Program two for the tests of two (apt-get install two) …",
  ]);
});

test("if nothing is missing, nothing is called and nothing is printed", async () => {
  await using machine = await makeMachine();
  await writeFile(join(machine.as("root").environment.PATH, "present"), "");

  await installMissing([machine.program("present")], machine.as("root"));

  expect([...machine.asked(), ...machine.said]).toEqual([]);
});

test("another user installs if sudo needs no password", async () => {
  await using machine = await makeMachine({ sudo: "without a password" });

  await installMissing([machine.program("one")], machine.as("somebody"));

  expect(machine.asked().at(-1)).toBe("sudo noninteractive install -y -qq --no-install-recommends one");
  expect(machine.said).toHaveLength(1);
});

test.each([
  { user: "somebody", sudo: "with a password", aptGet: true },
  { user: "somebody", sudo: undefined, aptGet: true },
  { user: "somebody", sudo: "without a password", aptGet: false },
  { user: "root", sudo: undefined, aptGet: false },
] as const)(
  "nothing is installed as $user with sudo $sudo, apt-get there: $aptGet; the skipped tests are listed",
  async ({ user, sudo, aptGet }) => {
    await using machine = await makeMachine({ aptGet, ...(sudo && { sudo }) });

    await installMissing([machine.program("one")], machine.as(user));

    expect(machine.asked()).toEqual([]);
    expect(machine.said).toEqual([
      "Program one is not installed, and only root on a system with apt-get can add it here: " +
        "the tests of one are skipped, and everything else is tested.",
    ]);
  },
);

test("an unavailable one does not prevent the others, and its tests are listed as skipped", async () => {
  await using machine = await makeMachine();

  await installMissing(["lost", "one"].map(machine.program), machine.as("root"));

  expect(await machine.program("one").isThere()).toBe(true);
  expect(machine.said).toContain(
    "apt-get could not install Program lost: the tests of lost are skipped, and everything else is tested.",
  );
});

test("what the system's release has no package for is built in another way, if there is one", async () => {
  await using machine = await makeMachine();
  const lost = machine.program("lost");
  const file = join(machine.as("root").environment.PATH, "lost");

  await installMissing([{ ...lost, otherwise: ["touch", file] }], machine.as("root"));

  expect(machine.said).toEqual(["Installing Program lost for the tests of lost (apt-get install lost) …"]);
});
