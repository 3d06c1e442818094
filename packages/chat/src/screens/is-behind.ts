import { signal } from "@preact/signals";

/** Whether something new stands below what is in view. */
export const isBehind = signal(false);
