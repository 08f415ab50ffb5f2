import type PDFDocument from 'pdfkit';
import { clockLength } from '#/lib/analytics/exports/entry-columns.ts';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import type { PdfFonts } from '#/lib/analytics/exports/pdf-fonts.ts';
import { projectTotalsOf, subjectOf, type TimesheetDay } from '#/lib/analytics/exports/timesheet-days.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import { boundLabel, dayLabel, instantLabel, roundingLabel } from '#/lib/analytics/exports/timesheet-labels.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 48;
const RIGHT = PAGE.width - MARGIN;
const BOTTOM = PAGE.height - MARGIN - 24;
const TEXT = 9;
const LINE = 15;
/** Line spacing within a text of several lines. */
const NEXT_LINE = 12;
const MAX_LINES = 3;
const INK = '#18181b';
const FAINT = '#71717a';
const RULE = '#d4d4d8';
export const ELLIPSIS = '…';
/** More of the narrowest letters than fit on a line. */
const MAX_LETTERS = 200;

type Style = { size?: number; color?: string };

/** The pages of a timesheet (A4), written from top to bottom. */
export class TimesheetPages {
  readonly #document: InstanceType<typeof PDFDocument>;
  readonly #fonts: PdfFonts;
  readonly #head: TimesheetHead;
  #y = MARGIN;

  constructor(document: InstanceType<typeof PDFDocument>, fonts: PdfFonts, head: TimesheetHead) {
    this.#document = document;
    this.#fonts = fonts;
    this.#head = head;
  }

  heading(): void {
    const { member, workspace, from, to, rounding } = this.#head;
    this.#drawLeft('Timesheet', MARGIN, { size: 20 });
    this.#moveDown(30);
    const name = this.#cut(workspace, 12, 200);
    this.#drawRight(name, RIGHT, { color: FAINT, size: 12 });
    this.#wrapped(member, { x: MARGIN, width: RIGHT - MARGIN - 24 - this.#fonts.width(name, 12), size: 12 });
    this.#moveDown(18);
    this.#drawLeft(`${boundLabel(from)} to ${boundLabel(to)}`, MARGIN, { color: FAINT });
    if (rounding) this.#drawRight(roundingLabel(rounding), RIGHT, { color: FAINT });
    this.#moveDown(26);
  }

  /** A day is not separated from its first entry. */
  day({ date, entries: _entries, ...sums }: TimesheetDay): void {
    this.#ensureSpace(3 * LINE);
    this.#drawLeft(dayLabel(date), MARGIN, { size: 10 });
    this.#sums(sums, { size: 10 });
    this.#moveDown(LINE + 2);
    this.#drawRule();
  }

  endDay(): void {
    this.#moveDown(8);
  }

  totals(rows: readonly EntryRow[]): void {
    const projects = projectTotalsOf(rows);
    this.#ensureSpace((projects.length > 20 ? 4 : projects.length + 3) * LINE);
    this.#moveDown(6);
    this.#drawLeft('By project', MARGIN, { size: 10 });
    this.#moveDown(LINE + 2);
    this.#drawRule();
    for (const { project, ...sums } of projects) {
      this.#ensureSpace(LINE);
      this.#drawLeft(project, MARGIN, { color: FAINT }, 300);
      this.#sums(sums, {});
      this.#moveDown(LINE);
    }
    this.#ensureSpace(2 * LINE);
    this.#drawRule();
    const [exactMs, roundedMs] = [sumOf(rows, 'exactMs'), sumOf(rows, 'roundedMs')];
    this.#drawLeft('Total', MARGIN, { size: 11 });
    this.#sums({ exactMs, roundedMs }, { size: 11 });
    this.#moveDown(LINE);
  }

