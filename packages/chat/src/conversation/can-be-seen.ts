/** Whether a text contains more than white space and invisible characters, such as U+200B. */
export const canBeSeen = (text: string): boolean => /[^\s\p{DI}]/u.test(text);
