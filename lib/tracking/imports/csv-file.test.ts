import { expect, test } from 'vitest';
import { isAppError } from '#/lib/core/errors.ts';
import { decodeFile, readTable } from '#/lib/tracking/imports/csv-file.ts';

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const rejection = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return isAppError(error) ? { code: error.code, detail: error.detail } : Promise.reject(error);
  }
};

test.each([
  ['UTF-8', Buffer.from('a,b\nBüro,2')],
  ['UTF-8', Buffer.from('\uFEFFa,b\nBüro,2')],
  ['UTF-16LE', utf16('\uFEFFa,b\nBüro,2')],
  ['UTF-16BE', utf16('\uFEFFa,b\nBüro,2', true)],
  ['UTF-16LE', utf16('a,b\nBüro,2')],
  ['Windows-1252', Buffer.from('a,b\nBüro,2', 'latin1')],
])('a file in %s is read and its encoding detected', (encoding, bytes) => {
  const { text, encoding: found } = decodeFile(bytes);
  expect(found).toBe(encoding);
  expect(readTable(text, 10)).toMatchObject({ columns: ['a', 'b'], rows: [{ line: 2, cells: ['Büro', '2'] }] });
});

test.each([
  [',', 'a,b;c\n1,2'],
  [';', 'a;"b,c,d"\n1;2'],
  ['\t', 'a\tb\n1\t2'],
  ['|', 'a|b\n1|2'],
])('the delimiter %j is found in the header', (delimiter, text) => {
  expect(readTable(text, 10)).toMatchObject({ delimiter, rows: [{ cells: ['1', '2'] }] });
});

test('a row keeps the number of the line on which it begins, whatever its quotes contain and whichever lines are empty', () => {
  const { rows } = readTable('a,b\r\n"one\r\nand two",2\r\n\r\n"say ""hi""",3\r\n,\r\n4,5\r\n', 10);
  expect(rows).toEqual([
    { line: 2, cells: ['one\nand two', '2'] },
    { line: 5, cells: ['say "hi"', '3'] },
    { line: 7, cells: ['4', '5'] },
  ]);
});

test.each([
  ['without a second column', 'a\n1', 'file_invalid'],
  ['without entries', 'a,b\n', 'file_invalid'],
  ['that is empty', '', 'file_invalid'],
  ['with a quote that is not closed', 'a,b\n"1,2\n3,4', 'file_invalid'],
  ['of more entries than are allowed', 'a,b\n1,2\n3,4\n5,6', 'file_too_large'],
])('a file %s is rejected with advice on what to do', (_what, text, code) => {
  expect(rejection(() => readTable(text, 2))).toMatchObject({ code, detail: expect.any(String) });
});
