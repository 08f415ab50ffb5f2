import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type PDFDocument from 'pdfkit';
// @ts-expect-error It has no types.
import untypedSubset from 'subset-font';
import { drawnText, isLeftOut, isShaped, MISSING, type Run, runsOf } from '#/lib/analytics/exports/pdf-text.ts';
import { COMMON, HOUSE, slicesWith, typefacesFor } from '#/lib/analytics/exports/typefaces.ts';

type Document = InstanceType<typeof PDFDocument>;
type Glyph = { codePoints: number[] };
/** The parts of pdfkit's font that its types leave out. */
type Opened = {
  font: {
    cmap: { tables: readonly unknown[] };
    hasGlyphForCodePoint: (point: number) => boolean;
    getGlyph: (id: number, codePoints?: number[]) => Glyph;
  };
  /** Which letters each embedded shape stands for. */
  unicode: number[][];
};
type Subset = (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'truetype'; variationAxes: { wght: number } },
) => Promise<Buffer>;
const subset = untypedSubset as Subset;

/** A font as registered with the document, and the letters that it draws. */
type Font = { name: string; typeface: string; letters: Set<string> };

/** As drawn as one piece, or pdfkit would put words that go to the left in the order of those that go to the right. */
const WHOLE: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [], baseline: 'alphabetic' };
/** From the top of a line to where letters of all fonts stand, in parts of their size: as the product's own has it. */
const ASCENT = 0.97;
/** As on the screen. */
const WORD_SPACING = 0.05;
/** Seen by nobody. */
const WORD_JOINER = 0x2060;
const WEIGHT = { wght: 400 };
/** Widths that are remembered at a time: those of most words of a timesheet. */
const MOST_WIDTHS = 5_000;

/**
 * The fonts of one document: the product's own, and those of further scripts for what it lacks. Only files with letters
 * that are drawn are read, and only those letters are embedded.
 */
export class PdfFonts {
  readonly #document: Document;
  readonly #fonts: Font[] = [];
  readonly #opened: Opened[] = [];
  #registered = 0;
  /** Which font draws a letter by itself. */
  readonly #drawnBy = new Map<string, Font>();
  readonly #widths = new LRUCache<string, number>({ max: MOST_WIDTHS });

  private constructor(document: Document) {
    this.#document = document;
  }

  /** Loads the fonts for all that is going to be drawn. */
  static async load(document: Document, texts: readonly string[]): Promise<PdfFonts> {
    const fonts = new PdfFonts(document);
    await fonts.#load(new Set(texts.flatMap((text) => drawnText(text).split(' '))));
    return fonts;
  }

  /** How wide a text is, in points. */
  width(text: string, size: number): number {
    return this.#runs(text).reduce((sum, run) => sum + this.#runWidth(run, size), 0);
  }

  /** Draws one line from this place on. */
  draw(text: string, { x, y, size }: { x: number; y: number; size: number }): void {
    let at = x;
    for (const run of this.#runs(text)) {
      const document = this.#document.font(run.font.name).fontSize(size);
      // What readers find, copy and read out instead of the shapes (ISO 32000-1, 14.9.4).
      if (isShaped(run.text)) document.markContent('Span', { actual: run.text });
      document.text(run.text, at, y + ASCENT * size, { ...WHOLE, ...spacing(run, size) });
      if (isShaped(run.text)) document.endMarkedContent();
      at += this.#runWidth(run, size);
    }
  }

  /**
   * To be called when all is drawn. The dots that a font takes off an Arabic letter stand for none, for which readers would
   * make one up.
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

  /** A word is of one typeface where one has all of it: letters with rare marks would stand out among the others. */
  #fontOf(letter: string, word: string): Font | undefined {
    const isCommon = !this.#hasAll(HOUSE, word) && this.#hasAll(COMMON, word);
    return (isCommon && this.#of(COMMON, letter)) || this.#drawnBy.get(letter);
  }

  #hasAll(typeface: string, word: string): boolean {
    return [...word].every((letter) => this.#of(typeface, letter));
  }

  #of(typeface: string, letter: string): Font | undefined {
    return this.#fonts.find((font) => font.typeface === typeface && font.letters.has(letter));
  }

  #runWidth({ font, text }: Run<Font>, size: number): number {
    const key = `${font.name} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * size;
    const { wordSpacing } = spacing({ text }, 1);
    const spaces = wordSpacing * (text.split(' ').length - 1);
    const width = this.#document.font(font.name).fontSize(1).widthOfString(text, WHOLE) + spaces;
    this.#widths.set(key, width);
    return width * size;
  }

  async #load(words: ReadonlySet<string>): Promise<void> {
    const letters = new Set([' ', ...[...words].flatMap((word) => [...word])]);
    const typefaces = typefacesFor([...letters].join(''));
    for (const typeface of typefaces) {
      await this.#loadTypeface(
        typeface,
        typeface === COMMON ? this.#lettersOfOddWords(words) : this.#notDrawn(letters),
      );
    }
    if ([...this.#notDrawn(letters)].every(isLeftOut)) return;
    for (const typeface of typefaces) await this.#loadTypeface(typeface, this.#notDrawn(new Set([MISSING])));
  }

  #notDrawn(letters: ReadonlySet<string>): Set<string> {
    return new Set([...letters].filter((letter) => !this.#drawnBy.has(letter)));
  }

  /** Those that the product's own typeface has not all letters of. */
  #lettersOfOddWords(words: ReadonlySet<string>): Set<string> {
    return new Set([...words].filter((word) => !this.#hasAll(HOUSE, word)).flatMap((word) => [...word]));
  }

  async #loadTypeface(typeface: string, wanted: ReadonlySet<string>): Promise<void> {
    for (const [file, letters] of slicesWith(typeface, wanted)) {
      // Of one weight, and with the shapes that letters take beside each other. As TrueType, since fontkit neither changes
      // the weight of WOFF2 nor embeds its composite letters (https://github.com/foliojs/fontkit).
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
    // The file has none of these letters, whatever it says.
    if (font.cmap.tables.length === 0) return;
    nameParts(opened);
    this.#opened.push(opened);
    const drawn = letters.filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number));
    const made = { name, typeface, letters: new Set(drawn) };
    this.#fonts.push(made);
    for (const letter of drawn) if (!this.#drawnBy.has(letter)) this.#drawnBy.set(letter, made);
  }
}

/** Between words of a piece. pdfkit drops the spaces around it for that, and would draw those that go to the left in turn. */
function spacing({ text }: { text: string }, size: number): { wordSpacing: number } {
  return { wordSpacing: isShaped(text) || text !== text.trim() ? 0 : WORD_SPACING * size };
}

/** A u that fontkit met first as a part of ü would never learn which letter it is, and could not be copied as text. */
function nameParts({ font }: Opened): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}
