import { hourOfDay } from '#/lib/client/time/format-time.ts';
import type { Reading } from '#/lib/client/time/time-style.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

type Stretch = { from: number; to: number };
/** Positions are shares of the rail's width, 0 to 1. */
export type Part = { place: number; width: number; look: 'kept' | 'live' | 'unsure' };
export type QuestionRailLayout = {
  ticks: { place: number; label: string }[];
  parts: Part[];
  marks: { place: number; kind: 'from' | 'to' }[];
};

const MAX_LABELS = 8;
const STEPS_H = [1, 2, 3, 4, 6, 12, 24];

/**
 * The time of a timer on a line of full hours: certain time, and the stretch in question. `openFrom` is where the
 * running span begins.
 */
export function layOutQuestion(
  spans: readonly Stretch[],
  gap: Stretch | null,
  openFrom: number,
  reading: Reading,
): QuestionRailLayout {
  const first = spans[0]?.from ?? openFrom;
  const last = Math.max(spans.at(-1)?.to ?? openFrom, first + HOUR_MS / 60);
  const from = Math.floor(first / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, Math.ceil((last - from) / HOUR_MS));
  const step = STEPS_H.find((one) => hours / one <= MAX_LABELS) ?? Math.ceil(hours / MAX_LABELS);
  const length = Math.ceil(hours / step) * step * HOUR_MS;
  const place = (instant: number) => (instant - from) / length;
  const part = (stretch: Stretch, look: Part['look']): Part => {
    return { place: place(stretch.from), width: place(stretch.to) - place(stretch.from), look };
  };
  const sure = spans.flatMap((span) => (gap ? without(span, gap) : [span]));
  const unsure = gap ? spans.map((span) => within(span, gap)).filter(({ from, to }) => from < to) : [];
  return {
    ticks: Array.from({ length: length / HOUR_MS / step + 1 }, (_, index) => {
      const at = from + index * step * HOUR_MS;
      return { place: place(at), label: hourOfDay(at, reading) };
    }),
    parts: [
      ...sure.map((stretch) => part(stretch, stretch.to > openFrom ? 'live' : 'kept')),
      ...unsure.map((stretch) => part(stretch, 'unsure')),
    ],
    marks: [
      ...(gap ? [{ place: place(gap.from), kind: 'from' as const }] : []),
      { place: place(gap?.to ?? last), kind: 'to' as const },
    ],
  };
}

function within(span: Stretch, gap: Stretch): Stretch {
  return { from: Math.max(span.from, gap.from), to: Math.min(span.to, gap.to) };
}

function without(span: Stretch, gap: Stretch): Stretch[] {
  return [
    { from: span.from, to: Math.min(span.to, gap.from) },
    { from: Math.max(span.from, gap.to), to: span.to },
  ].filter(({ from, to }) => from < to);
}
