import type { Bench } from '#/bench/bench.ts';
import { isDisturbed } from '#/bench/calm.ts';
import { median } from '#/bench/figures/quantile.ts';
import { measure, type Run, words } from '#/bench/measure.ts';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { undisturbed } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type ThunderingHerdResult = {
  alarms: number;
  /** `middle`: the median round by its last arrival. */
  participants: { name: ParticipantName; middle: Run; disturbed: boolean; lastMs: number[] }[];
};

const ALARMS = 10_000;

/** 10,000 due in the same millisecond: how long until the last has arrived. */
export async function measureThunderingHerd(bench: Bench): Promise<ThunderingHerdResult> {
  const participants: ThunderingHerdResult['participants'] = [];
  for (const participant of [bench.ours, ...bench.peers]) {
    try {
      const runs = await measureOne(bench, participant);
      const middle = median(undisturbed(runs), (run) => run.maxMs);
      participants.push({
        name: participant.name,
        middle,
        disturbed: isDisturbed(middle),
        lastMs: runs.map((run) => run.maxMs),
      });
    } catch (error) {
      bench.giveUp(participant.name, error);
    }
  }
  return { alarms: ALARMS, participants };
}

function measureOne(bench: Bench, participant: Participant): Promise<Run[]> {
  const rounds = participant === bench.ours ? bench.sizes.rounds : 1;
  return withStarted(bench, participant, async () => {
    const runs: Run[] = [];
    for (let round = 1; round <= rounds; round++) {
      const run = await measure(bench, participant, new Float64Array(ALARMS));
      bench.log(`${participant.name} │ herd of ${ALARMS}, round ${round}: ${words(run)}`);
      runs.push(run);
    }
    return runs;
  });
}
