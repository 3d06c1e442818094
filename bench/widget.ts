import { buildIfStale } from "../scripts/build.ts";
import { noChromium } from "../test/support/chromium.ts";
import { startBuiltService } from "../test/support/start-widget.ts";
import { allowLongAnswers } from "./allow-long-answers.ts";
import { formatTable, withUnit } from "./row.ts";
import { median } from "./statistics.ts";
import type { Contestant } from "./widget/contestant.ts";
import { deepChat } from "./widget/contestants/deep-chat.ts";
import { flowise } from "./widget/contestants/flowise.ts";
import { n8n } from "./widget/contestants/n8n.ts";
import { nothing, ours } from "./widget/contestants/ours.ts";
import { typebot } from "./widget/contestants/typebot.ts";
import { webChat } from "./widget/contestants/web-chat.ts";
import { fetchPackage } from "./widget/fetch-package.ts";
import { measureAnswer } from "./widget/measure-answer.ts";
import { measureVisit, type Visit } from "./widget/measure-visit.ts";
import { pieces, speak } from "./widget/speak.ts";

/* Compares the widget with published ones. With names, such as `deep-chat`: only those, and one round. */

const published = [deepChat, typebot, flowise, n8n, webChat];
/** A contestant that takes longer than this for an answer, in milliseconds, answers only in the first round. */
const tooLongMs = 60_000;
const asked = process.argv.slice(2);
const rounds = asked.length > 0 ? 1 : 3;

/** A contestant's measurements, one value for each round. */
interface Measured {
  readonly contestant: Contestant;
  readonly visits: Visit[];
  readonly answers: number[];
}

if (noChromium !== undefined) {
  console.error(`Nothing can be measured: ${noChromium}`);
  process.exit(2);
}
const unknown = asked.find((part) => !published.some(({ name }) => name.includes(part)));
if (unknown !== undefined) {
  console.error(`There is no '${unknown}'. There are: ${published.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const wanted = published.filter(({ name }) => rounds > 1 || asked.some((part) => name.includes(part)));
for (const { name, published: archive } of wanted) {
  progress(`fetching ${name}`);
  if (archive) await fetchPackage(archive);
}
await buildIfStale({ report: progress });

const head = [
  "widget",
  "bytes before the click",
  "bytes of the click",
  "main thread before the click",
  "main thread of an answer",
  "of a token",
];
await using service = await startBuiltService({ script: speak, rateLimit: 10_000 });
await allowLongAnswers(service);
const own: Measured = { contestant: ours(service.key), visits: [], answers: [] };
let measured = [own, ...wanted.map((contestant): Measured => ({ contestant, visits: [], answers: [] }))];
const bare: number[] = [];
const notes: string[] = [];
for (let round = 1; round <= rounds; round++) {
  bare.push((await measureVisit(nothing, service.port)).taskMs);
  for (const each of measured) await measure(each, round);
}
progress("");
console.log(
  [
    formatTable([head, ...measured.map(rowOf)]),
    `The page without a widget: ${withUnit(median(bare), "ms")}`,
    ...notes,
  ].join("\n"),
);

/** Runs one round; a contestant that fails is left out, with the reason. */
async function measure(each: Measured, round: number): Promise<void> {
  const { contestant, visits, answers } = each;
  const { name } = contestant;
  try {
    progress(`${name}: loading and opening, ${round} of ${rounds}`);
    const visit = await measureVisit(contestant, service.port);
    visits.push(visit);
    progress(`${name}: a long answer, ${round} of ${rounds}`);
    if ((answers[0] ?? 0) < tooLongMs) answers.push(await measureAnswer(contestant, service.port));
    if (round === 1 && visit.missed.length > 0)
      notes.push(`${name} asked in vain for ${visit.missed.join(", ")}`);
  } catch (error) {
    measured = measured.filter((other) => other !== each);
    notes.push(`${name} was not measured: ${String(error)}`);
  }
}

/** The figures of a contestant, each as a multiple of ours in the same rounds. */
function rowOf(each: Measured): string[] {
  const cell = (pick: (one: Measured) => readonly number[], unit: string, divisor: number): string => {
    const values = pick(each);
    const figure = withUnit(median(values) / divisor, unit);
    const ratio = median(values.map((value, round) => value / (pick(own)[round] ?? Number.NaN)));
    return each === own ? figure : `${figure}, ${withUnit(ratio, "x")}`;
  };
  return [
    each.contestant.name,
    cell(({ visits }) => visits.map(({ bytesBefore }) => bytesBefore), "KB", 1024),
    cell(({ visits }) => visits.map(({ bytesAfter }) => bytesAfter), "KB", 1024),
    cell(({ visits }) => visits.map(({ taskMs }) => taskMs), "ms", 1),
    cell(({ answers }) => answers, "s", 1000),
    cell(({ answers }) => answers, "ms", pieces.length),
  ];
}

/** One line that is overwritten; nothing if it is not a terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}
