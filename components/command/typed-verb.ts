const VERB = /^(?:start|switch(?:\s+to)?)(?:\s+|$)/i;

/** The subject to start: `switch to API-412` and `start API-412` mean `API-412`. Other text is returned unchanged. */
export function withoutVerb(text: string): string {
  return text.trimStart().replace(VERB, '');
}
