import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Bench } from '#/bench/bench.ts';
import { evenly, formatRun, measure, type Run } from '#/bench/measure.ts';
import { type Participant, type ParticipantName, payloadOf } from '#/bench/participant.ts';
import { bullmqToStream } from '#/bench/peers/peers.ts';
import { findRedis, startRedis } from '#/bench/processes/redis.ts';
import { openStreamReceiver } from '#/bench/receiver/stream-receiver.ts';
import { type Measured, measured } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';
import { nowUs, rfc3339 } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

type Registered = { name: ParticipantName; perSecond: number; shares: Shares | null };
export type BridgeResult = {
  /** From a stream that holds them all when the broker is connected; of BullMQ by its library's bulk call. */
  count: number;
  registered: Registered[];
  /** Alarms published to a stream, and read there. */
  perSecond: number;
  seconds: number;
  fired: Measured[];
};

const BROKER = 'bench';
const INPUT = 'timers.in';
const OUTPUT = 'timers.out';
const PER_SECOND = 1_000;
const PIPELINE = 1_000;
const LOOK_MS = 50;
/** Registered so far ahead that nothing fires during the run. */
const AHEAD_US = 86_400 * 1_000_000;
const GAP_US = 1_000;
const REGISTER_PATIENCE_MS = 120_000;

/**
 * Events in and out over Redis Streams, compared with BullMQ, whose jobs publish to a stream of the same Redis: how
 * many events become alarms in a second, and how late events arrive at a reader of the stream.
 */
export async function measureBridge(bench: Bench): Promise<BridgeResult> {
  if (findRedis() === null) throw new Error('redis-server is not installed: apt-get install redis-server');
  const { sizes, cleanUp, receiver } = bench;
  const port = await startRedis(cleanUp, 'redis-of-bridge');
  const result: BridgeResult = {
    count: sizes.registered,
    registered: [],
    perSecond: PER_SECOND,
    seconds: sizes.latenessSeconds,
    fired: [],
  };
  const peer = bullmqToStream({ cleanUp, receiverUrl: receiver.url }, port, OUTPUT);
  for (const participant of [oursByBroker(bench, port), peer]) {
    const runs: Run[] = [];
    const stream = openStreamReceiver(port, OUTPUT, receiver);
    const toStream = { ...bench, receiver: stream };
    try {
      await withStarted(toStream, participant, async () => {
        for (let round = 1; round <= sizes.rounds; round++) {
          const run = await measure(toStream, participant, evenly(PER_SECOND, sizes.latenessSeconds));
          bench.log(`${participant.name} │ events at ${PER_SECOND}/s, round ${round}: ${formatRun(run)}`);
          runs.push(run);
        }
        const registered = await bench.calm.measure(participant.name, () =>
          participant.name === 'ours' ? registerFromStream(bench, port) : registerByCall(participant, result.count),
        );
        bench.log(`${participant.name} │ registers ${Math.round(registered.perSecond)} alarms/s`);
        result.registered.push({ name: participant.name, ...registered });
      });
      result.fired.push(measured(participant.name, runs));
    } finally {
      await stream.close();
    }
  }
  return result;
}

/** Ours with a broker: alarms created there publish to its stream. */
function oursByBroker({ ours }: Bench, port: number): Participant {
  let client: ReturnType<ReturnType<typeof ours.running>['clientTo']> | undefined;
  return {
    ...ours,
    label: 'API and worker with default settings, a Redis as message broker',
    start: async () => {
      await withRedis(port, (redis) => redis.flushall());
      await ours.start();
      client = ours.running().clientTo({ output_mode: 'event', broker: BROKER, target: OUTPUT });
      await client.createBroker({ name: BROKER, kind: 'redis', url: `redis://127.0.0.1:${port}` });
    },
    create: async (alarms) => client?.createAll(alarms),
    stop: async () => {
      await client?.close();
      await ours.stop();
    },
  };
}

/** Fills a stream, then connects it, and watches the events become alarms. The first batch is not counted. */
async function registerFromStream({ ours, sizes }: Bench, port: number): Promise<Omit<Registered, 'name'>> {
  const { client, databaseUrl } = ours.running();
  const input = `${INPUT}.${Math.round(nowUs())}`;
  await fill(port, input, sizes.registered);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const consumed = async () => {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int from consumed_events where source = $1`,
      [`/${input}`],
    );
    return rows[0]?.count ?? 0;
  };
  const stop = watchProcessors();
  try {
    await client.createBroker({
      name: `in-${Math.round(nowUs())}`,
      kind: 'redis',
      url: `redis://127.0.0.1:${port}`,
      input_target: input,
    });
    const giveUpAt = performance.now() + REGISTER_PATIENCE_MS;
    let first: { count: number; ms: number } | undefined;
    for (;;) {
      const count = await consumed();
      const ms = performance.now();
      if (count > 0) first ??= { count, ms };
      if (first && count === sizes.registered) {
        return { perSecond: ((count - first.count) / (ms - first.ms)) * 1_000, shares: stop() };
      }
      if (ms > giveUpAt) throw new Error(`${count} of ${sizes.registered} events became alarms in time.`);
      await delay(LOOK_MS);
    }
  } finally {
    await database.end();
  }
}

async function fill(port: number, stream: string, count: number): Promise<void> {
  const dueUs = nowUs() + AHEAD_US;
  await withRedis(port, async (redis) => {
    for (let from = 0; from < count; from += PIPELINE) {
      const pipeline = redis.pipeline();
      for (let n = from; n < Math.min(count, from + PIPELINE); n++) {
        pipeline.xadd(stream, '*', 'event', eventText(stream, n, dueUs + n * GAP_US));
      }
      await pipeline.exec();
    }
  });
}

function eventText(stream: string, n: number, dueUs: number): string {
  return JSON.stringify({
    specversion: '1.0',
    type: 'timer.scheduled',
    source: `/${stream}`,
    id: String(n),
    data: { fire_at: rfc3339(dueUs), target: OUTPUT, payload: payloadOf(0, n) },
  });
}

async function registerByCall(participant: Participant, count: number): Promise<Omit<Registered, 'name'>> {
  const firstUs = Math.ceil(nowUs() / GAP_US) * GAP_US + AHEAD_US;
  const dueUs = Float64Array.from({ length: count }, (_, n) => firstUs + n * GAP_US);
  const stop = watchProcessors();
  const began = performance.now();
  await participant.create({ round: 0, dueUs });
  return { perSecond: (count / (performance.now() - began)) * 1_000, shares: stop() };
}

async function withRedis<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ host: '127.0.0.1', port });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
