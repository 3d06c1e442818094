/** The windows of `counter` and of `hourCounter`, in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
