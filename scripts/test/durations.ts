import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';

const SHOWN = 20;
/** A test that takes more than this fraction of its limit on a quiet machine runs out of time on a busy one. */
const SHARE_OF_LIMIT = 0.25;

/** Appends a run to `test-results/durations.jsonl`, a line a test; `runAt` tells the runs apart (RFC 3339). */
export function appendDurations(outcomes: readonly TestOutcome[], runAt: string): void {
  const file = path.join(ROOT, 'test-results/durations.jsonl');
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = outcomes.map(({ error: _, ...outcome }) => `${JSON.stringify({ run_at: runAt, ...outcome })}\n`);
  appendFileSync(file, lines.join(''));
}

/** The slowest tests, and those that used more than a quarter of their limit, as lines to print. */
export function slowLines(outcomes: readonly TestOutcome[]): string[] {
  const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const near = slowestFirst(outcomes.filter(({ ms, limitMs }) => limitMs && ms > limitMs * SHARE_OF_LIMIT));
  return [
    `the ${slowest.length} slowest tests:`,
    ...slowest.map(durationLine),
    near.length > 0 ? 'used more than a quarter of their time limit:' : 'none used more than a quarter of its limit',
    ...near.map((one) => `${durationLine(one)} (limit ${seconds(one.limitMs ?? 0)} s)`),
  ];
}

function slowestFirst(outcomes: readonly TestOutcome[]): TestOutcome[] {
  return outcomes.toSorted((a, b) => b.ms - a.ms);
}

function durationLine({ ms, file, test }: TestOutcome): string {
  return `${seconds(ms).padStart(6)} s  ${file ?? ''} › ${test}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
