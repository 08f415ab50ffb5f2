const LONGEST = 60;

/**
 * A user-chosen name of a person or workspace, made safe for a mail to a stranger: short, one line, without markup, and
 * without anything that a mail program turns into a link (`://`, `mailto:`, `www.evil.example`).
 */
export function mailName(name: string): string {
  const oneLine = name
    .replace(/[<>[\](){}"`\\]/g, '')
    .replace(/:\/\/+/g, ' ')
    .replace(/([.:])(?=\S)/g, '$1 ')
    .replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const letters = [...oneLine];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : oneLine;
}
