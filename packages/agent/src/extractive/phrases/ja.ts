import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Japanese. */
export const ja: Phrases = {
  greeting: "こんにちは。ご質問をどうぞ。このサイトのページから答えを探します。",
  thanks: "どういたしまして。ほかにご質問はありますか。",
  farewell: "ご利用ありがとうございました。またいつでもご質問ください。",
  acknowledgement: "承知しました。ほかにご質問はありますか。",
  about:
    "このサイトのチャットアシスタントです。ページの該当箇所をそのまま引用し、出典へのリンクを添えてお答えします。ご自分の言葉でお尋ねください。キーワードをいくつか入れると見つかりやすくなります。",
  nothingFound: "その内容はここでは見つかりませんでした。製品名やトピック名など、別の言葉でお試しください。",
  closest: "確かではありませんが、最も近い内容は次のとおりです。",
  unsure: "ここでは答えが見つかりませんでした。",
  mayHelp: "次の項目が参考になるかもしれません。",
  related: relatedHeadings.ja,
  source: "出典：",
  searchedFor: "「{query}」で検索しました。",
  noKnowledge: "お答えするための内容がまだありません。",
  searchFailed: "ただいま検索できませんでした。しばらくしてからもう一度お尋ねください。",
  requestMade: "完了しました。",
  requestFailed: "うまくいきませんでした。変更されたかどうかは確認できません。",
  notSent: "何も送信されませんでした。",
  whichTopic: "複数のトピックが考えられます。どれについてですか。",
  topicHeader: "トピック",
  otherLanguage: "このサイトのページは{language}です。",
};
