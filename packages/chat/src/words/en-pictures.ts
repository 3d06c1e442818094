/** The texts of images, in English. */
export const enPictures = {
  imageFailed: "The image couldn't be loaded.",
  enlarge: (alt: string): string => (alt ? `Enlarge the image: ${alt}` : "Enlarge the image"),
  image: "Image",
  closeImage: "Close the image",
  imageLoading: "Loading image",
} as const satisfies Record<string, string | ((value: never) => string)>;
