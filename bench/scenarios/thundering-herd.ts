import type { Bench } from '#/bench/bench.ts';
import { isDisturbed } from '#/bench/calm.ts';
import { median } from '#/bench/figures/quantile.ts';
import { formatRun, measure, type Run } from '#/bench/measure.ts';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { undisturbed } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type ThunderingHerdResult = {
  alarms: number;
  /** `middle`: the median round by its last arrival. */
  participants: { name: ParticipantName; middle: Run; disturbed: boolean; lastMs: number[] }[];
};

const ALARMS = 10_000;

/** 10,000 due in the same millisecond: how long until the last has arrived. Ours and the peers alternate. */
export async function measureThunderingHerd(bench: Bench): Promise<ThunderingHerdResult> {
  const runs = new Map<Participant, Run[]>();
  for (let round = 1; round <= bench.sizes.rounds; round++) {
    for (const participant of [bench.ours, ...bench.peers]) {
      try {
        const run = await withStarted(bench, participant, () => measure(bench, participant, new Float64Array(ALARMS)));
        bench.log(`${participant.name} │ herd of ${ALARMS}, round ${round}: ${formatRun(run)}`);
        runs.set(participant, [...(runs.get(participant) ?? []), run]);
      } catch (error) {
        bench.giveUp(participant.name, error);
      }
    }
  }
  return { alarms: ALARMS, participants: [...runs].map(([{ name }, all]) => resultOf(name, all)) };
}

function resultOf(name: ParticipantName, runs: Run[]): ThunderingHerdResult['participants'][number] {
  const middle = median(undisturbed(runs), (run) => run.maxMs);
  return { name, middle, disturbed: isDisturbed(middle), lastMs: runs.map((run) => run.maxMs) };
}
