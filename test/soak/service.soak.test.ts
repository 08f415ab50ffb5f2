import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { ROOT } from '#/scripts/project.ts';
import { afterFile } from '#/test/after-file.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { report, spread } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase } from '#/test/proofs/own-database.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, SOON_RECLAIMED } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { type Sample, takeSample } from '#/test/soak/samples.ts';
import { SoakLoad } from '#/test/soak/soak-load.ts';
import { type Mark, soakSvg } from '#/test/soak/soak-svg.ts';
import { firstOwner, WebProcess } from '#/test/web-process.ts';

// `npm run prove -- soak --hours 3`: two web processes and two workers under a steady load. One of each is killed and
// replaced all the time; the others keep running, and show long-term effects. With `--folder FOLDER` its database and
// samples stay there, and the next soak continues with both.

const DURATION_MS = Number(process.env.SOAK_HOURS ?? '3') * HOUR_MS;
const SAMPLES = 360;
const SAMPLE_EVERY_MS = Math.max(5 * SECOND_MS, DURATION_MS / SAMPLES);
/** Replaced about sixty times, but never so often that nothing else shows. */
const REPLACE_EVERY_MS = Math.max(20 * SECOND_MS, DURATION_MS / 60);
const BUILD_MS = 10 * MINUTE_MS;
const API_KEY = 'only-for-tests-only-for-tests-only';
const KEPT = process.env.SOAK_FOLDER;
const FOLDER = KEPT ?? path.join(ROOT, 'test-results');
const SAMPLES_FILE = path.join(FOLDER, 'soak.jsonl');
const PICTURE = path.join(FOLDER, 'soak.svg');

let database: OwnDatabase;
let receiver: Receiver;
let service: { web: WebProcess; worker: WorkerProcess };
let replaced: { web: WebProcess; worker: WorkerProcess };

beforeAll(async () => {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  receiver = await receiverOfFile();
  database = await ownDatabase({}, KEPT);
  service = { web: await startWeb(), worker: await startWorker() };
  replaced = { web: await startWeb(), worker: await startWorker() };
  afterFile(() => Promise.all([service, replaced].flatMap(({ web, worker }) => [web.kill(), worker.end('SIGKILL')])));
}, BUILD_MS);

/** The samples of earlier soaks in the folder. */
function before(): { samples: Sample[]; marks: Mark[] } {
  const lines = existsSync(SAMPLES_FILE) ? readFileSync(SAMPLES_FILE, 'utf8').split('\n').filter(Boolean) : [];
  const all = lines.map((line) => JSON.parse(line) as Sample | Mark);
  return {
    samples: all.filter((one): one is Sample => 'pending' in one),
    marks: all.filter((one): one is Mark => 'words' in one),
  };
}

const startWeb = (port?: number) =>
  WebProcess.start(
    {
      DATABASE_URL: database.url,
      ...firstOwner('Soak', API_KEY),
      DRAIN_SECONDS: '1',
    },
    port,
  );
const startWorker = () => new WorkerProcess(database.url, 'soak', SOON_RECLAIMED).ready();

/** The actions on the replaced processes, in turn. */
const REPLACEMENTS: [words: string, replace: () => Promise<void>][] = [
  [
    'a worker was killed',
    async () => {
      await replaced.worker.end('SIGKILL');
      replaced.worker = await startWorker();
    },
  ],
  [
    'a web process was replaced',
    async () => {
      const port = Number(new URL(replaced.web.url).port);
      await replaced.web.end('SIGTERM');
      replaced.web = await startWeb(port);
    },
  ],
  [
    'a worker was replaced',
    async () => {
      await replaced.worker.end('SIGTERM');
      replaced.worker = await startWorker();
    },
  ],
  [
    'a web process was killed',
    async () => {
      const port = Number(new URL(replaced.web.url).port);
      await replaced.web.kill();
      replaced.web = await startWeb(port);
    },
  ],
];

