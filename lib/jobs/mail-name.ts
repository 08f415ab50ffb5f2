const LONGEST = 60;

/**
 * A name that somebody has given themselves or their workspace, as it may stand in a mail of ours to a stranger: short,
 * one line, without markup, and with nothing that a mail program makes a link of (`://`, `mailto:`, `www.evil.example`).
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
