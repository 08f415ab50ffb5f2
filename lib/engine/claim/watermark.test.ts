import { expect, test } from 'vitest';
import { Watermark } from '#/lib/engine/claim/watermark.ts';

const SLACK = 10;

/** A watermark on a clock set by hand, and where its scans began. */
function markOn(clock = { ms: 0 }) {
  const mark = new Watermark(SLACK, () => clock.ms);
  const began: (number | null)[] = [];
  const scan = (untilUs: number, clearUs: number | null = untilUs, tookMs = 0, meanwhile = () => {}) =>
    mark.scan(untilUs, async (fromUs) => {
      began.push(fromUs);
      clock.ms += tookMs;
      meanwhile();
      return [null, clearUs];
    });
  return { mark, began, scan, clock };
}

test('the first scan is a whole one; those after it begin a little before what was clear', async () => {
  const { began, scan } = markOn();
  await scan(1_000);
  await scan(2_000, 1_500);
  await scan(3_000);
  expect(began).toEqual([null, 990, 1_490]);
});

test('a scan five seconds later starts from the very beginning again', async () => {
  const { began, scan, clock } = markOn();
  await scan(1_000);
  clock.ms = 4_999;
  await scan(2_000);
  clock.ms = 5_000;
  await scan(3_000);
  await scan(4_000);
  expect(began).toEqual([null, 990, null, 2_990]);
});

test('slow whole scans run less often: for a hundredth of the time, and at least once a minute', async () => {
  const { began, scan, clock } = markOn();
  await scan(1_000, 1_000, 100);
  clock.ms = 100 + 9_999;
  await scan(2_000);
  clock.ms = 100 + 10_000;
  await scan(3_000, 3_000, 5_000);
  clock.ms += 60_000;
  await scan(4_000);
  expect(began).toEqual([null, 990, null, null]);
});

test('a row that turns up late makes the next scan a whole one, even while a scan runs', async () => {
  const { mark, began, scan } = markOn();
  await scan(1_000);
  mark.reset();
  await scan(2_000, 2_000, 0, () => mark.reset());
  await scan(3_000);
  await scan(4_000);
  expect(began).toEqual([null, null, null, 2_990]);
});

test('a failed scan counts for nothing: the next is a whole one', async () => {
  const { mark, began, scan } = markOn();
  await expect(mark.scan(1_000, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await scan(2_000);
  expect(began).toEqual([null]);
});

test('a clock set back makes the next scan a whole one, since nothing is known of that time', async () => {
  const { began, scan } = markOn();
  await scan(10_000);
  await scan(500);
  await scan(600);
  expect(began).toEqual([null, null, 490]);
});

test('a scan that does not know what is left moves nothing, and if it was a whole one, the next is too', async () => {
  const { began, scan, clock } = markOn();
  await scan(1_000);
  await scan(2_000, null);
  await scan(3_000);
  clock.ms = 5_000;
  await scan(4_000, null);
  await scan(5_000);
  await scan(6_000);
  expect(began).toEqual([null, 990, 990, null, null, 4_990]);
});
