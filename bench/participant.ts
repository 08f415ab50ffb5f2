export type ParticipantName = 'ours' | 'bullmq' | 'graphile-worker' | 'pg-boss';

/** Alarms 0 to `dueUs.length` - 1 of a round of the receiver, due at these instants (microseconds since the epoch). */
export type Alarms = { round: number; dueUs: Float64Array; firstN?: number };

/** A scheduler that calls the receiver at due times: ours or a peer. Started, measured and stopped one at a time. */
export type Participant = {
  name: ParticipantName;
  /** Version and settings, for the reader of the results. */
  label: string;
  /** The resolution of its due instants, in microseconds; due instants are rounded up to it. */
  grainUs: number;
  start: () => Promise<void>;
  /** Registers alarms, and returns when all are accepted. */
  create: (alarms: Alarms) => Promise<void>;
  stop: () => Promise<void>;
};

/** The same small payload for all participants. The receiver finds the alarm by its first two members. */
export function payloadOf(round: number, n: number) {
  return { round, n, type: 'alarm.fired', text: 'Time is up: the tea has drawn for four minutes.' };
}
