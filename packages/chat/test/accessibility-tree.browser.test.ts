import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { visitState } from "../gallery/visit-state.ts";
import { chatGroups, setGallery } from "./set-gallery.ts";

/** A node of the browser's accessibility tree, as in its protocol. */
interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value?: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const controls = new Set([
  "button",
  "link",
  "textbox",
  "menuitem",
  "radio",
  "checkbox",
  "combobox",
  "spinbutton",
]);
/** Units that a reader navigates: within one of these, two controls of the same name could not be distinguished. */
const wholes = new Set([
  "article",
  "figure",
  "listitem",
  "form",
  "dialog",
  "menu",
  "sectionheader",
  "main",
  "RootWebArea",
]);

const roleOf = ({ role }: AxNode): string => role?.value ?? "";
const has = ({ properties = [] }: AxNode, name: string): boolean =>
  properties.some(
    (each) => each.name === name && each.value.value !== undefined && each.value.value !== false,
  );

/** What is wrong with the tree. */
function faultsOf(nodes: readonly AxNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const around = (node: AxNode, fits: (each: AxNode) => boolean): AxNode | undefined => {
    const parent = byId.get(node.parentId ?? "");
    return !parent || (!parent.ignored && fits(parent)) ? parent : around(parent, fits);
  };
  const seen = nodes.filter(({ ignored }) => !ignored);
  const named = seen.filter((node) => controls.has(roleOf(node)));
  const places = named.map((node) => {
    const whole = around(node, (each) => wholes.has(roleOf(each)));
    return `${whole?.nodeId} ${roleOf(node)} ${node.name?.value}`;
  });
  return [
    ...nodes
      .filter((node) => node.ignored && has(node, "focusable"))
      .map((node) => `hidden, and takes the focus: ${roleOf(node)}`),
    ...named.filter(({ name }) => !name?.value).map((node) => `without a name: ${roleOf(node)}`),
    ...seen
      .filter((node) => has(node, "live") && around(node, (each) => controls.has(roleOf(each))))
      .map((node) => `is told of changes, in a control: ${roleOf(node)}`),
    // Two citations of the same source lead to the same place.
    ...places
      .filter((place, at) => places.indexOf(place) !== at && !/Source \d/.test(place))
      .map((place) => `twice in one place: ${place}`),
  ];
}

describe.skipIf(noChromium)(`the chat's accessibility tree${noChromium ? ` (${noChromium})` : ""}`, () => {
  const gallery = setGallery({ viewport: { width: 400, height: 640 } });

  test.each(chatGroups)(
    "$title: controls have names that are unique in one place, no focusable one is hidden, and no live region is in a control",
    async ({ states }) => {
      const faults: string[] = [];
      for (const state of states) {
        const frame = await visitState(gallery.page, { origin: gallery.origin, state });
        const protocol = await gallery.page.context().newCDPSession(gallery.page);
        const { frameTree } = await protocol.send("Page.getFrameTree");
        const shown = frameTree.childFrames?.find((each) => each.frame.url === frame.url());
        const frameId = shown?.frame.id ?? frameTree.frame.id;
        const { nodes } = await protocol.send("Accessibility.getFullAXTree", { frameId });
        await protocol.detach();
        expect(nodes.length, state.name).toBeGreaterThan(5);
        faults.push(...faultsOf(nodes as readonly AxNode[]).map((fault) => `${state.name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    300_000,
  );
});
