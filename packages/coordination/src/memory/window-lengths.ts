/** The window of `counter`, in milliseconds. */
export const minuteMs = 60_000;
/** The window of `hourCounter`, in milliseconds. */
export const hourMs = 3_600_000;
