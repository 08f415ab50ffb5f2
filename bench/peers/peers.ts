import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { peer } from '#/bench/peers/peer.ts';
import type { CleanUp } from '#/bench/processes/clean-up.ts';
import type { Postgres } from '#/bench/processes/postgres.ts';
import { findRedis, startRedis } from '#/bench/processes/redis.ts';
import { ROOT } from '#/scripts/project.ts';

type PeersOptions = { cleanUp: CleanUp; postgres: Postgres; receiverUrl: string; log: (line: string) => void };

/** The peers that can run here, each with settings that favor precision. */
export async function findPeers(options: PeersOptions): Promise<Participant[]> {
  const onPostgres = (name: ParticipantName, script: string, label: string) =>
    peer({ ...options, name, script, label: `${versionOf(name)}, ${label}`, prepare: emptyDatabase(options, name) });
  const peers = [
    onPostgres(
      'graphile-worker',
      'bench/peers/graphile-main.ts',
      'run_at, polls every 20 ms, 50 at once, local queue of 500, completions in batches',
    ),
    onPostgres(
      'pg-boss',
      'bench/peers/pg-boss-main.ts',
      'startAfter, polls every 0.5 s (its least), batches of 500, bursts, 2 at once',
    ),
  ];
  const redis = findRedis();
  if (redis) return [await bullmq(options, redis), ...peers];
  options.log('bullmq │ skipped: redis-server not found');
  return peers;
}

async function bullmq(options: PeersOptions, redis: string): Promise<Participant> {
  const port = await startRedis(options.cleanUp);
  return peer({ ...options, ...describeBullmq(redis), prepare: () => emptyRedis(port) });
}

/** BullMQ as a bridge: its jobs publish to a stream of the same Redis instead of calling a receiver. */
export function bullmqToStream(
  options: Pick<PeersOptions, 'cleanUp' | 'receiverUrl'>,
  port: number,
  stream: string,
): Participant {
  const prepare = async () => ({ ...(await emptyRedis(port)), STREAM: stream, STREAM_PORT: String(port) });
  return peer({ ...options, ...describeBullmq(findRedis() ?? 'unknown'), prepare });
}

function describeBullmq(redis: string) {
  return {
    name: 'bullmq' as const,
    script: 'bench/peers/bullmq-main.ts',
    label: `${versionOf('bullmq')}, delayed jobs, 200 at once; Redis ${redis}, append-only file synced every second`,
  };
}

async function emptyRedis(port: number): Promise<Record<string, string>> {
  const { Redis } = await import('ioredis');
  const client = new Redis({ host: '127.0.0.1', port });
  await client.flushall();
  await client.quit();
  return { REDIS_PORT: String(port) };
}

function emptyDatabase({ postgres }: PeersOptions, name: string): () => Promise<Record<string, string>> {
  const database = `peer_${name.replaceAll('-', '_')}`;
  return async () => {
    await postgres.dropDatabase(database);
    return { DATABASE_URL: await postgres.makeDatabase(database) };
  };
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}
