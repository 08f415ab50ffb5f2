import { describe, expect, test } from 'vitest';
import { latenessOf } from '#/bench/figures/lateness.ts';
import type { Run } from '#/bench/measure.ts';
import type { ParticipantName } from '#/bench/participant.ts';
import type { Measurements } from '#/bench/report/results.ts';
import { verdicts } from '#/bench/report/targets.ts';
import { measured } from '#/bench/scenarios/lateness.ts';

/** A run in which everything was this many milliseconds late. */
function runOf(lateMs: number, changes: Partial<Run> = {}): Run {
  const firstUs = new Float64Array(4).fill(1_000_000 + lateMs * 1000);
  const ledger = { firstUs, requests: new Uint32Array(4).fill(1), otherIds: 0, unknown: 0 };
  const lateness = latenessOf(new Float64Array(4).fill(1_000_000), ledger);
  return { ...lateness, createdPerSecond: 1, clockOffsetsUs: [0, 0], shares: null, ...changes };
}

function latenessAt1000(runs: Partial<Record<ParticipantName, Run[]>>): Measurements {
  const participants = Object.entries(runs).map(([name, all]) => measured(name as ParticipantName, all));
  return { lateness: [{ perSecond: 1_000, seconds: 10, participants }] };
}

const verdictOn = (label: string, measurements: Measurements) =>
  verdicts(measurements).find((verdict) => verdict.label.startsWith(label));

describe('targets', () => {
  test('a target that was not measured has no verdict', () => expect(verdicts({})).toEqual([]));

  test('the median round decides on lateness', () => {
    const measurements = latenessAt1000({ ours: [runOf(90), runOf(14), runOf(1)] });
    expect(verdictOn('p99 at 1,000/s', measurements)).toMatchObject({ figure: 14, reached: true });
    expect(verdictOn('p50 at 1,000/s', measurements)).toMatchObject({ figure: 14, reached: false });
  });

  test('one early alarm in any round misses the target', () => {
    const measurements = latenessAt1000({ ours: [runOf(1), runOf(2), runOf(3, { early: 1 })] });
    expect(verdictOn('early', measurements)).toMatchObject({ figure: 1, reached: false });
    expect(verdictOn('lost', measurements)).toMatchObject({ figure: 0, reached: true });
  });

  test('ours is compared with the best peer, of those that lost nothing', () => {
    const measurements = latenessAt1000({
      ours: [runOf(5)],
      bullmq: [runOf(50)],
      'pg-boss': [runOf(500)],
      'graphile-worker': [runOf(10, { lost: 3 })],
    });
    expect(verdictOn('p99 of the best peer to ours, 1,000/s', measurements)).toMatchObject({
      figure: 10,
      reached: true,
    });
  });

  test('the slowest report decides on reports', () => {
    const spread = (p95Ms: number) => ({ p50Ms: 1, p95Ms, maxMs: 999 });
    const reports = [
      { label: 'one', ofTeam: spread(20), own: spread(51) },
      { label: 'other', ofTeam: spread(200), own: spread(2) },
    ];
    const size = { members: 1, spans: 1, timers: 1, running: 0, days: 1, generateSeconds: 1, changed: 0, gigabytes: 1 };
    const measured = { workspace: size, team: 50, runs: 1, refreshSeconds: { first: 1, again: 1 }, reports };
    expect(verdictOn('p95 of the slowest report of a year, of a team', { reports: measured })).toMatchObject({
      figure: 200,
      reached: true,
    });
    expect(verdictOn('p95 of the slowest report of a year, of a member', { reports: measured })).toMatchObject({
      figure: 51,
      reached: false,
    });
  });

  test('without a peer there is no comparison', () => {
    expect(verdictOn('p99 of the best peer', latenessAt1000({ ours: [runOf(5)] }))).toBeUndefined();
  });
});
