/**
 * If a page transforms, contains or skips its own root element, fixed elements are positioned relative to that: the
 * dock would be as high as the page, and scroll with it. Then it moves to the browser's top layer, which is positioned
 * relative to the screen; otherwise not, since it would cover a modal dialog that the page opened earlier without being
 * usable.
 */
export function stayOnScreen(dock: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { boundingClientRect: own, rootBounds } of entries)
        // Without width it is off the page, or printed. A fraction of a pixel is the browser's rounding.
        if (own.width && (own.bottom - (rootBounds as DOMRectReadOnly).bottom) | 0) {
          dock.popover = "manual";
          dock.togglePopover(true);
          // WebKit does not update what was already laid out.
          dock.hidden = true;
          dock.hidden = !!dock.offsetTop;
        }
    },
    { root: document, threshold: 1 },
  );
  observer.observe(dock);
}
