import { asObject } from "@servicechat/contract";
import {
  agentFileSchema,
  knowledgeSchema,
  modelSchema,
  type AgentDefinition,
  type ModelDefinition,
} from "@servicechat/contract/agent-file";

const { shape } = agentFileSchema;
type Fields = Readonly<Record<string, unknown>>;

/** The part of a schema that is needed here: whether it takes a value, and what is wrong otherwise. */
interface Schema {
  safeParse(value: unknown):
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly path: readonly PropertyKey[];
            readonly keys?: readonly string[] | undefined;
          }[];
        };
      };
}

/**
 * Reads the definition of an agent as any version stored it: what came later gets its default, as in a file. Never
 * throws, and every field is of its type, since one agent that cannot be read must not stop what is done for all.
 *
 * What this version refuses was taken by another one. It is left out, and all else holds: an unknown position is
 * bottom-right, of a list the entries stay that can be read, the first of each name. A tool, an action or a fallback
 * is never read in part: without its `confirm` it would do more than it was allowed. In place of a model that cannot
 * be read, or whose address cannot, stands its first fallback, or none (`extractive`).
 */
export function readStoredAgent(stored: unknown): AgentDefinition {
  const whole = agentFileSchema.safeParse(stored);
  if (whole.success) return whole.data;
  const fields = fieldsOf(stored);
  const id = readable(shape.id, fields["id"]) ? fields["id"] : "unreadable";
  const { model, fallbackModels } = readModels(fields);
  return agentFileSchema.parse({
    ...takenOf(agentFileSchema, { ...fields, id, name: id, model }),
    ...(readable(shape.name, fields["name"]) && { name: fields["name"] }),
    fallbackModels,
    branding: takenOf(shape.branding, fields["branding"]),
    starters: entriesOf(shape.starters, fields["starters"]),
    tools: entriesOf(shape.tools, fields["tools"]),
    actions: entriesOf(shape.actions, fields["actions"]),
    knowledge: readKnowledge(fields["knowledge"]),
    limits: takenOf(shape.limits, fields["limits"]),
  });
}

function readModels(fields: Fields): Pick<AgentDefinition, "fallbackModels"> & { readonly model: unknown } {
  const fallbackModels = entriesOf(shape.fallbackModels, fields["fallbackModels"]) as ModelDefinition[];
  const stored = fieldsOf(fields["model"]);
  const taken = takenOf(modelSchema, stored);
  // Without its address a model would be called at another provider, which would get what only the first should.
  if (readable(modelSchema, taken) && taken["baseUrl"] === stored["baseUrl"])
    return { model: taken, fallbackModels };
  const [model = { provider: "extractive" }, ...rest] = fallbackModels;
  return { model, fallbackModels: rest };
}

function readKnowledge(stored: unknown): Fields {
  const { sources, ...settings } = Array.isArray(stored) ? { sources: stored as unknown } : fieldsOf(stored);
  return { ...takenOf(knowledgeSchema, settings), sources: entriesOf(knowledgeSchema, sources) };
}

/** The fields of an object that its schema knows and takes. */
function takenOf(schema: Schema, stored: unknown): Fields {
  const fields = fieldsOf(stored);
  const read = schema.safeParse(fields);
  if (read.success) return fields;
  const refused = new Set(read.error.issues.flatMap(({ path, keys = [] }) => [...keys, ...path.slice(0, 1)]));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.has(name)));
}

/** The entries of a list that its schema takes together with those before them. */
function entriesOf(schema: Schema, stored: unknown): readonly unknown[] {
  const taken: unknown[] = [];
  for (const entry of Array.isArray(stored) ? (stored as readonly unknown[]) : [])
    if (readable(schema, [...taken, entry])) taken.push(entry);
  return taken;
}

function readable(schema: Schema, value: unknown): boolean {
  return schema.safeParse(value).success;
}

const fieldsOf = (value: unknown): Fields => asObject(value) ?? {};
