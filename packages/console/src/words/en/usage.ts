/** What was used, in figures. */
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
  tokensIn: "read",
  tokensOut: "written",
  tokensCached: "of these cached",
  firstText: "Time to the first words",
  median: "median",
  slowest: "slowest 5 %",
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
  when: "When",
  figures: "Figures as a table",
  chartOf: (title: string) => `${title}, as a chart; the figures are in the table below`,
  emptyTitle: "Nothing happened in this period",
  emptyText: "Choose a longer period, or wait for the first visitors.",
  total: "Total",
  cost: "Cost",
  costs: {
    title: "Costs",
    prices: "Prices and budget",
    unknown: "No price entered: what answers cost is not known. An owner enters what models cost.",
    unpriced: (tokens: string, models: string) =>
      models === ""
        ? `Not in the costs: ${tokens} tokens that have no price.`
        : `Not in the costs: ${tokens} tokens that have no price (${models}).`,
    notKnown: "No price entered",
    thisMonth: "This month so far",
    forecast: "Forecast",
    tooEarly: "Too early",
    budget: "Budget",
    noBudget: "None",
    monthSoFar: "This month, added up",
    spent: "Spent",
    costBy: "Costs in this period by",
    groups: { model: "Model", agent: "Agent", key: "Key", day: "Day" },
    tokensIn: "Tokens read",
    tokensOut: "Tokens written",
    pricesText:
      "What your provider charges for a million tokens, from a day on (UTC). A price for the same model and day replaces the one before.",
    priceOf: ({ from, currency, input, out, cached }: PriceWords) =>
      `From ${from}: ${input} in, ${cached === null ? "" : `${cached} cached, `}${out} out (${currency})`,
    remove: "Remove",
    notRemoved: "The price was not removed",
    enter: "Enter price",
    model: "Model",
    modelHint: "Its name as the table of costs by model shows it",
    in: "A million tokens in",
    out: "A million tokens out",
    cached: "Of these cached",
    currency: "Currency, such as EUR",
    from: "From",
    monthlyBudget: "Budget for a month",
    budgetHint: "Nothing stops when it is exceeded. Limits that do are those of an agent's keys.",
  },
};

/** A price in figures, as it is told. */
export interface PriceWords {
  readonly from: string;
  readonly currency: string;
  readonly input: number;
  readonly out: number;
  readonly cached: number | null;
}
