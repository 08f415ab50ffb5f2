import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SystemNames } from '#/lib/webhooks/sending/system-names.ts';

async function filesSaying(hosts: string, resolv: string) {
  const folder = await mkdtemp(join(tmpdir(), 'names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { hosts: join(folder, 'hosts'), resolv: join(folder, 'resolv.conf') };
  await writeFile(files.hosts, hosts);
  await writeFile(files.resolv, resolv);
  return files;
}

test('system names and search domains are read as the system does', async () => {
  const files = await filesSaying(
    '# comment\n127.0.0.1\tlocalhost\n10.0.0.7  DB.internal db # the database\n\nfd00::7 db\n256.1.1.1 wrong\n10.0.0.8',
    'nameserver 10.0.0.53\ndomain old.test\nsearch a.test. b.test .\n; comment\noptions ndots:5 rotate\n',
  );
  const { hosts, search, ndots } = await new SystemNames(() => 0, files).get();
  expect(Object.fromEntries(hosts)).toEqual({
    localhost: [{ address: '127.0.0.1', family: 4 }],
    'db.internal': [{ address: '10.0.0.7', family: 4 }],
    db: [
      { address: '10.0.0.7', family: 4 },
      { address: 'fd00::7', family: 6 },
    ],
  });
  expect({ search, ndots }).toEqual({ search: ['a.test', 'b.test'], ndots: 5 });
});

test('no names come from files that do not exist', async () => {
  const names = new SystemNames(() => 0, { hosts: '/nowhere/hosts', resolv: '/nowhere/resolv.conf' });
  expect(await names.get()).toEqual({ hosts: new Map(), search: [], ndots: 1 });
});

test('a changed file is read again after five seconds', async () => {
  let nowMs = 0;
  const files = await filesSaying('10.0.0.7 db', '');
  const names = new SystemNames(() => nowMs, files);
  const before = await names.get();
  await writeFile(files.hosts, '10.0.0.8 db');
  nowMs = 4_999;
  expect(await names.get()).toBe(before);
  nowMs = 5_000;
  // No caller waits for the reread: this one and those that arrive meanwhile get the previous content.
  expect(names.get()).toBe(before);
  await expect.poll(() => names.get(), { timeout: 30_000 }).not.toBe(before);
  expect((await names.get()).hosts.get('db')).toEqual([{ address: '10.0.0.8', family: 4 }]);
});
