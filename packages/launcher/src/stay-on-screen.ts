/**
 * A page that transforms, contains or skips its own root element makes that element the measure of what is fixed: the dock
 * would be as high as the page, and scroll with it. There it goes into the browser's top layer, which only the screen
 * measures; not everywhere, since it would then lie, dead, over a modal dialog that the page opened before.
 */
export function stayOnScreen(dock: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { boundingClientRect: own, rootBounds } of entries)
        // Without width it is off the page, or on paper. A part of a pixel is the browser's rounding.
        if (own.width && (own.bottom - (rootBounds as DOMRectReadOnly).bottom) | 0) {
          dock.popover = "manual";
          dock.togglePopover(true);
          // What was laid out already, WebKit leaves where it is.
          dock.hidden = true;
          dock.hidden = !!dock.offsetTop;
        }
    },
    { root: document, threshold: 1 },
  );
  observer.observe(dock);
}
