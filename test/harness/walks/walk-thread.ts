import { parentPort, workerData } from "node:worker_threads";
import { runWalks, type WalksPlan } from "./run-walks.ts";

// It controls its timers, so no other code may run in this thread.
parentPort?.postMessage(await runWalks(workerData as WalksPlan));
