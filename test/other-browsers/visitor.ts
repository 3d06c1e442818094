import { isLeftOpen } from "../support/start-widget.ts";
import { keys, type DrivenBrowser, type Place } from "./driven-browser.ts";

/** What a visitor of the shop does and sees, in any browser. */
export interface Visitor {
  readonly browser: DrivenBrowser;
  /** Clicks the bubble unless the chat was left open, and waits for the chat. */
  opens(): Promise<void>;
  /** Waits until the chat shows a text anywhere, or no longer shows it. */
  sees(text: string): Promise<void>;
  seesNoMore(text: string): Promise<void>;
  /** Clicks the button, link or choice with this name, once it is stable. */
  presses(name: string): Promise<void>;
  /** Replaces the content of the field with this name. */
  writes(text: string, name?: string): Promise<void>;
  /** Writes into the composer, and sends it. */
  asks(text: string, prompt?: string): Promise<void>;
  /** Waits until an expression has this value. */
  finds(place: Place, expression: string, value: unknown): Promise<void>;
}

const prompt = "Your message";
const patience = 15_000;

/** An element's position, and the number of frames drawn by then. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly frame: number;
}

/** How many frames an element has to stay in place: scrolling and layout take some of them to settle. */
const framesOfRest = 4;

const countFrames = `document.drawn ??= (requestAnimationFrame(function count() {
  document.drawn++;
  requestAnimationFrame(count);
}), 0)`;

/** The centre of the element with a name, once it is in view and not covered; otherwise why it cannot be clicked. */
const spotOf = (name: string) => `(() => {
  ${countFrames};
  const named = [...document.querySelectorAll("button, a, input, textarea, label, summary")].filter((each) =>
    (each.ariaLabel ?? each.labels?.[0]?.textContent ?? each.textContent).trim() === ${JSON.stringify(name)});
  const shown = named.filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1);
  const one = shown.at(-1);
  if (!one) return named.length + " of this name, none of them shown";
  if ((one.control ?? one).disabled) return "disabled";
  one.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = one.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2, frame: document.drawn };
  const top = document.elementFromPoint(middle.x, middle.y);
  return one.contains(top) || top?.contains(one) ? middle : "covered by " + top?.outerHTML.slice(0, 200);
})()`;

/** A visitor with a browser. */
export function createVisitor(browser: DrivenBrowser): Visitor {
  /** Polls until it is there. Otherwise reports what was last seen. */
  async function until<Value>(look: () => Promise<Value>, isIt: (value: Value) => boolean, what: string) {
    const end = Date.now() + patience;
    for (;;) {
      const value = await look().catch((cause: Error) => cause);
      if (!(value instanceof Error) && isIt(value)) return value;
      if (Date.now() > end)
        throw new Error(`Not within ${patience} ms: ${what}. There was: ${display(value)}`, { cause: value });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const textOfChat = () => browser.run<string>("chat", "document.body.innerText");
  async function pressBubble(): Promise<void> {
    const [width, height] = await browser.run<[number, number]>("page", "[innerWidth, innerHeight]");
    await browser.press("page", width - 48, height - 48);
  }
  const visitor: Visitor = {
    browser,
    async opens() {
      await until(() => browser.run("page", "!!document.querySelector('service-chat')"), Boolean, "a bubble");
      if (await browser.run("page", isLeftOpen)) await browser.run("page", "ServiceChat.open()");
      else await pressBubble();
      await visitor.finds("chat", "!!document.querySelector('.composer textarea')", true);
    },
    async sees(text) {
      await until(textOfChat, (shown) => shown.includes(text), `"${text}" in the chat`);
    },
    async seesNoMore(text) {
      await until(textOfChat, (shown) => !shown.includes(text), `no "${text}" in the chat`);
    },
    async presses(name) {
      let first: Spot | undefined;
      const isAtRest = (spot: Spot | string) => {
        if (typeof spot === "string") first = undefined;
        else if (first?.x !== spot.x || first.y !== spot.y) first = spot;
        else return spot.frame - first.frame >= framesOfRest;
        return false;
      };
      const look = () => browser.run<Spot | string>("chat", spotOf(name));
      const { x, y } = (await until(look, isAtRest, `"${name}" to press`)) as Spot;
      await browser.press("chat", x, y);
    },
    async writes(text, name = prompt) {
      await visitor.presses(name);
      const typedSoFar = "document.activeElement.value?.length ?? 0";
      const length = await browser.run<number>("chat", typedSoFar);
      await browser.type(keys.end + keys.backspace.repeat(length) + text);
    },
    async asks(text, name = prompt) {
      await visitor.writes(text, name);
      await browser.type(keys.enter);
    },
    async finds(place, expression, value) {
      const wanted = JSON.stringify(value);
      await until(
        () => browser.run(place, expression),
        (found) => JSON.stringify(found) === wanted,
        `${expression} is ${wanted}`,
      );
    },
  };
  return visitor;
}

function display(value: unknown): string {
  return value instanceof Error ? value.message : JSON.stringify(value);
}
