/** Putting the chat on a page, and checking that it works there. */
export const install = {
  tab: "Install",
  key: "Key",
  noKey: "No key for pages yet",
  noKeyText: "A key connects a website to this agent. Create one to get the tag for your pages.",
  createKey: "Create a key",
  tag: "The tag",
  tagText:
    "Paste it into your pages just before </body>. It is not a secret: visitors can read it in the page.",
  tagHidden: "The tag of this key was not stored. Replace the key to get a new tag.",
  toKeys: "Open keys",
  show: "Show tag",
  how: "How to add it",
  platforms: {
    html: {
      name: "HTML",
      steps: [
        "Open the file or the template that all pages share.",
        "Paste the tag just before </body>.",
        "Save and publish.",
      ],
    },
    wordpress: {
      name: "WordPress",
      steps: [
        "Install a plugin for code in the footer, such as WPCode, or use the one that you have.",
        "In WPCode, open Code Snippets › Header & Footer and paste the tag under Footer.",
        "Save, then empty the cache of your caching plugin.",
      ],
    },
    shopify: {
      name: "Shopify",
      steps: [
        "Open Online Store › Themes, then ⋯ › Edit code beside your theme.",
        "Open layout/theme.liquid and paste the tag just before </body>.",
        "Save.",
      ],
    },
    squarespace: {
      name: "Squarespace",
      steps: [
        "Open Website tools › Code Injection. It needs a plan that allows code.",
        "Paste the tag under Footer.",
        "Save.",
      ],
    },
    webflow: {
      name: "Webflow",
      steps: [
        "Open Site settings › Custom code. It needs a paid site plan.",
        "Paste the tag under Footer code and save.",
        "Publish the site.",
      ],
    },
    tagManager: {
      name: "Tag manager",
      steps: [
        "Create a tag of the type Custom HTML with the code below: many tag managers drop parts of a tag that is pasted as it is.",
        "Have it fire on all pages.",
        "Publish. The check below cannot see a tag that a tag manager adds: open a page, then look under “Sites seen”.",
      ],
    },
    react: {
      name: "React",
      steps: ["Add the package @servicechat/embed.", "Put the component once into your root layout."],
    },
    vue: {
      name: "Vue",
      steps: ["Add the package @servicechat/embed.", "Put the component once into App.vue."],
    },
  },
  code: "Code",
  check: "Does it work on my page?",
  checkText: "The service fetches the page and looks for what keeps the chat from working there.",
  url: "Address of the page",
  checkAction: "Check page",
  checking: "Checking…",
  good: "The tag is on the page, and nothing blocks it.",
  found: (count: number) => (count === 1 ? "1 problem found" : `${count} problems found`),
  status: (status: number) => `The server answered ${status}`,
  findings: {
    no_tag: "The tag is missing",
    other_key: "Another key is on the page",
    not_async: "The page waits for the tag",
    wrong_service: "The tag leads to another service",
    site_not_allowed: "The site is not allowed",
    csp_script: "A security policy blocks the script",
    csp_frame: "A security policy blocks the chat window",
    csp_connect: "A security policy blocks requests",
    csp_meta: "The policy is written in the page",
    not_reached: "The page could not be fetched",
    redirected_away: "The address leads to another site",
    consent_type: "The tag is held back",
  },
  seenOn: (site: string) => `Seen on ${site}`,
  notSeen: "Not seen on any site yet",
  notSeenText: "Open a page with the tag in your browser. It appears here within a minute.",
  sites: "Sites seen",
};
