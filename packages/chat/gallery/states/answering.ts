import {
  approvedAnswer,
  citedAnswer,
  done,
  emptyHandedAnswer,
  formulas,
  lampImage,
  linkingAnswer,
  nextQuestions,
  returnsAnswer,
  said,
  toolFailed,
  toolStarted,
  toolSucceeded,
} from "../recordings.ts";
import { forAges } from "../scene.ts";
import type { GalleryGroup, Hand } from "../state.ts";

const ask = (hand: Hand) => hand.say("How do returns work?");
const finished = ".reply:not(.live)";

export const answering: GalleryGroup = {
  title: "Answering",
  states: [
    {
      name: "typing",
      title: "The visitor writes.",
      scene: { starters: ["Where is my order?"] },
      act: (hand) => hand.fill(".composer textarea", "Where is my order A-1027? I have been waiting since"),
      shows: '.action:not([aria-disabled="true"])',
    },
    {
      name: "waiting",
      title: "The message is sent, and nothing has come back yet.",
      scene: { reply: [forAges] },
      act: ask,
      shows: ".dots",
    },
    {
      name: "thinking",
      title: "The agent says what it does.",
      scene: { reply: [{ type: "progress", data: "Reading your question" }, forAges] },
      act: ask,
      shows: ".shimmer",
    },
    {
      name: "tool-running",
      title: "A tool is running.",
      scene: { reply: [toolStarted, forAges] },
      act: ask,
      shows: ".tool-line .spinner",
    },
    {
      name: "streaming",
      title: "An answer grows.",
      scene: { reply: [toolStarted, toolSucceeded, ...said(returnsAnswer.slice(0, 215)), forAges] },
      act: ask,
      shows: ".live .markdown li:nth-child(3)",
    },
    {
      name: "answered",
      title: "An answer with a list, a table and code, which goes on below the view.",
      scene: { reply: [toolStarted, toolSucceeded, ...said(returnsAnswer), done] },
      act: async (hand) => {
        await ask(hand);
        await hand.until(finished);
        await hand.scroll(0);
      },
      shows: `${finished} table`,
    },
    {
      name: "answer-end",
      title: "The end of that answer: code, a quotation, tasks.",
      scene: { reply: [toolStarted, toolSucceeded, ...said(returnsAnswer), done] },
      act: async (hand) => {
        await ask(hand);
        await hand.until(finished);
        await hand.scroll(100_000);
      },
      shows: `${finished} pre`,
    },
    {
      name: "formulas",
      title: "Formulas and coloured code.",
      scene: { reply: [...said(formulas), done] },
      act: async (hand) => {
        await ask(hand);
        await hand.until(`${finished} .code-comment`);
        await hand.scroll(0);
      },
      shows: `${finished} math`,
    },
    {
      name: "sources",
      title: "What the tool found, unfolded.",
      scene: {
        reply: [
          toolStarted,
          toolSucceeded,
          ...said("You can return any item **within 30 days** of delivery."),
          done,
        ],
      },
      act: async (hand) => {
        await ask(hand);
        await hand.until(finished);
        await hand.press("button.tool-line");
      },
      shows: ".tool-rows",
    },
    {
      name: "cited",
      title: "Sources cited in the text, and listed below it.",
      scene: { reply: citedAnswer },
      act: ask,
      shows: finished,
    },
    {
      name: "answer-menu",
      title: "What else can be done with an answer.",
      scene: { feedback: true, reply: citedAnswer },
      act: async (hand) => {
        hand.lendVoice();
        await ask(hand);
        await hand.press(`${finished} .tool-menu > button`);
      },
      shows: ".tool-menu .icon-speak",
    },
    {
      name: "reading-aloud",
      title: "An answer is read aloud.",
      scene: { feedback: true, reply: citedAnswer },
      act: async (hand) => {
        hand.lendVoice();
        await ask(hand);
        await hand.press(`${finished} .tool-menu > button`);
        await hand.press("[role=menuitem]:has(.icon-speak)");
      },
      shows: ".speaking",
    },
    {
      name: "linked",
      title: "Sources that the text links to are not listed once more, and related pages are folded.",
      scene: { reply: linkingAnswer },
      act: ask,
      shows: finished,
    },
    {
      name: "related",
      title: "Those related pages, unfolded.",
      scene: { reply: linkingAnswer },
      act: async (hand) => {
        await ask(hand);
        await hand.until(finished);
        await hand.press(".related button");
      },
      shows: ".related li",
    },
    {
      name: "approved-answer",
      title: "An answer of the team is a source with a name, without a page to go to.",
      scene: { reply: approvedAnswer },
      act: (hand) => hand.say("how much is a flat tyre?"),
      shows: finished,
    },
    {
      name: "nothing-found",
      title: "An answer that names no source: what was searched is a quiet line.",
      scene: { reply: emptyHandedAnswer },
      act: ask,
      shows: `${finished} .tool-line`,
    },
    {
      name: "follow-ups",
      title: "What may be asked next, below the newest answer.",
      scene: {
        feedback: true,
        reply: [...said("You can return any item **within 30 days** of delivery."), nextQuestions, done],
      },
      act: ask,
      shows: `${finished} .follow-ups`,
    },
    {
      name: "tool-failed",
      title: "A tool did not work, and the agent answered without it.",
      scene: {
        reply: [
          ...toolFailed,
          ...said("I could not look that up. As a rule, returns are free within 30 days."),
          done,
        ],
      },
      act: ask,
      shows: `${finished} .icon-alert`,
    },
    {
      name: "tool-failed-details",
      title: "What is known of a tool that did not work, unfolded.",
      scene: { reply: [...toolFailed, ...said("I could not look that up."), done] },
      act: async (hand) => {
        await ask(hand);
        await hand.until(finished);
        await hand.press("button.tool-line");
      },
      shows: ".tool-rows",
    },
    {
      name: "image",
      title: "A picture in an answer.",
      scene: { reply: [...said("Here it is:"), lampImage, done] },
      act: (hand) => hand.say("What does the lamp look like?"),
      shows: ".image img",
    },
    {
      name: "image-large",
      title: "That picture, enlarged.",
      scene: { reply: [...said("Here it is:"), lampImage, done] },
      act: async (hand) => {
        await hand.say("What does the lamp look like?");
        await hand.press(".image button");
      },
      shows: ".image-dialog[open] img",
    },
  ],
};
