import { wordsOf } from "@servicechat/contract/language";
import type { DetectedLanguage } from "@servicechat/contract/language";
import { phrasesIn } from "./phrases/phrases.ts";
import type { Phrases } from "./phrases/phrases.ts";

/** One kind of small talk: every word of a message is a sign or a filler, and at least one is a sign. */
interface Kind {
  readonly reply: "greeting" | "thanks" | "farewell" | "acknowledgement";
  /** Words that make a message this kind, and the language that they belong to alone. */
  readonly signs: ReadonlyMap<string, DetectedLanguage | undefined>;
  readonly fillers: ReadonlySet<string>;
}

function kind(
  reply: Kind["reply"],
  signs: Readonly<Partial<Record<DetectedLanguage | "several", string>>>,
  fillers: string,
): Kind {
  const entries = Object.entries(signs).flatMap(([language, words]) =>
    words
      .split(" ")
      .map((word) => [word, language === "several" ? undefined : (language as DetectedLanguage)] as const),
  );
  return { reply, signs: new Map(entries), fillers: new Set(fillers.split(" ")) };
}

const kinds: readonly Kind[] = [
  kind(
    "thanks",
    {
      en: "thanks thank thx cheers",
      de: "danke dank",
      fr: "merci",
      es: "gracias",
      it: "grazie",
      pt: "obrigado obrigada",
      nl: "bedankt",
      pl: "dziękuję dzięki",
      tr: "teşekkürler teşekkür",
      ar: "شكرا شكرًا",
      ja: "ありがとう",
      zh: "谢谢 谢 感谢",
    },
    "you very much so a lot many great perfect ok okay super for your help the schön sehr vielen dir ihnen beaucoup " +
      "muchas mille that was helpful hilfe für die dank u wel ederim çok ございます 您 你",
  ),
  kind(
    "farewell",
    {
      en: "bye goodbye",
      de: "tschüss tschüs wiedersehen",
      fr: "revoir",
      es: "adiós adios",
      it: "arrivederci",
      nl: "doei",
      pl: "widzenia",
      zh: "再见",
    },
    "good ok okay thanks then auf au see you later do",
  ),
  kind(
    "greeting",
    {
      several: "hallo hi hey morgen tag",
      en: "hello morning afternoon evening",
      de: "moin servus grüß guten abend",
      fr: "bonjour bonsoir salut",
      es: "hola días tardes",
      it: "ciao buongiorno buonasera",
      pt: "olá oi",
      pl: "cześć dzień",
      tr: "merhaba selam",
      ar: "مرحبا أهلا السلام",
      ja: "こんにちは",
      zh: "你好 您好",
    },
    "good there everyone again gott buenos buenas to you all dobry عليكم",
  ),
  kind(
    "acknowledgement",
    {
      several: "ok okay super perfect",
      en: "great good nice cool fine alright understood",
      de: "gut prima verstanden",
    },
    "that is very thats s sounds",
  ),
];

const aboutItself =
  /^(?:who are you|what are you|what(?: ?s| is) this(?: thing| chat| bot)?(?: for| about)?|what can you do|what can i ask(?: you)?|how can you help(?: me)?|can you help(?: me)?|help(?: me)?|are you (?:a |an )?(?:bot|robot|human|ai|real person)|was ist das(?: hier)?|wer bist du|wer sind sie|was kannst du|was können sie)$/;

/** No small talk is longer than this, in words. */
const maxWords = 8;

/**
 * The reply to a message that asks nothing: a greeting, thanks, a farewell, or a question about the chat itself;
 * `undefined` when it may be a question about something else.
 */
export function smallTalk(text: string, phrases: Phrases): string | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || aboutItself.test(withoutGreeting(words.join(" ")))) return phrases.about;
  if (words.length > maxWords) return undefined;
  const found = kinds.find(
    ({ signs, fillers }) =>
      words.some((word) => signs.has(word)) && words.every((word) => signs.has(word) || fillers.has(word)),
  );
  if (!found) return undefined;
  const language = words.map((word) => found.signs.get(word)).find((known) => known !== undefined);
  return (language === undefined ? phrases : phrasesIn(language))[found.reply];
}

const greeting = /^(?:hello|hi|hey|hallo|bonjour|hola)(?: there)?[,!.]? +/iu;

/** A message without the greeting before it: "Hello there, is it free?" asks "is it free?". */
export const withoutGreeting = (message: string): string => message.replace(greeting, "");
