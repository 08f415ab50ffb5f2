import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource-variable');

/** A part of a typeface: a file with the characters of these ranges of code points, or most of them. */
type Slice = { file: string; ranges: [from: number, to: number][] };

/** The product's own. */
export const MAIN_TYPEFACE = 'instrument-sans';
/** Latin with all its marks, Cyrillic, Greek, Vietnamese and Devanagari. */
export const COMMON = 'noto-sans';
const OTHERS = ['noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'];
/** The same ideographs are drawn in three styles. */
const [JAPANESE, CHINESE, KOREAN] = ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** The typefaces to try for a character, in order; the language of ideographs is inferred from their text. */
export function typefacesFor(text: string): string[] {
  const ideographs = KANA.test(text) ? [JAPANESE, CHINESE, KOREAN] : [CHINESE, JAPANESE, KOREAN];
  if (HANGUL.test(text)) ideographs.unshift(KOREAN);
  return [MAIN_TYPEFACE, COMMON, ...OTHERS, ...new Set(ideographs)];
}

/** The files of a typeface that should have some of these characters, each with those characters. */
export function slicesWith(typeface: string, letters: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const letter of letters) {
    const point = letter.codePointAt(0) as number;
    for (const { file, ranges } of slicesOf(typeface)) {
      if (!ranges.some(([from, to]) => from <= point && point <= to)) continue;
      found.set(file, [...(found.get(file) ?? []), letter]);
    }
  }
  return found;
}

const known = new Map<string, Slice[]>();

function slicesOf(typeface: string): Slice[] {
  const slices = known.get(typeface) ?? readSlices(typeface);
  known.set(typeface, slices);
  return slices;
}

/** `unicode.json` of a Fontsource package: `{ "latin": "U+0000-00FF,U+0131", "[0]": … }`. */
function readSlices(typeface: string): Slice[] {
  const folder = path.join(FOLDER, typeface);
  const names: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'));
  return Object.entries(names).map(([name, ranges]) => ({
    file: path.join(folder, `files/${typeface}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(rangeOf),
  }));
}

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
