import path from 'node:path';
import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;
type Glyph = { path: unknown; codePoints: number[]; _decode: () => { numberOfContours: number } | null };
/** What pdfkit has of a font, of which its types tell nothing: fontkit's font, and the part of it that is embedded. */
type Embedded = {
  font: { hasGlyphForCodePoint: (point: number) => boolean; getGlyph: (id: number, codePoints?: number[]) => Glyph };
  subset: { _addGlyph: (id: number) => number };
};

const FOLDER = path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource-variable');
/** The product's own fonts, each a part of its alphabet: the first that has a letter draws it. */
const FONTS = {
  latin: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  latinExtended: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
  vietnamese: 'geist-mono/files/geist-mono-vietnamese-wght-normal.woff2',
  cyrillic: 'geist-mono/files/geist-mono-cyrillic-wght-normal.woff2',
  cyrillicExtended: 'geist-mono/files/geist-mono-cyrillic-ext-wght-normal.woff2',
  symbols: 'geist-mono/files/geist-mono-symbols2-wght-normal.woff2',
} as const;
type FontName = keyof typeof FONTS;
/** Drawn for a letter that none of them has, such as a Chinese one. */
const MISSING = '?';

/** A piece of a text that one font can draw. */
type Run = { font: FontName; text: string };

/** The fonts of one document. Only what is drawn is embedded. */
export class PdfFonts {
  readonly #document: Document;
  readonly #known = new Map<FontName, Embedded>();

  constructor(document: Document) {
    this.#document = document;
    for (const [name, file] of Object.entries(FONTS)) document.registerFont(name, path.join(FOLDER, file));
  }

  /** How wide a text is, in points. */
  width(text: string, size: number): number {
    return this.#runs(text).reduce((sum, run) => sum + this.#use(run.font, size).widthOfString(run.text), 0);
  }

  /** Draws one line from this place on. */
  draw(text: string, { x, y, size }: { x: number; y: number; size: number }): void {
    let at = x;
    for (const run of this.#runs(text)) {
      const document = this.#use(run.font, size);
      document.text(run.text, at, y, { lineBreak: false });
      at += document.widthOfString(run.text);
    }
  }

  #runs(text: string): Run[] {
    const runs: Run[] = [];
    for (const letter of text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')) {
      const font = this.#fontOf(letter);
      const drawn = font ? letter : MISSING;
      const last = runs.at(-1);
      if (last?.font === (font ?? 'latin')) last.text += drawn;
      else runs.push({ font: font ?? 'latin', text: drawn });
    }
    return runs;
  }

  #fontOf(letter: string): FontName | undefined {
    const point = letter.codePointAt(0) as number;
    const names = Object.keys(FONTS) as FontName[];
    return names.find((name) => this.#embedded(name).font.hasGlyphForCodePoint(point));
  }

  #use(font: FontName, size: number): Document {
    this.#embedded(font);
    return this.#document.font(font).fontSize(size);
  }

  #embedded(name: FontName): Embedded {
    const known = this.#known.get(name);
    if (known) return known;
    this.#document.font(name);
    const embedded = (this.#document as unknown as { _font: Embedded })._font;
    embedComposites(embedded);
    nameParts(embedded);
    this.#known.set(name, embedded);
    return embedded;
  }
}

/**
 * fontkit embeds a composite glyph (ü is u and two dots) by changing the ids within its bytes, which it does not have of
 * a WOFF2 file, whose glyphs are transformed (https://github.com/foliojs/fontkit): it is embedded as one outline instead.
 */
function embedComposites({ font, subset }: Embedded): void {
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const glyph = font.getGlyph(id);
    const decoded = glyph._decode();
    if (!decoded || decoded.numberOfContours >= 0) return addGlyph(id);
    const outline = glyph.path;
    Object.defineProperty(glyph, 'path', { value: outline });
    glyph._decode = () => ({ ...decoded, numberOfContours: 1, instructions: [] });
    return addGlyph(id);
  };
}

/** A u that fontkit met first as a part of ü would never learn which letter it is, and could not be copied as text. */
function nameParts({ font }: Embedded): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}
