import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { asObject } from "@servicechat/contract";
import { makeFolder } from "../database/make-folder.ts";
import type { Environment } from "../settings/settings.ts";

/**
 * Identifies a version of an agent, with its time, since numbers start again if an agent is deleted and created again.
 */
export interface SeenVersion {
  readonly version: number;
  /** When it was created, in milliseconds since 1970. */
  readonly at: number;
}

/** An agent file on this machine, and the service whose agent it describes. */
export interface ServiceFile {
  /** The service: its console's origin, or its database. */
  readonly service: string;
  readonly agent: string;
  /** Absolute. */
  readonly file: string;
}

/** Which version of an agent each file on this machine is based on. */
export interface SeenVersions {
  /** `undefined` for a file that was neither applied nor pulled here. */
  find(file: ServiceFile): SeenVersion | undefined;
  /** If nothing can be written, as in many containers, nothing is remembered. */
  remember(file: ServiceFile, seen: SeenVersion): void;
}

/** Remembers versions in the user's state folder (XDG), so that folders of agent files are not touched. */
export function createSeenVersions({ HOME, XDG_STATE_HOME = "" }: Environment): SeenVersions {
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(HOME || homedir(), ".local/state");
  const folder = join(state, "servicechat", "seen-versions");
  const fileOf = ({ service, agent, file }: ServiceFile) =>
    join(
      folder,
      createHash("sha256")
        .update(JSON.stringify([service, agent, file]))
        .digest("hex"),
    );
  return {
    find(file) {
      try {
        const { version, at } = asObject(JSON.parse(readFileSync(fileOf(file), "utf8"))) ?? {};
        return typeof version === "number" && typeof at === "number" ? { version, at } : undefined;
      } catch {
        return undefined;
      }
    },
    remember(file, { version, at }) {
      try {
        makeFolder(folder);
        const draft = `${fileOf(file)}.${process.pid}`;
        writeFileSync(draft, JSON.stringify({ version, at }), { mode: 0o600 });
        renameSync(draft, fileOf(file));
      } catch {
        // The author of the live version then shows whether somebody else has changed it.
      }
    },
  };
}
