import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { EntryBatches, EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { PdfFonts } from '#/lib/analytics/exports/pdf-fonts.ts';
import { daysOf, projectOf, subjectOf } from '#/lib/analytics/exports/timesheet-days.ts';
import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';
import { ELLIPSIS, TimesheetPages } from '#/lib/analytics/exports/timesheet-pages.ts';

/** For the timesheet's own words, dates and figures: all printable ASCII. */
const OWN_LETTERS = `${String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))}–·${ELLIPSIS}`;

/**
 * A member's timesheet as a PDF (A4): entries by day with the sum of each, sums by project, the total, and two lines to
 * sign on. It covers at most a month, so it is laid out in memory.
 */
export async function* writeTimesheet(batches: EntryBatches, head: TimesheetHead): AsyncGenerator<Uint8Array> {
  const rows: EntryRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  const info = { Title: `Timesheet of ${head.member}`, Creator: 'Timer Service', CreationDate: head.madeAt };
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: true,
    lang: 'en',
    info,
    // It would cache every word that was ever measured.
    fontLayoutCache: false,
  });
  const fonts = await PdfFonts.load(document, [OWN_LETTERS, head.member, head.workspace, ...rows.flatMap(textsOf)]);
  const sheet = new TimesheetPages(document, fonts, head);
  sheet.heading();
  for (const day of daysOf(rows)) {
    sheet.day(day);
    // Lets other work of the process, such as timers and alarms, run in between.
    for (const entry of day.entries) {
      sheet.entry(entry);
      await nextTurn();
    }
    sheet.endDay();
  }
  sheet.totals(rows);
  sheet.signatures();
  sheet.pageNumbers();
  fonts.finish();
  document.end();
  for await (const piece of document as AsyncIterable<Buffer>) yield piece;
}

/** The user-written texts of an entry. */
function textsOf(entry: EntryRow): string[] {
  return [subjectOf(entry), projectOf(entry)];
}
