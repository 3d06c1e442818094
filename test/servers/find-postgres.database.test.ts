import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPostgres } from "./find-postgres.ts";

async function makeFolders() {
  const root = await mkdtemp(join(tmpdir(), "servicechat-versions-"));
  const folder = async (...path: string[]) => {
    await mkdir(join(root, ...path), { recursive: true });
    return join(root, ...path);
  };
  return {
    versions: await folder("versions"),
    path: await folder("path"),
    folder,
    async install(version: number, ...path: string[]) {
      const programs = await folder(...path);
      const says = `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}.3 (Debian ${version}.3-0)'\n`;
      for (const name of ["initdb", "postgres"]) await writeFile(join(programs, name), says, { mode: 0o755 });
      return programs;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

test("the newest PostgreSQL is found, and version 9 is not newer than 15", async () => {
  await using folders = await makeFolders();
  for (const version of [9, 15, 17, 16]) await folders.install(version, "versions", `${version}`, "bin");

  expect(findPostgres(folders)).toBe(join(folders.versions, "17", "bin"));
});

test("one that is too old for the service is ignored", async () => {
  await using folders = await makeFolders();
  await folders.install(14, "versions", "14", "bin");

  expect(findPostgres(folders)).toBeUndefined();
});

test("a folder without the server is ignored", async () => {
  await using folders = await makeFolders();
  const programs = await folders.install(15, "versions", "15", "bin");
  await rm(join(programs, "postgres"));

  expect(findPostgres(folders)).toBeUndefined();
});

test("one on the path is found, even through a link, in its real folder", async () => {
  await using folders = await makeFolders();
  const programs = await folders.install(16, "elsewhere");
  await symlink(join(programs, "initdb"), join(folders.path, "initdb"));

  expect(findPostgres(folders)).toBe(programs);
});

test("if nothing is installed, nothing is found", async () => {
  await using folders = await makeFolders();

  expect(findPostgres({ ...folders, versions: join(folders.path, "nowhere") })).toBeUndefined();
});
