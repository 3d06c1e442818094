const option = (label: string) => ({ label, description: "" });
/** Questions of a shop's agent, of each kind: single choice, and multiple choice. The first two cover both kinds. */
export const shopQuestions = [
  {
    question: "Which size?",
    header: "Size",
    options: [option("small"), option("large")],
    multiSelect: false,
  },
  {
    question: "Which colours?",
    header: "Colours",
    options: [option("red"), option("blue")],
    multiSelect: true,
  },
  { question: "Which store?", header: "Store", options: [option("Ulm"), option("Bonn")], multiSelect: false },
  {
    question: "Anything else?",
    header: "More",
    options: [option("gift"), option("card")],
    multiSelect: true,
  },
];
