import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type PDFDocument from 'pdfkit';
// @ts-expect-error It has no types.
import untypedSubset from 'subset-font';
import { drawnText, isLeftOut, isShaped, MISSING, type Run, runsOf } from '#/lib/analytics/exports/pdf-text.ts';
import { COMMON, MAIN_TYPEFACE, slicesWith, typefacesFor } from '#/lib/analytics/exports/typefaces.ts';

type Document = InstanceType<typeof PDFDocument>;
type Glyph = { codePoints: number[] };
/** The parts of pdfkit's font that its types leave out. */
type Opened = {
  font: {
    cmap: { tables: readonly unknown[] };
    hasGlyphForCodePoint: (point: number) => boolean;
    getGlyph: (id: number, codePoints?: number[]) => Glyph;
  };
  /** The characters of each embedded glyph. */
  unicode: number[][];
};
type Subset = (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'truetype'; variationAxes: { wght: number } },
) => Promise<Buffer>;
const subset = untypedSubset as Subset;

/** A font as registered with the document, and the characters that it draws. */
type Font = { name: string; typeface: string; letters: Set<string> };

/** Drawn as one piece; otherwise pdfkit would put right-to-left words in left-to-right order. */
const TEXT_OPTIONS: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [], baseline: 'alphabetic' };
/** From the top of a line to the baseline of all fonts, relative to their size: as in the product's own. */
const ASCENT = 0.97;
/** As on the screen. */
const WORD_SPACING = 0.05;
/** Invisible. */
const WORD_JOINER = 0x2060;
const WEIGHT = { wght: 400 };
/** Maximum of cached widths: enough for most words of a timesheet. */
const MAX_WIDTHS = 5_000;

/**
 * The fonts of one document: the product's own, and fonts of further scripts for characters it lacks. Only files with
 * drawn characters are read, and only those characters are embedded.
 */
export class PdfFonts {
  readonly #document: Document;
  readonly #fonts: Font[] = [];
  readonly #opened: Opened[] = [];
  #registered = 0;
  /** The font that draws a single character. */
  readonly #drawnBy = new Map<string, Font>();
  readonly #widths = new LRUCache<string, number>({ max: MAX_WIDTHS });

  private constructor(document: Document) {
    this.#document = document;
  }

  /** Loads the fonts for all texts that will be drawn. */
  static async load(document: Document, texts: readonly string[]): Promise<PdfFonts> {
    const fonts = new PdfFonts(document);
    await fonts.#load(new Set(texts.flatMap((text) => drawnText(text).split(' '))));
    return fonts;
  }

  /** The width of a text, in points. */
  width(text: string, size: number): number {
    return this.#runs(text).reduce((sum, run) => sum + this.#runWidth(run, size), 0);
  }

  /** Draws one line from this position on. */
  draw(text: string, { x, y, size }: { x: number; y: number; size: number }): void {
    let at = x;
    for (const run of this.#runs(text)) {
      const document = this.#document.font(run.font.name).fontSize(size);
      // The text that readers search, copy and read out instead of the glyphs (ISO 32000-1, 14.9.4).
      if (isShaped(run.text)) document.markContent('Span', { actual: run.text });
      document.text(run.text, at, y + ASCENT * size, { ...TEXT_OPTIONS, ...spacing(run, size) });
      if (isShaped(run.text)) document.endMarkedContent();
      at += this.#runWidth(run, size);
    }
  }

  /**
   * Call it when everything is drawn. The dots that a font separates from an Arabic letter have no character, and
   * readers would make one up.
   */
  finish(): void {
    for (const { unicode } of this.#opened) {
      for (const [shape, points] of unicode.entries()) if (points.length === 0) unicode[shape] = [WORD_JOINER];
    }
  }

  #runs(text: string): Run<Font>[] {
    const missing = this.#drawnBy.get(MISSING) ?? (this.#fonts[0] as Font);
    return runsOf(drawnText(text), (letter, word) => this.#fontOf(letter, word), missing);
  }

