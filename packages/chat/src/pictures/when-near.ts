/** How far from what is in view, in pixels, an image is fetched already. */
const margin = 600;

/** Calls back once when an element comes near to what is in view in `root`. Returns the function that ends the watch. */
export function whenNear(element: Element, root: Element | null, near: () => void): () => void {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      near();
    },
    { root, rootMargin: `${margin}px 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
