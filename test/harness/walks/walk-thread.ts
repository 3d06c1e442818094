import { parentPort, workerData } from "node:worker_threads";
import { runWalks, type WalksPlan } from "./run-walks.ts";

// Its timers are the walks': no other thread may have them.
parentPort?.postMessage(await runWalks(workerData as WalksPlan));
