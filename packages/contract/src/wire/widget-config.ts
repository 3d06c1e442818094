/** The nine places a bubble can take (docs/wire.md, "Configuration"). */
export const positions = [
  "top-left",
  "top-center",
  "top-right",
  "middle-left",
  "middle-center",
  "middle-right",
  "bottom-left",
  "bottom-center",
  "bottom-right",
] as const;

/** One of the nine places. */
export type Position = (typeof positions)[number];

/** Reads a position. One that this build does not know becomes `bottom-right`, as the specification requires. */
export function parsePosition(value: string): Position {
  // By a pattern, since the list would ride in the launcher, where bytes count.
  return /^(top|middle|bottom)-(left|center|right)$/.test(value) ? (value as Position) : "bottom-right";
}

/** `windowed`: a panel with a title bar beside the bubble. `floating`: a card without one, in place of the bubble. */
export const styles = ["windowed", "floating"] as const;

/** One of the two. */
export type WidgetStyle = (typeof styles)[number];

/** `figtree`: the chat brings its font. `system`: it has the one of the visitor's system, as many pages do. */
export const fonts = ["figtree", "system"] as const;

/** The appearance and features of the widget (docs/wire.md, "Configuration"). */
export interface WidgetConfig {
  readonly agent: {
    readonly name: string;
    /** `null`: no welcome message is configured. */
    readonly welcomeMessage: string | null;
  };
  readonly branding: {
    /** `#rgb` or `#rrggbb`. */
    readonly primaryColor: string;
    /** `null`: the widget draws the service's default mark. */
    readonly logo: string | null;
    /** The address of a picture that fills the bubble; absent: the logo or the mark is in it. */
    readonly bubbleImage?: string;
    readonly position: Position;
    readonly attribution: boolean;
    readonly style: WidgetStyle;
  };
  readonly features: {
    readonly actions: boolean;
    readonly askUserQuestion: boolean;
  };
}

/** `#rgb` or `#rrggbb`: the only colours that reach a style property. */
export function isHexColour(value: unknown): value is string {
  return typeof value === "string" && /^#([\da-f]{3}){1,2}$/i.test(value);
}

/**
 * Reads a configuration. `undefined` when a specified field is missing or of the wrong type: the launcher
 * then draws nothing (fail closed). An unrecognised position or style is not malformed, since later
 * versions may add some. Written by hand because it rides in the launcher, where bytes count.
 */
export function parseWidgetConfig(value: unknown): WidgetConfig | undefined {
  // Anything but an object has no fields.
  const { agent, branding, features } = Object(value) as Fields;
  const { name, welcomeMessage } = Object(agent) as Fields;
  const { primaryColor, logo, position, attribution, style } = Object(branding) as Fields;
  const { actions, askUserQuestion } = Object(features) as Fields;
  if (
    typeof name !== "string" ||
    !isTextOrNull(welcomeMessage) ||
    !isHexColour(primaryColor) ||
    !isTextOrNull(logo) ||
    typeof position !== "string" ||
    typeof style !== "string" ||
    typeof attribution !== "boolean" ||
    typeof actions !== "boolean" ||
    typeof askUserQuestion !== "boolean"
  ) {
    return undefined;
  }
  // Fields of later versions are kept: the launcher may be older than the frame that it passes this to.
  const known = {
    ...(branding as Fields),
    position: parsePosition(position),
    style: style === "floating" ? style : "windowed",
  };
  return { agent, branding: known, features } as unknown as WidgetConfig;
}

type Fields = Readonly<Record<string, unknown>>;

function isTextOrNull(value: unknown): value is string | null {
  return typeof value === "string" || value === null;
}
