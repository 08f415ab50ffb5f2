import { inflateSync } from 'node:zlib';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { writeTimesheet } from '#/lib/analytics/exports/write-timesheet.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const AT = new Date('2026-03-03T09:00:00Z');

function entry(title: string, more: Partial<EntryRow> = {}): EntryRow {
  const ids = { spanId: 's', timerId: 't', userId: 'u' };
  const times = { startedAt: AT, endedAt: AT, startedLocal: '2026-03-03T09:00:00', endedLocal: '2026-03-03T10:00:00' };
  const lengths = { date: '2026-03-03', timeZone: 'UTC', exactMs: HOUR_MS, roundedMs: HOUR_MS };
  const about = { member: 'Maya', project: null, ticketKey: null, ticketTitle: null, title, tags: [] };
  const facts = { type: 'manual', createdVia: 'web', origin: 'live', isRunning: false, needsReview: false } as const;
  return { ...ids, ...times, ...lengths, ...about, ...facts, ...more };
}

async function pdfOf(member: string, entries: EntryRow[]): Promise<Buffer> {
  const head = { workspace: 'Acme', from: '2026-03-01', to: '2026-03-31', rounding: null, madeAt: AT };
  const batches = async function* () {
    yield entries;
  };
  const parts: Uint8Array[] = [];
  for await (const part of writeTimesheet(batches(), { ...head, member })) parts.push(part);
  return Buffer.concat(parts);
}

/** All of the text, composed, and without the spaces that a reader puts between pieces. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return plain(text);
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u2060]+/g, '');
}

const WORDS = {
  Latin: 'Jürgen Łukasz Şahin Óðinn',
  Vietnamese: 'Nguyễn Thị Phượng',
  Cyrillic: 'Володимир Ґалаґан Ёлкин',
  Greek: 'Γιώργος Παπαδόπουλος',
  Hebrew: 'שלום עולם',
  Arabic: 'محمد العربية',
  Devanagari: 'राजेश कमला',
  Thai: 'สมชาย ใจดี',
  Japanese: '山田太郎 テスト かな',
  Chinese: '王小明 會議 会议',
  Korean: '김민준 안녕하세요',
};

function expectText(text: string, words: string): void {
  for (const word of words.split(' ')) expect(text).toContain(plain(word));
}

test.each(Object.entries(WORDS))('a timesheet has names and titles in %s', async (_script, words) => {
  const pdf = await pdfOf(words, [entry(`API: ${words} (2)`)]);
  const text = await textOf(pdf);
  expectText(text, words);
  expect(text).not.toMatch(/[?□]/);
  expect(pdf.byteLength).toBeLessThan(150_000);
});

test('a timesheet has titles in several scripts next to each other', async () => {
  const text = await textOf(
    await pdfOf(
      'Maya',
      [...Object.values(WORDS), 'ᚠ'].map((words) => entry(words)),
    ),
  );
  for (const words of Object.values(WORDS)) expectText(text, words);
  expect(text.match(/□/g)).toHaveLength(1);
});

test('a timesheet wraps a long title to three lines, and cuts it off there', async () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  const text = await textOf(await pdfOf('Maya', [entry(words.slice(0, 20).join(' ')), entry(words.join(' '))]));
  expect(text.split('word19')).toHaveLength(3);
  expect(text).not.toContain('word59');
  expect(text).toContain(plain('…'));
});

test('a timesheet contains the text of letters that a font reorders', async () => {
  const pdf = await pdfOf('Maya', [entry('हिन्दी')]);
  const streams = pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  const contents = [...streams].map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'));
  // A literal string, in which these bytes are written unchanged (ISO 32000-1, 7.3.4.2).
  const utf16 = Buffer.from('\ufeffहिन्दी', 'utf16le').swap16().toString('latin1');
  expect(contents.join()).toContain(`/ActualText (${utf16.replaceAll('(', '\\(').replaceAll('\t', '\\t')})`);
});

test('a timesheet marks characters that no font has and leaves emoji out', async () => {
  const text = await textOf(await pdfOf('Maya', [entry('Release 🎉👩‍💻 done'), entry('ᚠᛇ runes')]));
  expect(text).toContain('Releasedone');
  expect(text).toContain('□□runes');
});
