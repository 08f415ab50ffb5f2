import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { status } from '@grpc/grpc-js';
import { beforeAll, expect, test } from 'vitest';
import { newSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { afterFile } from '#/test/after-file.ts';
import { grpcClient, TIMERS } from '#/test/grpc-client.ts';
import { ownDatabase } from '#/test/proofs/own-database.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { firstOwner, WebProcess } from '#/test/web-process.ts';

// A real process with GRPC_PORT set, called by the lines of docs/grpc.md, and ended while a client watches.

/** If the file runs by itself and the pages aren't built yet; `npm run prove` builds them before its tests. */
const BUILD_MS = 600_000;
const API_KEY = newSecret();

let port: number;
let web: WebProcess;

beforeAll(async () => {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const database = await ownDatabase();
  port = await freePort();
  const settings = { DATABASE_URL: database.url, GRPC_PORT: String(port), DRAIN_SECONDS: '1' };
  web = await WebProcess.start({ ...settings, ...firstOwner('Called', API_KEY) });
  // Without a worker nothing fires, and the service reports that it is not serving.
  const worker = await new WorkerProcess(database.url, 'one', {}).ready();
  afterFile(() => Promise.all([web.kill(), worker.end('SIGKILL')]));
}, BUILD_MS);

type Line = { command: string; shown: string[] };

/** The commands of the session with `buf curl`, each with its output in the document. */
function session(): Line[] {
  const text = readFileSync(path.join(ROOT, 'docs/grpc.md'), 'utf8');
  const block = /## With buf curl[\s\S]*?```console\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const [, ...parts] = block.replaceAll(/\\\n\s+/g, '').split(/^\$ /m);
  return parts.map((part) => {
    const [command = '', ...shown] = part.trimEnd().split('\n');
    return { command, shown };
  });
}

/**
 * Runs a command of the session against the process. A watch never ends by itself, so it is ended at its first message.
 */
function run(command: string, settings: string): Promise<string> {
  const buf = path.join(ROOT, 'node_modules/.bin/buf');
  const here = command.replaceAll('localhost:3002', `127.0.0.1:${port}`).replace(/^npx buf/, buf);
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `${settings}; exec ${here}`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', () => resolve(output));
    // With its children: `buf` is a script that starts the program.
    if (command.includes('/Watch')) child.stdout.once('data', () => process.kill(-(child.pid as number)));
  });
}

test('the session with buf curl in docs/grpc.md works as documented', async () => {
  const [first, ...calls] = session();
  const settings = `${first?.command.replace(/API_KEY=\S+/, `API_KEY=${API_KEY}`)}`;
  expect(calls.length).toBeGreaterThanOrEqual(6);
  await until('gRPC answers', PATIENCE_MS, async () =>
    (await run(calls.at(-1)?.command ?? '', settings)).includes('"SERVING"'),
  );
  for (const { command, shown } of calls) {
    const output = (await run(command, settings)).split('\n');
    // Ids, instants, cursors and durations differ.
    const lasting = shown.filter((line) => !line.includes('…') && !/\d{2}|cursor/.test(line));
    expect(output, command).toEqual(expect.arrayContaining(lasting));
    expect(lasting.length, command).toBeGreaterThan(0);
  }
});

test('a terminated process ends its watches with UNAVAILABLE, and then itself', async () => {
  const watch = grpcClient(`127.0.0.1:${port}`, TIMERS, API_KEY).stream('WatchTimers');
  await until('the watch has begun', PATIENCE_MS, () => watch.received.length > 0);
  const code = web.end('SIGTERM');
  expect((await watch.ended).code).toBe(status.UNAVAILABLE);
  expect(await code).toBe(0);
});
