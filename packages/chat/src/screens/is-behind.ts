import { signal } from "@preact/signals";

/** What stands below the view: nothing, more of the conversation, or something that was said and was not in view yet. */
export const isBehind = signal<false | "more" | "news">(false);
