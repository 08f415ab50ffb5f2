import makeBidi from 'bidi-js';

/** https://github.com/lojjic/bidi-js */
const bidi = makeBidi();

/** Hebrew, Arabic and related scripts, by their Unicode blocks. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Invisible characters; of the joiners, those between letters, whose forms they select. */
const UNSEEN =
  /(?![\u200c\u200d])\p{Cf}|\p{Variation_Selector}|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;
const JOINER = /[\u200c\u200d]/u;
/** Emoji, and the characters that select among them. */
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;

/** Scripts whose letters a font splits, joins or reorders. */
const SHAPED = /[\u0590-\u08ff\u0900-\u0fff]/u;

/** Whether the text of a piece can't be recovered from its glyphs, one by one. */
export function isShaped(text: string): boolean {
  return SHAPED.test(text);
}

/** Drawn for a character that no font has. */
export const MISSING = '□';

/** A piece of a line that one font draws. A right-to-left font draws it in that direction by itself. */
export type Run<Font> = { font: Font; text: string };
/** The font that draws a character of a word; undefined when there is none. */
export type Choose<Font> = (letter: string, word: string) => Font | undefined;

/** A text as it is drawn: composed (NFC), and without invisible characters. */
export function drawnText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(UNSEEN, '');
}

/** Whether a character that no font has is left out rather than marked: emoji, and their joiners. */
export function isLeftOut(letter: string): boolean {
  return PICTURE.test(letter) || JOINER.test(letter);
}

/** The pieces of a drawn text from left to right. */
export function runsOf<Font>(text: string, choose: Choose<Font>, missing: Font): Run<Font>[] {
  const levels = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null;
  const runs: (Run<Font> & { level: number })[] = [];
  let at = 0;
  for (const word of text.split(/(?<= )/)) {
    for (const letter of word) {
      const level = levels?.[at] ?? 0;
      at += letter.length;
      const font = choose(letter, word.trimEnd());
      if (!font && isLeftOut(letter)) continue;
      const drawn = font ? letter : MISSING;
      const last = runs.at(-1);
      // As after an emoji that was left out.
      if (drawn === ' ' && (!last || last.text.endsWith(' '))) continue;
      if (last && last.font === (font ?? missing) && last.level === level) last.text += drawn;
      else runs.push({ font: font ?? missing, text: drawn, level });
    }
  }
  return levels ? inOrder(runs.map(mirrored)) : runs;
}

/** Mirrors neutral characters within right-to-left text. */
function mirrored<R extends { text: string; level: number }>(run: R): R {
  if (run.level % 2 === 0 || RIGHT_TO_LEFT.test(run.text)) return run;
  const letters = [...run.text].reverse().map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { ...run, text: letters.join('') };
}

/**
 * Rule L2 of https://www.unicode.org/reports/tr9/: from the highest level on, runs at that level or higher are
 * reversed.
 */
function inOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return ordered;
}
