/** How far from the view, in pixels, an image is already loaded. */
const margin = 600;

/** Calls back once when an element comes near the view in `root`. Returns the function that ends the observation. */
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
