import type { QuestionSketch } from "@servicechat/knowledge";
import type { PlacedQuestion, Storage } from "@servicechat/storage";

/** Sketches of an agent's questions that are in gaps, as they were last compared. */
interface KeptSketches {
  /** What the agent knew: words weigh by that. */
  revision: string;
  /** Of the vectors that were made last; `null` before the first. */
  model: string | null;
  /** The questions as they were read, by the id of the reply. */
  readonly questions: Map<string, PlacedQuestion>;
  /** By the id of the reply. */
  sketches: Map<string, QuestionSketch>;
}

/** Sketches of all agents together: some kilobytes each. */
const maxKept = 2_000;

const kept = new WeakMap<Storage, Map<string, KeptSketches>>();

/**
 * The sketches that were kept of an agent: a new question is compared with hundreds of others, whose words would have to
 * be counted and whose vectors to be read again for each.
 */
export function sketchesOf(storage: Storage, agentId: string): KeptSketches {
  const ofAgents = kept.get(storage) ?? new Map<string, KeptSketches>();
  kept.set(storage, ofAgents);
  const none = { revision: "", model: null, questions: new Map(), sketches: new Map() };
  const ofAgent = ofAgents.get(agentId) ?? none;
  ofAgents.delete(agentId);
  let count = 0;
  for (const [id, { questions }] of [...ofAgents].toReversed()) {
    count += questions.size;
    // Those of agents that were not asked for long go first.
    if (count > maxKept - ofAgent.questions.size) ofAgents.delete(id);
  }
  ofAgents.set(agentId, ofAgent);
  return ofAgent;
}
