import type { Calm } from '#/bench/calm.ts';
import type { Ours } from '#/bench/ours/ours.ts';
import type { Participant } from '#/bench/participant.ts';
import type { Sizes } from '#/bench/plan.ts';
import type { CleanUp } from '#/bench/processes/clean-up.ts';
import type { Postgres } from '#/bench/processes/postgres.ts';
import type { Receiver } from '#/bench/receiver/receiver.ts';

/** What every scenario measures with. */
export type Bench = {
  sizes: Sizes;
  postgres: Postgres;
  receiver: Receiver;
  calm: Calm;
  ours: Ours;
  peers: Participant[];
  cleanUp: CleanUp;
  /** One line for the person waiting. */
  log: (line: string) => void;
  /** Records that something could not be measured; the rest continues. */
  giveUp: (what: string, error: unknown) => void;
};
