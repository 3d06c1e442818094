import type { Frame, Page } from "playwright-core";

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

/** What is wrong with a tree. */
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

/**
 * What is wrong with the accessibility tree of a frame: a control without a name or with one that another has in the
 * same place, a hidden element that takes the focus, a live region in a control. @throws if there is no tree
 */
export async function findTreeFaults(page: Page, frame: Frame): Promise<readonly string[]> {
  const protocol = await page.context().newCDPSession(page);
  const { frameTree } = await protocol.send("Page.getFrameTree");
  const shown = frameTree.childFrames?.find((each) => each.frame.url === frame.url());
  const frameId = shown?.frame.id ?? frameTree.frame.id;
  const { nodes } = await protocol.send("Accessibility.getFullAXTree", { frameId });
  await protocol.detach();
  if (nodes.length <= 5) throw new Error(`The accessibility tree has only ${nodes.length} nodes.`);
  return faultsOf(nodes as readonly AxNode[]);
}
