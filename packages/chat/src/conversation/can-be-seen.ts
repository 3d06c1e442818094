/** Whether a text has more in it than white space and characters that nothing is drawn for, such as U+200B. */
export const canBeSeen = (text: string): boolean => /[^\s\p{DI}]/u.test(text);
