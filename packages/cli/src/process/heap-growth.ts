import { setFlagsFromString } from "node:v8";

/**
 * Lets the young generation grow again, as V8 does under load. `bin/servicechat.mjs` keeps it small while the program is
 * loaded and started: V8 doubles it whenever much of it survives a collection, as everything that is loaded does, and never
 * makes it smaller, so a service at rest would keep 64 MB for it, almost all of them empty.
 */
export function letYoungGenerationGrow(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
}

/**
 * Lets the old generation grow by half before the whole heap is collected. By default, V8 collects a small heap
 * whenever it has grown by 8 MB: with 100 chats at once, that is every ten seconds, and delays the first word by up to
 * 30 ms. The price is memory: at most half of what is in use.
 */
export function letOldGenerationGrow(): void {
  setFlagsFromString("--heap-growing-percent=50");
}