  signatures(): void {
    this.#ensureSpace(90);
    this.#moveDown(60);
    const width = (RIGHT - MARGIN - 24) / 2;
    for (const [at, words] of ['Date, signature', 'Date, approved by'].entries()) {
      const x = MARGIN + at * (width + 24);
      this.#document
        .moveTo(x, this.#y)
        .lineTo(x + width, this.#y)
        .lineWidth(0.5)
        .stroke(FAINT);
      this.#y += 5;
      this.#drawLeft(words, x, { color: FAINT, size: 8 });
      this.#y -= 5;
    }
  }

  pageNumbers(): void {
    const { start, count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(start + page);
      this.#y = PAGE.height - MARGIN;
      this.#drawLeft(`As of ${instantLabel(this.#head.madeAt)}`, MARGIN, { color: FAINT, size: 8 });
      this.#drawRight(`Page ${page + 1} of ${count}`, RIGHT, { color: FAINT, size: 8 });
    }
  }

  entry(entry: EntryRow): void {
    const width = this.#head.rounding ? 260 : 330;
    this.#ensureSpace(LINE + this.#linesOf(subjectOf(entry), TEXT, width).length * NEXT_LINE - NEXT_LINE);
    const times = `${entry.startedLocal.slice(11, 16)} – ${entry.isRunning ? 'running' : entry.endedLocal.slice(11, 16)}`;
    this.#drawLeft(times, MARGIN, { color: FAINT });
    this.#sums(entry, { color: FAINT });
    this.#wrapped(subjectOf(entry), { x: MARGIN + 90, width, size: TEXT });
    this.#moveDown(LINE);
  }

  /** Exact, and rounded next to it if requested. */
  #sums({ exactMs, roundedMs }: { exactMs: number; roundedMs: number }, style: Style): void {
    if (!this.#head.rounding) {
      this.#drawRight(clockLength(exactMs), RIGHT, style);
      return;
    }
    this.#drawRight(clockLength(exactMs), RIGHT - 70, { ...style, color: FAINT });
    this.#drawRight(clockLength(roundedMs), RIGHT, style);
  }

  #drawLeft(text: string, x: number, { size = TEXT, color = INK }: Style, width?: number): void {
    this.#document.fillColor(color);
    this.#fonts.draw(width ? this.#cut(text, size, width) : text, { x, y: this.#y, size });
  }

  #drawRight(text: string, x: number, { size = TEXT, color = INK }: Style): void {
    this.#document.fillColor(color);
    this.#fonts.draw(text, { x: x - this.#fonts.width(text, size), y: this.#y, size });
  }

  /** On several lines, and moves down to the last of them. */
  #wrapped(text: string, { x, width, size }: { x: number; width: number; size: number }): void {
    for (const [at, line] of this.#linesOf(text, size, width).entries()) {
      if (at > 0) this.#moveDown((NEXT_LINE * size) / TEXT);
      this.#drawLeft(line, x, { size });
    }
  }

  /** At most three, broken between words. Text that does not fit is cut off. */
  #linesOf(text: string, size: number, width: number): string[] {
    if (this.#fonts.width(text, size) <= width) return [text];
    const lines = [''];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trimStart();
      if (this.#fonts.width(longer, size) <= width || lines.length === MAX_LINES) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.filter(Boolean).map((line) => this.#cut(line, size, width));
  }

  #cut(text: string, size: number, width: number): string {
    if (this.#fonts.width(text, size) <= width) return text;
    const letters = [...text].slice(0, MAX_LETTERS);
    const cutAt = (length: number) => letters.slice(0, length).join('').trimEnd() + ELLIPSIS;
    let [fits, tooLong] = [0, letters.length + 1];
    while (tooLong - fits > 1) {
      const length = Math.floor((fits + tooLong) / 2);
      if (this.#fonts.width(cutAt(length), size) <= width) fits = length;
      else tooLong = length;
    }
    return cutAt(fits);
  }

  #drawRule(): void {
    this.#document
      .moveTo(MARGIN, this.#y - 1)
      .lineTo(RIGHT, this.#y - 1)
      .lineWidth(0.5)
      .stroke(RULE);
    this.#y += 4;
  }

  #moveDown(points: number): void {
    this.#y += points;
  }

  /** Begins another page when this height no longer fits on the current one. */
  #ensureSpace(points: number): void {
    if (this.#y + points <= BOTTOM) return;
    this.#document.addPage({ size: 'A4', margin: 0 });
    this.#y = MARGIN;
  }
}

function sumOf(rows: readonly EntryRow[], which: 'exactMs' | 'roundedMs'): number {
  return rows.reduce((sum, row) => sum + row[which], 0);
}
