/** Typed JSON, or what is wrong with it as a sentence. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `This isn’t valid JSON${formatJsonPlace(error as SyntaxError)}.` };
  }
}

/** " (line 1, column 2)" where the browser says it. */
function formatJsonPlace({ message }: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line ? ` (line ${line}, column ${column})` : '';
}
