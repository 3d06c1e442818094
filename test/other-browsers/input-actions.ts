/** The actions of a mouse that is pressed at a place, in pixels of the document it is in. Both protocols have the same. */
export const pressAt = (x: number, y: number) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/** The actions of a keyboard on which a text is typed, named keys among it. */
export const typed = (text: string) => [
  {
    type: "key",
    id: "keyboard",
    actions: Array.from(text).flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]),
  },
];
