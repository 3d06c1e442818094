/**
 * The maximum number of days that this browser stores a chat: as long as browsers keep a cookie. A service that says how long it
 * keeps chats shortens this for the list of past chats.
 */
export const keptDays = 400;
