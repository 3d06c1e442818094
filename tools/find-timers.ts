import { parseSync, Visitor } from "oxc-parser";

/** A place at which a file waits, or asks to be called later. */
interface Timer {
  /** What is called, such as `setInterval`. */
  readonly name: string;
  /** Starting at 1. */
  readonly line: number;
}

/** The packages of the service: whatever they do without a request is a row of its table of tasks. */
const servicePackages =
  /^packages\/(?:server|operations|knowledge|notifications|storage|coordination|cli)\/src\//;

const globalTimers = new Set(["setTimeout", "setInterval"]);
const timerModules = new Set(["node:timers", "node:timers/promises", "timers", "timers/promises"]);
/** By these names a function that waits is passed as a dependency. */
const waiting = new Set(["wait", "pause", "sleep"]);

/**
 * Finds the timers in a file of the service: calls of the global functions, of what is imported from Node's timers under
 * whatever name, and of functions whose name says that they wait. `setImmediate` lets others go first, and is no timer.
 */
export function findTimers(path: string, text: string): readonly Timer[] {
  if (!servicePackages.test(path)) return [];
  const { program } = parseSync(path, text);
  const names = new Set([...globalTimers, ...waiting]);
  const modules = new Set<string>();
  const found: Timer[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!timerModules.has(source.value)) return;
      for (const each of specifiers) {
        if (each.type !== "ImportSpecifier") modules.add(each.local.name);
        else if ("name" in each.imported && globalTimers.has(each.imported.name)) names.add(each.local.name);
      }
    },
  }).visit(program);
  new Visitor({
    CallExpression({ callee, start }) {
      const isMember = callee.type === "MemberExpression" && callee.property.type !== "Literal";
      const name = callee.type === "Identifier" ? callee.name : isMember ? nameOf(callee.property) : "";
      const isOfModule =
        isMember && callee.object.type === "Identifier" && modules.has(callee.object.name) && name !== "";
      if (!names.has(name) && !isOfModule) return;
      found.push({ name, line: text.slice(0, start).split("\n").length });
    },
  }).visit(program);
  return found;
}

function nameOf(node: object): string {
  return "name" in node && typeof node.name === "string" ? node.name : "";
}
