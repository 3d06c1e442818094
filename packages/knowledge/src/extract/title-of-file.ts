import { basename, extname } from "node:path";

/** A title made of a file's name: `opening-hours.txt` is `Opening hours`. */
export function titleOfFile(name: string): string {
  const words = basename(name, extname(name))
    .replace(/[-_\s]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name;
}

/** Titles that programs write into files whose author gave none, in the languages in which they are widespread. */
const noTitle =
  /^(?:untitled|unbenannt|ohne titel|sans titre|sin título|senza titolo|sem título|naamloos|bez tytułu|başlıksız|без названия|无标题|無題|제목 ?없음|new page|neue seite|document|dokument|documento|文档|文書|presentation|präsentation|présentation|powerpoint[- ]presentation|powerpoint-präsentation|title|titel|titre|slide|folie|page|no title|no name|none|null|undefined|unknown|unspecified|anonymous|temp|scan|scanned document|microsoft word)(?:[ _-]?(?:document|dokument))?(?:[ _-]?\(?\d{1,4}\)?)?$/iu;
const byProgram = /^(?:microsoft (?:word|powerpoint|excel)|word|powerpoint|(?:adobe )?indesign) - /i;
const ending =
  /\.(?:docx?|dotx?|odt|rtf|pptx?|odp|xlsx?|ods|indd|qxd|tex|dvi|html?|txt|md|pdf|psd|cdr|tmp)$/i;

/** Whether a file's own title is none: a program's word for a file without a title, a file's name, or nothing to read. */
export function isNoTitle(title: string): boolean {
  const text = title.trim().replace(/^[<([{"'\s]+|(?<![>)\]}"'.\s])[>)\]}"'.\s]+$/g, "");
  return (
    !/[\p{L}\p{N}]/u.test(text) ||
    /^\d+$/.test(text) ||
    noTitle.test(text) ||
    byProgram.test(text) ||
    ending.test(text) ||
    /\ufffd|^file:|^[a-z]:\\/i.test(text)
  );
}
