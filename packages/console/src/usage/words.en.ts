/** Usage in figures. */
export const usage = {
  title: "Usage",
  period: "Period",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
  year: "Last 12 months",
  agent: "Agent",
  allAgents: "All agents",
  chats: "Chats",
  messages: "Messages",
  visitor: "from visitors",
  byAgent: "from agents",
  byPerson: "from people",
  outcomes: "Outcomes",
  ratings: "Ratings",
  tokens: "Tokens",
  tokensIn: "input",
  tokensOut: "output",
  tokensCached: "of which cached",
  firstText: "Time to the first words",
  median: "median",
  slowest: "slowest 5%",
  refusals: "Refused requests",
  tools: "Tools",
  languages: "Languages",
  reason: "Reason",
  count: "Count",
  tool: "Tool",
  succeeded: "Succeeded",
  failed: "Failed",
  language: "Language",
  replies: "Answers",
  questions: {
    chats: "How many chats were there?",
    messages: "Who wrote how much?",
    outcomes: "Were visitors helped?",
    firstText: "How long did visitors wait for the first words?",
    tokens: "How many tokens did models use?",
    cost: "What did it cost?",
  },
  periodBefore: (value: string) => `${value} before`,
  solved: "Solved",
  solvedHint: (confirmed: string, assumed: string) => `${confirmed} confirmed, ${assumed} assumed`,
  when: "When",
  figures: "Figures as a table",
  chartOf: (title: string) => `${title}, as a chart; the figures are in the table below`,
  emptyTitle: "Nothing happened in this period",
  emptyText:
    "Chats, how they ended, response times and costs appear here once visitors write to an agent on your site.",
  longer: "Show the last 12 months",
  toAgents: "Put an agent on your site",
  total: "Total",
  cost: "Cost",
  costs: {
    title: "Costs",
    prices: "Prices and budget",
    unknown: "No prices have been entered, so costs are unknown. An owner can enter what models cost.",
    unpriced: (tokens: string, models: string) =>
      models === ""
        ? `Not included: ${tokens} tokens without a price.`
        : `Not included: ${tokens} tokens without a price (${models}).`,
    notKnown: "No price entered",
    thisMonth: "This month so far",
    forecast: "Forecast",
    tooEarly: "Too early to tell",
    budget: "Budget",
    noBudget: "None",
    monthSoFar: "This month, cumulative",
    spent: "Spent",
    costBy: "Costs in this period by",
    groups: { model: "Model", agent: "Agent", key: "Key", day: "Day" },
    tokensIn: "Input tokens",
    tokensOut: "Output tokens",
    pricesText:
      "What your provider charges per million tokens, starting on a given day (UTC). A price for the same model and day replaces the previous one.",
    priceOf: ({ from, currency, input, out, cached }: PriceWords) =>
      `From ${from}: ${input} input, ${cached === null ? "" : `${cached} cached, `}${out} output (${currency})`,
    remove: "Remove",
    notRemoved: "The price was not removed",
    enter: "Enter price",
    model: "Model",
    modelHint: "As your provider names it; those of the last 30 days are suggested",
    in: "Per million input tokens",
    out: "Per million output tokens",
    cached: "Per million cached input tokens",
    currency: "Currency, such as EUR",
    from: "From",
    monthlyBudget: "Monthly budget",
    budgetHint:
      "Nothing stops when it is exceeded. For a hard limit, set dailyOutputTokens in the agent file.",
  },
};

/** A price, formatted for people. */
interface PriceWords {
  readonly from: string;
  readonly currency: string;
  readonly input: number;
  readonly out: number;
  readonly cached: number | null;
}
