import { spawnSync } from "node:child_process";

/** The files of the repository that a change touches, and where it is counted from. */
export interface Change {
  /** Relative to the root of the repository, with forward slashes; removed files are among them. */
  readonly files: readonly string[];
  /** In words, as in "since origin/main (1234567)". */
  readonly since: string;
}

/**
 * What has changed: uncommitted files, and commits since `CHANGED_SINCE` if that is set, else those that `origin/main`
 * lacks, else those of the given hours before the last commit. With 0 hours that is the last commit, and only if nothing
 * is uncommitted.
 *
 * @returns `undefined` if Git cannot tell, as in an unpacked archive or a shallow clone: then everything counts as changed
 * @throws if `CHANGED_SINCE` names no commit
 */
export function readChange(root: string, { hours }: { readonly hours: number }): Change | undefined {
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    return status === 0 ? stdout.trim() : undefined;
  };
  const head = git("rev-parse", "HEAD");
  const base = baseOf(git, head, hours);
  const committed = base && git("diff", "--name-only", "--no-renames", base.commit, "HEAD");
  const uncommitted = git("status", "--porcelain", "--no-renames", "--untracked-files=all");
  if (base === undefined || committed === undefined || uncommitted === undefined) return undefined;
  const files = [...lines(committed), ...lines(uncommitted).map((line) => line.slice(2).trim())];
  return { files: [...new Set(files)].toSorted(), since: `${base.name} (${base.commit.slice(0, 8)})` };
}

interface Base {
  readonly commit: string;
  readonly name: string;
}

type Git = (...args: readonly string[]) => string | undefined;

function baseOf(git: Git, head: string | undefined, hours: number): Base | undefined {
  const named = process.env["CHANGED_SINCE"];
  if (named) {
    const commit = git("rev-parse", "--verify", `${named}^{commit}`);
    if (commit === undefined) throw new Error(`CHANGED_SINCE names no commit: ${named}`);
    return { commit, name: `since ${named}` };
  }
  const upstream = git("merge-base", "HEAD", "origin/main");
  if (upstream !== undefined && upstream !== head) return { commit: upstream, name: "since origin/main" };

  if (hours === 0) {
    const isDirty = git("status", "--porcelain", "--untracked-files=normal") !== "";
    const commit = git("rev-parse", isDirty ? "HEAD" : "HEAD~1");
    return commit === undefined
      ? undefined
      : { commit, name: isDirty ? "since the last commit" : "in the last commit" };
  }
  const committedAt = Number(git("log", "-1", "--format=%ct"));
  const earlier = git("rev-list", "-1", `--before=${committedAt - hours * 3_600}`, "HEAD");
  return earlier ? { commit: earlier, name: `within ${hours} hours of the last commit` } : undefined;
}

function lines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
