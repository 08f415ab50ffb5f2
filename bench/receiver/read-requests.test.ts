import { describe, expect, test } from 'vitest';
import { readRequests } from '#/bench/receiver/read-requests.ts';

const request = (body: string) =>
  `POST /hook HTTP/1.1\r\nhost: x\r\nwebhook-id: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const read = (text: string) => readRequests(Buffer.from(text));

test('a request that has arrived in full is read', () => {
  const { requests, rest } = read(request('{"n":1}'));
  expect(requests).toEqual([{ head: expect.stringContaining('webhook-id: a'), body: '{"n":1}' }]);
  expect(rest).toHaveLength(0);
});

test('several requests in one chunk are read in order', () => {
  const { requests } = read(request('1') + request('22') + request(''));
  expect(requests.map(({ body }) => body)).toEqual(['1', '22', '']);
});

describe('a request cut anywhere is read once its end has arrived', () => {
  const whole = request('{"n":12}');
  test.each(Array.from({ length: whole.length - 1 }, (_, i) => i + 1))('after %d bytes', (cut) => {
    const first = read(whole.slice(0, cut));
    expect(first.requests).toEqual([]);
    const second = readRequests(Buffer.concat([first.rest, Buffer.from(whole.slice(cut))]));
    expect(second.requests.map(({ body }) => body)).toEqual(['{"n":12}']);
  });
});

test('chunked bodies are rejected', () => {
  expect(() => read('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow('chunked');
});
