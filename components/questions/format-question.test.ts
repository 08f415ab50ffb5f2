import { expect, it } from 'vitest';
import {
  choicesOf,
  formatWhereabouts,
  type QuestionJson,
  questionTitle,
  timerQuestions,
} from '#/components/questions/format-question.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { timerJson } from '#/test/timer-json.ts';

const STYLE: TimeStyle = { timeZone: 'UTC', hourCycle: 'h23', dayStartHour: 0 };
const NOW = at('15:10');

function at(time: string, day = '19'): number {
  return Date.parse(`2026-11-${day}T${time}:00Z`);
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

/** About a timer that has run since 09:00. */
function asked(change: Partial<QuestionJson> = {}) {
  const timer = timerJson();
  const question: QuestionJson = {
    id: 'question',
    timer_id: timer.id,
    kind: 'long_run',
    away_from: iso(at('13:38')),
    away_to: null,
    asked_at: iso(at('15:00')),
    times_asked: 1,
    snoozed_until: null,
    answered_at: null,
    answer: null,
    second_timer_id: null,
    undo_until: null,
    undone_at: null,
    ...change,
  };
  return { question, timer };
}

const ABSENCE = { kind: 'absence', away_from: iso(at('13:00')), away_to: iso(at('14:30')) } as const;

function minutes(ms: number | null): number | null {
  return ms && ms / 60_000;
}

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

it('shows how long a timer has run when it asks, and when its owner was last seen', () => {
  expect(plain(questionTitle(asked(), STYLE))).toBe('Your timer has been running for 6 h – still working?');
  expect(formatWhereabouts(asked(), STYLE, '2026-11-19')).toBe('You were last seen here at 13:38.');
  expect(formatWhereabouts(asked({ away_from: null }), STYLE, '2026-11-19')).toMatch(/^You haven’t been seen here/);
});

it('shows from when to when the owner was away, over midnight with the day', () => {
  expect(questionTitle(asked(ABSENCE), STYLE)).toBe('Away 13:00 – 14:30 – was it work?');
  const night = { ...ABSENCE, away_from: iso(at('18:04')), away_to: iso(at('09:12', '20')) };
  expect(questionTitle(asked(night), STYLE)).toBe('Away 18:04 – Fri 09:12 – was it work?');
});

it('offers to trim to when the owner was last seen, with the rest of the timer', () => {
  const choices = choicesOf(asked(), NOW, STYLE);
  expect(choices.map(({ key, title, leftMs }) => [key, plain(title), minutes(leftMs)])).toEqual([
    ['T', 'Trim to 13:38 and stop', 278],
    ['K', 'Still working', 370],
    ['C', 'Trim and continue', 278],
  ]);
  expect(plain(choices[0]?.about ?? '')).toBe('Removes the 1 h 32 min after you were last seen');
});

it('shows when it is asked again, if it is', () => {
  const about = (change: Partial<QuestionJson>) =>
    plain(choicesOf(asked(change), NOW, STYLE).find(({ does }) => does === 'keep')?.about ?? '');
  expect(about({})).toBe('Keeps everything and asks again in 2 h');
  expect(about({ kind: 'after_hours' })).toBe('Keeps everything and continues');
  expect(about(ABSENCE)).toBe('It was work');
});

it('removes the absence and nothing else', () => {
  const choices = choicesOf(asked(ABSENCE), NOW, STYLE);
  expect(choices.map(({ does, leftMs }) => [does, minutes(leftMs)])).toEqual([
    ['trim_continue', 280],
    ['trim_stop', 240],
    ['keep', 370],
  ]);
});

it('offers no trim that would leave nothing, or that has no instant', () => {
  expect(choicesOf(asked({ away_from: null }), NOW, STYLE).map(({ does }) => does)).toEqual(['time', 'keep']);
  expect(choicesOf(asked({ away_from: iso(at('09:00')) }), NOW, STYLE).map(({ does }) => does)).toEqual(['keep']);
});

it('shows open questions about existing timers, and snoozed ones once their time has come', () => {
  const one = asked({ snoozed_until: iso(at('15:15')) });
  const current = { timer: one.timer, paused: [], elsewhere: null, questions: [one.question], server_time: iso(NOW) };
  expect(timerQuestions(current, NOW)).toEqual([]);
  expect(timerQuestions(current, at('15:15'))).toEqual([one]);
  expect(timerQuestions({ ...current, timer: null }, at('15:15'))).toEqual([]);
});
