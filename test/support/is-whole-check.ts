/**
 * Whether tests take all the time they can use, as in `npm run check`: more walks, more rows, more moments for a kill.
 * Otherwise, fewer of the same.
 */
export const isWholeCheck = process.env["WHOLE_CHECK"] === "1";
