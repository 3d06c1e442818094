/** A command as it is typed on the machine of the service. */
export function commandLine(command: string): string {
  return `npx servicechat ${command}`;
}

/** A text as one word of a shell: a name or an id may be anything. */
export function quoted(text: string): string {
  return /^[\w.@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
