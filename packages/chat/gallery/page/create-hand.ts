import type { ToFrame } from "@servicechat/contract";
import type { Hand, HandFile } from "../state.ts";

/** Milliseconds after which a wait fails and names what it waited for. */
const patience = 60_000;

/** A hand in a chat's document, or any other root; all of it has the gallery's own origin. */
export function createHand(chat: () => Document | ShadowRoot, tell: (command: ToFrame) => void): Hand {
  async function find(selector: string, number = 0): Promise<HTMLElement> {
    const end = performance.now() + patience;
    for (;;) {
      const found = chat().querySelectorAll<HTMLElement>(selector)[number];
      if (found) return found;
      if (performance.now() > end) throw new Error(`There is no ${selector}.`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  return {
    async say(text) {
      tell({ type: "send", text });
      await find(".entries .said");
    },
    tell,
    goOffline() {
      const page = chat();
      if ("defaultView" in page) page.defaultView?.dispatchEvent(new Event("offline"));
    },
    forbidStorage(left) {
      const page = chat();
      if (!("defaultView" in page) || !page.defaultView) return;
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(page.defaultView, name, {
          get: () => {
            throw new Error("The browser forbids it.");
          },
        });
      if (left === "cookies") return;
      Object.defineProperty(page, "cookie", {
        get: () => "",
        set() {
          // Nothing is stored.
        },
      });
    },
    lendVoice() {
      const page = chat();
      if (!("defaultView" in page) || !page.defaultView) return;
      const voice = { lang: "en-US", localService: true, default: true };
      const speechSynthesis = Object.assign(new EventTarget(), {
        getVoices: () => [voice],
        speak: () => undefined,
        cancel: () => undefined,
      });
      const values = { speechSynthesis, SpeechSynthesisUtterance: EventTarget };
      for (const [name, value] of Object.entries(values))
        Object.defineProperty(page.defaultView, name, { value });
    },
    async until(selector) {
      await find(selector);
    },
    async press(selector, number) {
      (await find(selector, number)).click();
      await nextTask();
    },
    async hold(selector) {
      const held = await find(selector);
      const { left, top } = held.getBoundingClientRect();
      const finger = { pointerType: "touch", isPrimary: true, clientX: left + 9, clientY: top + 9 };
      held.dispatchEvent(new PointerEvent("pointerdown", { ...finger, bubbles: true }));
    },
    async fill(selector, value) {
      const field = (await find(selector)) as HTMLInputElement | HTMLTextAreaElement;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await nextTask();
    },
    async choose(...files) {
      await find('.attach:not([aria-disabled="true"])');
      const input = (await find('input[type="file"]')) as HTMLInputElement;
      input.files = await carrying(files);
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    async drag() {
      await find('.attach:not([aria-disabled="true"])');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["a"], "a.txt"));
      do {
        chat().dispatchEvent(new DragEvent("dragover", { dataTransfer, cancelable: true }));
        await nextTask(); // the listener may not be registered yet
      } while (!chat().querySelector(".drop-here"));
    },
    async scroll(to) {
      const scroller = await find(".scroller");
      // A scroll without a hand during growth is the browser's, and is corrected.
      scroller.dispatchEvent(new Event("wheel"));
      scroller.scrollTo(0, to);
      await nextTask();
    },
  };
}

/** Changes are rendered a moment later, in a separate microtask. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function carrying(files: readonly HandFile[]): Promise<FileList> {
  const carrier = new DataTransfer();
  for (const { name, type, content } of files) {
    const bytes = content === "picture" ? await picture() : new Uint8Array(content);
    carrier.items.add(new File([bytes], name, { type }));
  }
  return carrier.files;
}

async function picture(): Promise<Blob> {
  return (await fetch("/chat-bot/images/img_1")).blob();
}
