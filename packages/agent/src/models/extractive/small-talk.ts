import { sentences } from "./sentences.ts";
import { wordsOf } from "./telling-words.ts";

/** One kind of small talk: every word of a message is in `words`, and at least one in `signs`. */
interface Kind {
  readonly signs: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly reply: string;
}

const setOf = (words: string) => new Set(words.split(" "));

function kind(signs: string, fillers: string, reply: string): Kind {
  return { signs: setOf(signs), words: setOf(`${signs} ${fillers}`), reply };
}

const kinds: readonly Kind[] = [
  kind(
    "thanks thank thx cheers danke dank merci gracias grazie obrigado obrigada bedankt dziękuję",
    "you very much so a lot many great perfect ok okay super for your help the schön sehr vielen dir ihnen beaucoup " +
      "muchas mille that was helpful hilfe für die",
    sentences.thanks,
  ),
  kind(
    "bye goodbye tschüss tschüs wiedersehen revoir adiós adios arrivederci",
    "good ok okay thanks then auf au see you later",
    sentences.farewell,
  ),
  kind(
    "hi hello hey hallo moin servus bonjour bonsoir salut hola ciao buongiorno olá hej morning afternoon evening tag " +
      "morgen abend días tardes",
    "good there everyone again guten gute grüß gott buenos buenas to you all",
    sentences.greeting,
  ),
  kind(
    "ok okay great good perfect super nice cool fine alright understood gut prima verstanden",
    "that is very thats s sounds",
    sentences.acknowledgement,
  ),
];

const aboutItself =
  /^(?:who are you|what are you|what can you do|what can i ask(?: you)?|how can you help(?: me)?|can you help(?: me)?|help(?: me)?|are you (?:a |an )?(?:bot|robot|human|ai|real person)|wer bist du|was kannst du)$/;

/** The reply to a message that asks nothing: a greeting, thanks, a farewell; `undefined` when it may be a question. */
export function smallTalk(text: string): string | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || aboutItself.test(words.join(" "))) return sentences.about;
  if (words.length > 8) return undefined;
  return kinds.find(
    ({ signs, words: allowed }) =>
      words.some((word) => signs.has(word)) && words.every((word) => allowed.has(word)),
  )?.reply;
}
