/** The first page. */
export const home = {
  title: "Home",
  setUpTitle: "Set up your assistant",
  setUpText: "Four steps, and visitors can ask questions. Each step is ticked off automatically.",
  agentStep: "Make an agent",
  agentText: "Give it a name, your documents or your website, and try it. It takes a few minutes.",
  agentAction: "New agent",
  agentDone: (count: number) => (count === 1 ? "1 agent is ready" : `${count} agents are ready`),
  keyStep: "Create a key",
  keyText: "A key connects a website to an agent. It works only on the sites that you allow.",
  keyAction: "Create a key",
  keyDone: (count: number) => (count === 1 ? "1 key is in use" : `${count} keys are in use`),
  tagStep: "Put the tag on a page",
  tagText:
    "Paste the tag of the key just before </body>. This step is ticked off when a visitor's browser loads it.",
  tagAction: "See which sites use your keys",
  tagShow: "Show the tag",
  tagDone: (origin: string) => `Seen on ${origin}`,
  chatStep: "Have the first chat",
  chatText: "Open your page and ask something. The chat appears under Chats within seconds.",
  chatAction: "Open Chats",
  stepDone: "Done",
  stepOpen: "To do",
  nothingTitle: "Nothing needs you right now",
  nothingText:
    "Nobody is waiting, in the chat or by email, and in the last 7 days no question went unanswered and no answer got a thumbs down.",
  waiting: "Waiting for a person",
  addresses: "Waiting for an answer by email",
  unanswered: "Questions without an answer",
  thumbsDown: "Answers that got a thumbs down",
  seeAll: "See all",
  greeting: (part: "morning" | "day" | "evening", name: string) =>
    `${{ morning: "Good morning", day: "Good afternoon", evening: "Good evening" }[part]}${name && `, ${name}`}`,
  waitingTile: "Waiting now",
  mineTile: "With you",
  addressTile: "Waiting for an email",
  oldest: "longest:",
  todayTitle: "How many chats today?",
  today: "Today",
  sameDay: "Same day last week",
  weekAgo: (count: string) => `${count} by this time last week`,
  todayChart: (now: string, before: string) =>
    `${now} chats today so far; ${before} by this time on the same day last week`,
  outcomesTitle: "Were visitors helped this week?",
  solved: "solved",
  solvedBefore: (share: string) => `solved, ${share} the week before`,
  outcomeHints: {
    confirmed: "visitors said that it helped",
    assumed: "left after an answer with sources",
    unanswered: "",
    handed_over: "",
    abandoned: "",
    open: "counted when they end",
  },
  gapsTitle: "What could agents not answer?",
  gapsClosed: (shown: string, count: number) =>
    count === 1
      ? "1 gap closed by itself in the last 7 days."
      : `${shown} gaps closed by themselves in the last 7 days.`,
  busyTitle: "When do visitors ask?",
  busiest: "A field for each hour of the last 7 days. Most chats began on",
  chatCount: (shown: string, count: number) => (count === 1 ? "1 chat" : `${shown} chats`),
  costTitle: "What does this month cost?",
  ofBudget: (budget: string) => `of ${budget}`,
  forecast: (amount: string, isOver: boolean) =>
    isOver
      ? `About ${amount} by the end of the month: more than the budget.`
      : `About ${amount} by the end of the month.`,
  refusedText: (count: number) =>
    count === 1
      ? "One site that is not allowed tried to use a key."
      : `${count} sites that are not allowed tried to use a key.`,
  refusedAction: "Review",
  weekAction: "All figures",
};
