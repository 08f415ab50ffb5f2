import { expect, it } from 'vitest';
import { layOutQuestion } from '#/components/questions/question-rail-layout.ts';

function at(time: string, day = '19'): number {
  return Date.parse(`2026-11-${day}T${time}:00Z`);
}

it('rules the hours of a timer, and distinguishes time in question from counted time', () => {
  const spans = [
    { from: at('08:00'), to: at('08:30') },
    { from: at('09:00'), to: at('12:00') },
  ];
  const { ticks, parts, marks } = layOutQuestion(spans, { from: at('10:00'), to: at('11:00') }, at('09:00'), 'UTC');
  expect(ticks.map(({ label }) => label)).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00']);
  expect(parts).toEqual([
    { place: 0, width: 0.125, look: 'kept' },
    { place: 0.25, width: 0.25, look: 'live' },
    { place: 0.75, width: 0.25, look: 'live' },
    { place: 0.5, width: 0.25, look: 'unsure' },
  ]);
  expect(marks).toEqual([
    { place: 0.5, kind: 'from' },
    { place: 0.75, kind: 'to' },
  ]);
});

it('has room for a night', () => {
  const spans = [{ from: at('17:10'), to: at('09:12', '20') }];
  const { ticks } = layOutQuestion(spans, null, at('17:10'), 'UTC');
  expect(ticks.length).toBeLessThanOrEqual(9);
  expect(ticks[0]?.label).toBe('17:00');
});
