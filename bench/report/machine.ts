import { spawnSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { POSTGRES_SETTINGS } from '#/bench/processes/postgres.ts';
import { findRedis } from '#/bench/processes/redis.ts';
import { watchProcessors } from '#/bench/watch-processors.ts';
import { findPrograms } from '#/scripts/database/programs.ts';

export type Machine = {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  postgres: string;
  postgresSettings: string[];
  redis: string | null;
  /** Of the last minute, before the bench began. */
  loadAverage: number;
  /**
   * Share of the machine that others kept busy in the second before the bench began, 0 to 1; null if the system does
   * not report it.
   */
  busyBefore: number | null;
};

const LOOK_MS = 1_000;

/** The machine that the bench runs on, and how quiet it is. */
export async function describeMachine(): Promise<Machine> {
  const { postgres } = await findPrograms();
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout;
  const stop = watchProcessors();
  await delay(LOOK_MS);
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres: /\d+(\.\d+)*/.exec(version)?.[0] ?? 'unknown',
    postgresSettings: POSTGRES_SETTINGS,
    redis: findRedis(),
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    busyBefore: stop()?.others ?? null,
  };
}
