import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trimmedAndStopped, withoutGap } from '#/lib/tracking/questions/question.ts';
import { elapsedMs, openSpan, type Timer } from '#/lib/tracking/timers/timer.ts';

const START = Date.UTC(2026, 2, 10, 9);
const at = (minutes: number) => new Date(START + minutes * 60_000);
const newId = () => crypto.randomUUID();

function timer(spans: [number, number | null][], change: Partial<Timer> = {}): Timer {
  const isOpen = spans.at(-1)?.[1] === null;
  return {
    id: 't',
    workspaceId: 'w',
    userId: 'u',
    type: 'manual',
    title: '',
    ticket: null,
    project: null,
    tags: [],
    expectedEndAt: null,
    plan: null,
    cycles: [],
    createdVia: 'web',
    createdAt: at(0),
    updatedAt: at(0),
    capPoint: 'cap',
    timeZone: 'UTC',
    lastSeenAt: null,
    status: isOpen ? 'running' : 'paused',
    startedAt: at(spans[0]?.[0] ?? 0),
    endedAt: null,
    endReason: null,
    reasonBeforeDiscard: null,
    needsReview: false,
    capSeconds: 86_400,
    version: 3,
    spans: spans.map(([from, to], index) => ({
      id: `s${index}`,
      startedAt: at(from),
      endedAt: to === null ? null : at(to),
      origin: 'live',
    })),
    ...change,
  };
}

const minutes = (one: Timer) =>
  one.spans.map(({ startedAt, endedAt, origin }) => [
    (+startedAt - START) / 60_000,
    endedAt && (+endedAt - START) / 60_000,
    origin,
  ]);

describe('trimmed and stopped at an instant', () => {
  test('a running timer ends there, and is marked as edited', () => {
    const { timer: after } = trimmedAndStopped(
      timer([
        [0, 10],
        [20, null],
      ]),
      at(30),
      newId,
    )!;
    expect(minutes(after)).toEqual([
      [0, 10, 'live'],
      [20, 30, 'corrected'],
    ]);
    expect(after).toMatchObject({ status: 'stopped', endReason: 'stopped', endedAt: at(30), version: 4 });
  });

  test('whole spans after it are removed', () => {
    expect(
      minutes(
        trimmedAndStopped(
          timer([
            [0, 10],
            [20, null],
          ]),
          at(5),
          newId,
        )!.timer,
      ),
    ).toEqual([[0, 5, 'corrected']]);
  });

  test('within a pause nothing is cut short', () => {
    const { timer: after } = trimmedAndStopped(
      timer([
        [0, 10],
        [20, null],
      ]),
      at(15),
      newId,
    )!;
    expect(minutes(after)).toEqual([[0, 10, 'live']]);
    expect(after.endedAt).toEqual(at(15));
  });

  test.each([0, -5])('returns null when nothing would be left at %i min', (minute) => {
    expect(trimmedAndStopped(timer([[0, null]]), at(minute), newId)).toBeNull();
  });
});

describe('without a gap', () => {
  const gap = (from: number, to: number) => ({ from: at(from), to: at(to) });

  test('a running timer continues after it', () => {
    const { timer: after, cut } = withoutGap(timer([[0, null]]), gap(30, 60), newId)!;
    expect(minutes(after)).toEqual([
      [0, 30, 'corrected'],
      [60, null, 'corrected'],
    ]);
    expect(after.status).toBe('running');
    expect(cut).toEqual([{ startedAt: at(30), endedAt: at(60) }]);
  });

  test('a paused timer stays paused', () => {
    const { timer: after } = withoutGap(timer([[0, 90]]), gap(30, 60), newId)!;
    expect(minutes(after)).toEqual([
      [0, 30, 'corrected'],
      [60, 90, 'corrected'],
    ]);
    expect(after).toMatchObject({ status: 'paused', endedAt: null });
  });

  test.each([
    [
      'nothing of the timer lies in it',
      [
        [0, 10],
        [70, null],
      ],
      [20, 60],
    ],
    ['it contains the whole timer', [[30, 50]], [20, 60]],
  ] as const)('null when %s', (_why, spans, [from, to]) => {
    expect(withoutGap(timer(spans.map(([a, b]) => [a, b])), gap(from, to), newId)).toBeNull();
  });

  test('removes exactly the time within the gap, whatever the spans', () => {
    const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        lengths,
        fc.boolean(),
        fc.nat(300),
        fc.integer({ min: 1, max: 300 }),
        (rows, isOpen, from, length) => {
          let clock = 0;
          const spans = rows.map(([work, pause]): [number, number | null] => {
            const span: [number, number] = [clock, clock + work];
            clock += work + pause;
            return span;
          });
          if (isOpen) spans[spans.length - 1]![1] = null;
          const before = timer(spans);
          const now = at(1_000);
          const result = withoutGap(before, gap(from, from + length), newId);
          if (!result) return;
          const cutMs = elapsedMs({ spans: result.cut }, now);
          expect(elapsedMs(before, now) - elapsedMs(result.timer, now)).toBe(cutMs);
          expect(openSpan(result.timer) === null).toBe(openSpan(before) === null);
          const all = [...result.timer.spans, ...result.cut].sort((one, other) => +one.startedAt - +other.startedAt);
          for (const [index, span] of all.entries()) {
            const next = all[index + 1];
            if (next) expect(+(span.endedAt as Date)).toBeLessThanOrEqual(+next.startedAt);
          }
        },
      ),
    );
  });
});