  /** A word uses one typeface if one has all of it: letters with rare marks would stand out among the others. */
  #fontOf(letter: string, word: string): Font | undefined {
    const isCommon = !this.#hasAll(MAIN_TYPEFACE, word) && this.#hasAll(COMMON, word);
    return (isCommon && this.#fontWith(COMMON, letter)) || this.#drawnBy.get(letter);
  }

  #hasAll(typeface: string, word: string): boolean {
    return [...word].every((letter) => this.#fontWith(typeface, letter));
  }

  #fontWith(typeface: string, letter: string): Font | undefined {
    return this.#fonts.find((font) => font.typeface === typeface && font.letters.has(letter));
  }

  #runWidth({ font, text }: Run<Font>, size: number): number {
    const key = `${font.name} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * size;
    const { wordSpacing } = spacing({ text }, 1);
    const spaces = wordSpacing * (text.split(' ').length - 1);
    const width = this.#document.font(font.name).fontSize(1).widthOfString(text, TEXT_OPTIONS) + spaces;
    this.#widths.set(key, width);
    return width * size;
  }

  async #load(words: ReadonlySet<string>): Promise<void> {
    const letters = new Set([' ', ...[...words].flatMap((word) => [...word])]);
    const typefaces = typefacesFor([...letters].join(''));
    for (const typeface of typefaces) {
      await this.#loadTypeface(
        typeface,
        typeface === COMMON ? this.#undrawableLetters(words) : this.#notDrawn(letters),
      );
    }
    if ([...this.#notDrawn(letters)].every(isLeftOut)) return;
    for (const typeface of typefaces) await this.#loadTypeface(typeface, this.#notDrawn(new Set([MISSING])));
  }

  #notDrawn(letters: ReadonlySet<string>): Set<string> {
    return new Set([...letters].filter((letter) => !this.#drawnBy.has(letter)));
  }

  /** Words with characters that the product's own typeface lacks. */
  #undrawableLetters(words: ReadonlySet<string>): Set<string> {
    return new Set([...words].filter((word) => !this.#hasAll(MAIN_TYPEFACE, word)).flatMap((word) => [...word]));
  }

  async #loadTypeface(typeface: string, wanted: ReadonlySet<string>): Promise<void> {
    for (const [file, letters] of slicesWith(typeface, wanted)) {
      // With one weight, and with contextual glyph forms. As TrueType, since fontkit neither changes the weight of
      // WOFF2 nor embeds its composite glyphs (https://github.com/foliojs/fontkit).
      const options = { targetFormat: 'truetype', variationAxes: WEIGHT } as const;
      const data = await subset(await readFile(file), letters.join(''), options);
      this.#register(typeface, data, letters);
    }
  }

  #register(typeface: string, data: Buffer, letters: readonly string[]): void {
    const name = `${typeface} ${++this.#registered}`;
    this.#document.registerFont(name, data);
    this.#document.font(name);
    const opened = (this.#document as unknown as { _font: Opened })._font;
    const { font } = opened;
    // The file has none of these characters, despite its metadata.
    if (font.cmap.tables.length === 0) return;
    nameParts(opened);
    this.#opened.push(opened);
    const drawn = letters.filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number));
    const created = { name, typeface, letters: new Set(drawn) };
    this.#fonts.push(created);
    for (const letter of drawn) if (!this.#drawnBy.has(letter)) this.#drawnBy.set(letter, created);
  }
}

/**
 * Between words of a piece. pdfkit drops the spaces around it for that, and would draw right-to-left words in the wrong
 * order.
 */
function spacing({ text }: { text: string }, size: number): { wordSpacing: number } {
  return { wordSpacing: isShaped(text) || text !== text.trim() ? 0 : WORD_SPACING * size };
}

/**
 * A u that fontkit has first seen as a part of ü would not be mapped to its character, and could not be copied as text.
 */
function nameParts({ font }: Opened): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}
