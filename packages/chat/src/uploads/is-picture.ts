/** Whether a browser can draw it as an image without running code. */
export const isPicture = (mediaType: string): boolean => /^image\/(?:png|jpeg|webp|gif)$/.test(mediaType);
