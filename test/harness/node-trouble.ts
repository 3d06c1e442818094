import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import sqlite from "node:sqlite";

/*
 * Loaded into a service process before its own code. `trouble.json` in its working folder determines what happens to
 * that process: its wall clock jumps, or its disk is full.
 */

/** What a process suffers from. */
export interface Trouble {
  /** Added to the wall clock. */
  readonly clockOffsetMs?: number;
  /** SQLite gets no more pages than it has. */
  readonly isDiskFull?: boolean;
}

const file = resolve("trouble.json");
/** SQLite's own limit, in pages of 4 KB. */
const noLimit = 4_294_967_294;

let trouble: Trouble = {};
const RealDate = Date;

class TroubledDate extends RealDate {
  constructor(...values: readonly []) {
    // With arguments it is a normal date.
    if (values.length === 0) super(TroubledDate.now());
    else super(...values);
  }
  static override now(): number {
    return RealDate.now() + (trouble.clockOffsetMs ?? 0);
  }
}
globalThis.Date = TroubledDate as DateConstructor;

const databases = new Set<sqlite.DatabaseSync>();
sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  constructor(...values: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    super(...values);
    databases.add(this);
  }
};
syncBuiltinESMExports();

setInterval(() => {
  const next = readTrouble();
  if (next.isDiskFull !== trouble.isDiskFull)
    for (const database of databases)
      if (database.isOpen) database.exec(`pragma max_page_count = ${next.isDiskFull ? 1 : noLimit}`);
  trouble = next;
}, 20).unref();

function readTrouble(): Trouble {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Trouble;
  } catch {
    return {}; // no trouble requested yet
  }
}
