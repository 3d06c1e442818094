import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Chinese. */
export const zh: Phrases = {
  greeting: "您好！请提问，我会在这些页面中为您查找答案。",
  thanks: "不客气！还有其他想了解的吗？",
  farewell: "再见！有问题随时回来。",
  acknowledgement: "好的。还有其他想了解的吗？",
  about:
    "我是本站的对话助手。我会逐字引用本站页面中的段落来回答问题，并附上来源链接。用您自己的话提问即可，几个关键词效果最好。",
  nothingFound: "这里没有找到相关内容。请换其他词语试试，例如产品或主题的名称。",
  closest: "我不确定，但最接近的内容是：",
  unsure: "我在这里没有找到答案。",
  mayHelp: "以下章节可能有帮助：",
  related: relatedHeadings.zh,
  source: "来源：",
  searchedFor: "我搜索的是“{query}”。",
  noKnowledge: "我还没有可用于回答的内容，暂时无法提供帮助。",
  searchFailed: "暂时无法搜索，请稍后再问。",
  requestMade: "已完成。",
  requestFailed: "操作未成功。我无法确定是否有内容被更改。",
  notSent: "未发送任何内容。",
  whichTopic: "这可能涉及多个主题。您指的是哪一个？",
  topicHeader: "主题",
  otherLanguage: "这些页面的语言为{language}。",
};
