/**
 * How many days this browser keeps a chat at most: as long as browsers keep a cookie. How long the service has it, the
 * operator sets, and the service alone knows: a chat that it has no more leaves the list when it is opened.
 */
export const keptDays = 400;
