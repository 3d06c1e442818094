/** Whether a browser can draw it as a picture without running anything in it. */
export const isPicture = (mediaType: string): boolean => /^image\/(?:png|jpeg|webp|gif)$/.test(mediaType);
