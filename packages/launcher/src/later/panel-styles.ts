import type { WidgetConfig } from "@servicechat/contract";

/** A telephone, upright or on its side. */
const phone = "((max-width:640px) or (max-height:440px))";

/**
 * What the panel adds to the bubble's style sheet. Both share the one cell of the dock. A floating panel covers the
 * bubble; a windowed one keeps clear of it by 68 px, and in the very middle both step aside. On phones the panel is the
 * screen. A panel that hides the bubble does so once the chat is ready, so there is always a control to close it with.
 */
export function panelStyles({ position, style }: WidgetConfig["branding"]): string {
  const [row, column = ""] = position.split("-");
  const middle = row === "middle";
  const side = middle ? column : row;
  const windowed = style === "windowed";
  const room = (taken: boolean) => `100% - ${windowed && taken ? 108 : 40}px`;
  const clear = side === "center" ? "translate:34px}.open button{translate:-206px" : `margin-${side}:88px`;
  return `${frameStyles}
div{height:100dvh;box-sizing:border-box;grid-template:100%/100%}
button,iframe{grid-area:1/1}
iframe{outline:1px solid transparent;pointer-events:auto;box-shadow:0 4px 24px #0004}
button{position:relative;z-index:1}
span{position:absolute;top:-6px;right:-6px;min-width:12px;padding:0 5px;border-radius:11px;background:#c11;color:#fff;font:600 12px/22px system-ui}
span:empty{display:none}
div:not(.open) iframe{visibility:hidden;opacity:0}
@media ${windowed ? phone : "all"}{.ready.open button{visibility:hidden}}
@media ${phone}{.open{background:Canvas}}
@media not ${phone}{iframe{width:min(400px,${room(middle)});height:min(640px,${room(!middle)});margin:20px;border-radius:16px;${windowed ? clear : ""}}}
@media (prefers-reduced-motion:no-preference){iframe,button{transition:opacity .15s,translate .15s}}`;
}

const frameStyles = `iframe{box-sizing:border-box;width:100%;height:100%;border:0;background:Canvas}`;
