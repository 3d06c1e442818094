import { expect, test } from "vitest";
import { ApiProblem } from "../src/api/api-problem.ts";
import { gatherChosen, gatherDropped } from "../src/agents/knowledge/gather-files.ts";
import { createUploadQueue, type UploadParts } from "../src/agents/knowledge/upload-queue.ts";

const fileOf = (path: string, content = "text", type = "text/markdown") => ({
  path,
  file: new File([content], path.split("/").at(-1) ?? path, { type }),
});
const refused = (code: string, status: number, retryAfter?: number) =>
  new ApiProblem(`It is refused: ${code}.`, { code, status, retryAfter });

/** A queue whose uploads end as they are told to: by path, one end after the other. */
function openQueue(ends: Readonly<Record<string, readonly (ApiProblem | undefined)[]>> = {}) {
  const pauses: number[] = [];
  const sent: string[] = [];
  const most = { now: 0, ever: 0 };
  const parts: UploadParts = {
    async upload({ path, file }, { onSent }) {
      most.ever = Math.max(most.ever, (most.now += 1));
      const tries = sent.filter((each) => each === path).length;
      sent.push(path);
      onSent(file.size);
      await Promise.resolve();
      most.now -= 1;
      const problem = ends[path]?.[tries];
      if (problem) throw problem;
      return "added";
    },
    async wait(ms) {
      // Drawing waits a tenth of a second; only what the service asks for is of interest.
      if (ms >= 1_000) pauses.push(ms);
    },
  };
  const queue = createUploadQueue(parts);
  const statesOf = () =>
    Object.fromEntries(queue.progress.value.uploads.map(({ path, state }) => [path, state]));
  const done = () => expect.poll(() => queue.progress.value.isRunning).toBe(false);
  return { queue, pauses, sent, most, statesOf, done };
}

test("uploads three at a time, and one that is refused holds up none", async () => {
  const { queue, most, statesOf, sent, done } = openQueue({
    "c.xlsx": [refused("unsupported_document", 415)],
  });
  const files = ["a.md", "b.md", "c.xlsx", "d.md", "e.md"].map((path) => fileOf(path));
  queue.add({ files, isCut: false });
  await done();
  expect(statesOf()).toEqual({
    "a.md": "added",
    "b.md": "added",
    "c.xlsx": "refused",
    "d.md": "added",
    "e.md": "added",
  });
  expect(most.ever).toBe(3);
  expect(sent).toHaveLength(5);
  expect(queue.progress.value.arrived).toBe(4);
});

test("what cannot be a document is refused before anything is sent", async () => {
  const { queue, sent, done } = openQueue();
  const large = fileOf("large.pdf");
  Object.defineProperty(large.file, "size", { value: 20 * 1024 * 1024 + 1 });
  const files = [
    fileOf("empty.md", ""),
    large,
    fileOf("team.jpg", "x", "image/jpeg"),
    { path: "gone.md", file: undefined },
  ];
  queue.add({ files, isCut: false });
  await done();
  expect(queue.progress.value.uploads.map(({ refusal }) => refusal)).toEqual([
    "empty_document",
    "document_too_large",
    "media",
    "unopened",
  ]);
  expect(sent).toEqual([]);
});

test("a service that asks for a pause gets it, and then the document", async () => {
  const { queue, pauses, statesOf, done } = openQueue({ "a.md": [refused("too_many_requests", 429, 20)] });
  queue.add({ files: [fileOf("a.md")], isCut: false });
  await done();
  expect(statesOf()).toEqual({ "a.md": "added" });
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThanOrEqual(20_000);
});

test("where the agent is full nothing more is sent, and all of it can be tried again", async () => {
  const full = refused("documents_full", 409);
  const files = ["a.md", "b.md", "c.md", "d.md", "e.md"].map((path) => fileOf(path));
  const { queue, sent, statesOf, done } = openQueue(
    Object.fromEntries(files.map(({ path }) => [path, [full]])),
  );
  queue.add({ files, isCut: false });
  await done();
  expect(sent).toHaveLength(3);
  expect(Object.values(statesOf())).toEqual(Array(5).fill("refused"));
  queue.retry();
  await done();
  // The two that were never sent meet the end of their first try now.
  expect(Object.values(statesOf()).filter((state) => state === "added")).toHaveLength(3);
});

test("a dropped folder is read with all that is in it, except for what systems put there", async () => {
  const file = (fullPath: string) => ({
    isDirectory: false,
    fullPath,
    name: fullPath.split("/").at(-1) ?? "",
    file: (found: (file: File) => void) => found(new File(["text"], fullPath)),
  });
  const folder = (fullPath: string, ...batches: readonly (readonly object[])[]) => ({
    isDirectory: true,
    fullPath,
    name: fullPath.split("/").at(-1) ?? "",
    createReader() {
      const left = [...batches];
      return { readEntries: (found: (entries: readonly object[]) => void) => found(left.shift() ?? []) };
    },
  });
  const docs = folder(
    "/docs",
    [file("/docs/b.md"), folder("/docs/deep", [file("/docs/deep/c 100%.md")])],
    [file("/docs/a.md"), file("/docs/.DS_Store"), folder("/docs/.git", [file("/docs/.git/config.md")])],
  );
  const items = [docs, file("/single.pdf")].map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry }));
  const { files } = await gatherDropped({ items, files: [] });
  expect(files.map(({ path }) => path)).toEqual([
    "docs/a.md",
    "docs/b.md",
    "docs/deep/c 100%.md",
    "single.pdf",
  ]);
});

test("of more files than an agent can have, it says that they were not all taken", () => {
  const { files, isCut } = gatherChosen(
    Array.from({ length: 5_001 }, (_, at) => new File(["x"], `${at}.md`)),
  );
  expect(files).toHaveLength(5_000);
  expect(isCut).toBe(true);
});
