import type { Keeper } from "./create-keeper.ts";

/** A keeper that calls `changed` after each change made through it. */
export function watchedKeeper(keeper: Keeper, changed: () => void): Keeper {
  return {
    ...keeper,
    write(value) {
      keeper.write(value);
      changed();
    },
    forget() {
      keeper.forget();
      changed();
    },
  };
}
