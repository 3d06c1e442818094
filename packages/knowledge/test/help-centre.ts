const things = [
  ..."kettle toaster lamp heater fan blender scale grinder mixer freezer".split(" "),
  ..."oven hob dryer washer vacuum iron radio clock shaver charger".split(" "),
];
const tasks = [
  ..."unpacking fitting starting cleaning descaling drying storing moving lending selling".split(" "),
  ..."repairing returning recycling timing pairing updating locking muting dimming resetting".split(" "),
];
const parts =
  "lid handle dial cable filter tray hinge switch sensor panel seal basket foot display motor".split(" ");
const deeds = "press turn lift rinse check open close fasten loosen wipe replace hold align empty fill".split(
  " ",
);
const manners = "gently twice first fully slowly later evenly again briefly together".split(" ");
const sectionsOfPage = 14;
const sentencesOfSection = 12;
/** Pages of real sites bring so much along that nobody reads. */
const scriptEntries = 700;

/** A help centre as large as those of companies are: a page for each task with each thing, and one for each thing that leads to them. */
export const helpCentrePages: readonly string[] = [
  "/index.html",
  ...things.map((thing) => `/${thing}.html`),
  ...things.flatMap((thing) => tasks.map((task) => `/${thing}-${task}.html`)),
];

/** One of these pages in HTML, always the same, of about 60 KB. */
export function helpCentrePage(path: string): string {
  const [thing = "", task] = path.slice(1, -".html".length).split("-");
  if (thing === "index") return document("Help", listOf(things.map((each) => `/${each}.html`)));
  const pagesOfThing = listOf(tasks.map((each) => `/${thing}-${each}.html`));
  if (task === undefined) return document(`All about your ${thing}`, pagesOfThing);
  const next = numbersFrom(path);
  const sections = Array.from({ length: sectionsOfPage }, (_, index) =>
    sectionOf({ thing, task, index, next }),
  );
  return document(`${task} your ${thing}`, `<nav>${pagesOfThing}</nav>${sections.join("")}`);
}

interface Section {
  readonly thing: string;
  readonly task: string;
  readonly index: number;
  readonly next: (below: number) => number;
}

function sectionOf({ thing, task, index, next }: Section): string {
  const pick = (words: readonly string[]) => words[next(words.length)];
  const part = parts[index];
  const sentences = Array.from(
    { length: sentencesOfSection },
    () =>
      `Before ${task} the ${part} of the ${thing}, ${pick(deeds)} its ${pick(parts)} ${pick(manners)} and ${pick(deeds)} number ${next(1000)}.`,
  );
  return `<h2 id="${part}">The ${part}, when ${task}</h2><p>${sentences.join(" ")}</p>`;
}

function document(title: string, content: string): string {
  const next = numbersFrom(title);
  const found = Array.from(
    { length: scriptEntries },
    () => `{"id":${next(1e9)},"href":"/found/${next(1e9)}","rank":${next(1e9)}}`,
  );
  return `<!doctype html><html lang="en"><head><title>${title}</title><script>index=[${found.join(",\n")}]</script></head>
    <body><header><a href="/index.html">Help</a></header><main><h1>${title}</h1>${content}</main></body></html>`;
}

function listOf(paths: readonly string[]): string {
  return `<ul>${paths.map((path) => `<li><a href="${path}">${path.slice(1, -".html".length)}</a></li>`).join("")}</ul>`;
}

/** Numbers that look random and are always the same for a text: Park and Miller's generator. */
function numbersFrom(text: string): (below: number) => number {
  let state = Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 2_147_483_647, 1);
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
