import { chmod, unlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";

/** No file is closed to root. */
async function asStranger<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("a file, or its folder, that cannot be opened for now is named, and what was read of it before stays", async () => {
  await using open = await openKnowledge();
  await open.write({ "docs/a.md": "Apples", "docs/sub/b.md": "Bananas", "docs/sub/c.md": "Cherries" });
  const agent = open.agent([{ files: "./docs/**/*" }]);
  await open.knowledge.sync(agent);
  await open.write({ "docs/a.md": "Apricots" });
  await unlink(join(open.folder, "docs/sub/c.md"));
  await chmod(open.folder, 0o755);
  await chmod(join(open.folder, "docs/a.md"), 0);
  await chmod(join(open.folder, "docs/sub"), 0);
  const report = await asStranger(() => open.knowledge.sync(agent));

  expect(report).toMatchObject({ read: 0, removed: 0 });
  const reason = "It cannot be opened (EACCES). What was read from it before is kept.";
  const named = ["docs/a.md", "docs/sub/b.md", "docs/sub/c.md"].map((location) => ({ location, reason }));
  expect(report.faults).toEqual(named);
  expect(await open.knowledge.search("shop", "apples bananas", 5)).toHaveLength(2);

  await chmod(join(open.folder, "docs/a.md"), 0o600);
  await chmod(join(open.folder, "docs/sub"), 0o700);
  expect(await open.knowledge.sync(agent)).toMatchObject({ read: 1, unchanged: 1, removed: 1, faults: [] });
});

test("a source whose folder cannot be opened is said to be closed, not to match nothing", async () => {
  await using open = await openKnowledge();
  await open.write({ "docs/a.md": "Apples" });
  const agent = open.agent([{ files: "./docs/*.md" }]);
  await chmod(open.folder, 0o755);
  await chmod(join(open.folder, "docs"), 0);
  const atFirst = await asStranger(() => open.knowledge.sync(agent));
  const closed = "It cannot be opened (EACCES).";
  expect(atFirst.faults).toEqual([{ location: "./docs/*.md", reason: closed }]);

  await chmod(join(open.folder, "docs"), 0o755);
  await open.knowledge.sync(agent);
  await chmod(join(open.folder, "docs"), 0);
  const later = await asStranger(() => open.knowledge.sync(agent));
  await chmod(join(open.folder, "docs"), 0o755);
  expect(later).toMatchObject({ removed: 0 });
  expect(later.faults).toEqual([
    { location: "./docs/*.md", reason: closed },
    { location: "docs/a.md", reason: `${closed} What was read from it before is kept.` },
  ]);
});

test("a file that cannot be opened is forgotten all the same when its source is no longer the agent's", async () => {
  await using open = await openKnowledge();
  await open.write({ "docs/a.md": "Apples", "docs/sub/b.md": "Bananas" });
  await open.knowledge.sync(open.agent([{ files: "./docs/**/*" }]));
  await chmod(open.folder, 0o755);
  await chmod(join(open.folder, "docs/sub"), 0);
  const report = await asStranger(() => open.knowledge.sync(open.agent([{ files: "docs/*.md" }])));
  await chmod(join(open.folder, "docs/sub"), 0o700);
  expect(report).toMatchObject({ unchanged: 1, removed: 1, faults: [] });
});

test("a document whose file can no longer be read answers no more", async () => {
  await using open = await openKnowledge();
  await open.write({ "docs/a.md": "Apples" });
  await open.knowledge.sync(open.agent([{ files: "./docs/**/*" }]));
  await open.write({ "docs/a.md": "" });
  expect(await open.knowledge.sync(open.agent([{ files: "./docs/**/*" }]))).toMatchObject({ removed: 1 });
  expect(await open.knowledge.search("shop", "apples", 1)).toEqual([]);
});