test('nothing is lost and nothing is sent early for hours, whatever happens to processes', async () => {
  mkdirSync(FOLDER, { recursive: true });
  if (!KEPT) rmSync(SAMPLES_FILE, { force: true });
  const { samples, marks } = before();
  const beforeS = samples.at(-1)?.seconds ?? 0;
  const beganMs = performance.now();
  const secondsSince = () => beforeS + Math.round((performance.now() - beganMs) / SECOND_MS);
  const mark = (words: string) => {
    const one: Mark = { seconds: secondsSince(), words };
    marks.push(one);
    appendFileSync(SAMPLES_FILE, `${JSON.stringify(one)}\n`);
  };
  if (samples.length > 0) mark('everything was ended and started again');
  const first = samples.length;
  let instants = await DatabaseInstants.measure(database.pool);
  const load = new SoakLoad({
    urls: [service.web.url, replaced.web.url],
    headers: { authorization: `Bearer ${API_KEY}` },
    hook: receiver.url,
    nowUs: () => instants.toDatabaseUs(performance.now()),
  });

  let arrived = 0;
  let repeated = 0;
  let early = 0;
  const latenessMs: number[] = [];
  /** Removes the arrivals, and returns how late they were. */
  const collect = async () => {
    const measured = await DatabaseInstants.measure(database.pool);
    const between = instants.spanning(measured);
    instants = measured;
    const late: number[] = [];
    for (const [id, dueUs] of load.due) {
      const [first, ...more] = receiver.ledger.has(id) ? receiver.ledger.take(id) : [];
      if (!first) continue;
      load.due.delete(id);
      arrived += 1;
      repeated += more.length;
      if (between.latestUs(first.atMs) < dueUs) early += 1;
      late.push(first.atMs - between.monotonicMs(dueUs));
    }
    latenessMs.push(...late);
    return late.length > 0 ? spread(late) : null;
  };
  const sample = async () => {
    const late = await collect();
    const seen = await takeSample(database.pool, [
      { name: 'web that lasts', pid: service.web.pid },
      { name: 'worker that lasts', pid: service.worker.pid },
      { name: 'web replaced', pid: replaced.web.pid },
      { name: 'worker replaced', pid: replaced.worker.pid },
    ]);
    const one: Sample = {
      seconds: secondsSince(),
      ...seen,
      latenessP50: late?.p50 ?? null,
      latenessP99: late?.p99 ?? null,
    };
    samples.push(one);
    appendFileSync(SAMPLES_FILE, `${JSON.stringify(one)}\n`);
    writeFileSync(PICTURE, soakSvg(samples, marks));
  };

  const isOver = () => performance.now() - beganMs > DURATION_MS;
  const replacing = (async () => {
    for (let n = 0; !isOver(); n += 1) {
      await delay(REPLACE_EVERY_MS);
      const [words, replace] = REPLACEMENTS[n % REPLACEMENTS.length] as (typeof REPLACEMENTS)[number];
      mark(words);
      await replace();
    }
  })();
  while (!isOver()) {
    await sample();
    await delay(SAMPLE_EVERY_MS);
  }
  await replacing;
  await load.stop();
  await until('everything has arrived', PATIENCE_MS, async () => {
    await collect();
    return load.due.size === 0;
  });
  await sample();
  report('soak', {
    hours: Math.round((DURATION_MS / HOUR_MS) * 100) / 100,
    'hours with those before': Math.round((secondsSince() * SECOND_MS * 100) / HOUR_MS) / 100,
    'processes killed or replaced': marks.length,
    alarms: arrived,
    'sent again': repeated,
    'changes repeated': load.repeats,
    ...spread(latenessMs),
    'web that lasts, MB': `${samples[first + 1]?.memoryMb['web that lasts']} to ${samples.at(-1)?.memoryMb['web that lasts']}`,
    'worker that lasts, MB': `${samples[first + 1]?.memoryMb['worker that lasts']} to ${samples.at(-1)?.memoryMb['worker that lasts']}`,
    'alarms, MB at most': Math.max(...samples.map(({ tableMb }) => tableMb.alarms ?? 0)),
    'indexes of alarms, MB at most': Math.max(...samples.map(({ indexMb }) => indexMb.alarms ?? 0)),
    'vacuums of alarms': `${samples[0]?.vacuums.alarms} to ${samples.at(-1)?.vacuums.alarms}`,
    'dead rows of alarms at most': Math.max(...samples.map(({ deadRows }) => deadRows.alarms ?? 0)),
    'database, MB': `${samples[0]?.databaseMb} to ${samples.at(-1)?.databaseMb}`,
  });
  expect({ early, rejected: load.rejected, lost: load.confirmed - arrived }).toEqual({
    early: 0,
    rejected: [],
    lost: 0,
  });
  expect(service.worker.isRunning).toBe(true);
});
