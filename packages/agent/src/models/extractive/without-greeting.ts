const greeting = /^(?:hello|hi|hey|hallo|bonjour|hola)(?: there)?[,!.]? +/iu;

/** A message without the greeting before it: "Hello there, is it free?" asks "is it free?". */
export const withoutGreeting = (message: string): string => message.replace(greeting, "");
