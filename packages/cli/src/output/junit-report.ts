import type { TestRun } from "@servicechat/operations";

/** Test results in JUnit format, which continuous integration servers display. */
export function junitReport({ agent, results }: TestRun): string {
  const failed = results.filter(({ passed }) => !passed);
  const cases = results.map(({ name, passed, faults, replies }) => {
    const opening = `    <testcase classname=${quoted(agent)} name=${quoted(name)}`;
    if (passed) return `${opening}/>`;
    const said = replies.map((reply) => `> ${reply.said}\n${reply.text}`).join("\n\n");
    return (
      `${opening}>\n      <failure message=${quoted(faults.join("; "))}>${escaped(said)}</failure>\n` +
      "    </testcase>"
    );
  });
  const counts = `tests="${results.length}" failures="${failed.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name=${quoted(agent)} ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

const quoted = (text: string) => `"${escaped(text).replaceAll("\n", "&#10;")}"`;

/** Characters that XML cannot contain, such as other control characters, are left out. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is left out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}
