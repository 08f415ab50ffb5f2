import pg from 'pg';
import type { Ledger } from '#/bench/figures/lateness.ts';
import { Child } from '#/bench/processes/child.ts';
import type { CleanUp } from '#/bench/processes/clean-up.ts';
import { logIn } from '#/bench/processes/open-log.ts';
import type { ReceiverQuestions } from '#/bench/receiver/main.ts';
import { nowUs } from '#/bench/wall-clock.ts';

export type Receiver = {
  url: string;
  /** Begins an empty ledger for alarms 0 to `count` - 1; returns the number of the round. */
  begin: (count: number) => Promise<number>;
  /** Waits until all have arrived or the wall instant (microseconds) has passed; returns how many have. */
  settled: (count: number, untilUs: number) => Promise<number>;
  report: () => Promise<Ledger>;
  /** How far the receiver's clock is ahead of the database's, in microseconds. */
  clockOffsetUs: () => Promise<number>;
};

const CLOCK_SAMPLES = 40;

/** Starts the receiver. `databaseUrl`: the database whose clock is compared. */
export async function startReceiver(cleanUp: CleanUp, databaseUrl: string): Promise<Receiver> {
  const log = logIn(cleanUp.folder, 'receiver');
  const child = new Child<ReceiverQuestions>({ args: ['bench/receiver/main.ts'], log });
  cleanUp.add(() => child.stop());
  await child.ready();
  let round = 0;
  return {
    url: `http://127.0.0.1:${await child.call('port', null)}/hook`,
    begin: async (count) => {
      await child.call('begin', { round: ++round, count });
      return round;
    },
    settled: (count, untilUs) => child.call('settled', { count, untilUs }),
    report: () => child.call('report', null),
    clockOffsetUs: () => clockOffsetUs(databaseUrl, () => child.call('clock', null)),
  };
}

/** Both clocks are compared with this process's; of many samples the one with the lowest latency counts. */
async function clockOffsetUs(databaseUrl: string, queryReceiver: () => Promise<number>): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const sql = 'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as us';
    const queryDatabase = async () =>
      (await client.query<{ us: number }>({ name: 'clock', text: sql })).rows[0]?.us ?? 0;
    return (await offsetUs(queryReceiver)) - (await offsetUs(queryDatabase));
  } finally {
    await client.end();
  }
}

async function offsetUs(request: () => Promise<number>): Promise<number> {
  let best = { wayUs: Number.POSITIVE_INFINITY, offsetUs: 0 };
  for (let sample = 0; sample < CLOCK_SAMPLES; sample++) {
    const before = nowUs();
    const theirs = await request();
    const after = nowUs();
    if (after - before < best.wayUs) best = { wayUs: after - before, offsetUs: theirs - (before + after) / 2 };
  }
  return best.offsetUs;
}
