/** Typed JSON, or its error as a sentence. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `This isn’t valid JSON${formatJsonPlace(error as SyntaxError)}.` };
  }
}

/** " (line 1, column 2)" if the browser reports it. */
function formatJsonPlace({ message }: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line ? ` (line ${line}, column ${column})` : '';
}
