import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checksumFile, checksumLine, verifyChecksum } from '#/scripts/backup/checksum.ts';
import { rejectOldTool } from '#/scripts/backup/postgres-tools.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'timer-service-backup-'));
  file = path.join(folder, 'timers.dump');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('pg_dump', () => {
  test.each([
    ['pg_dump (PostgreSQL) 18.1', 18],
    ['pg_dump (PostgreSQL) 18.1 (Debian 18.1-1.pgdg13+2)', 15],
  ])('is accepted: %s for a server of %i', (said, server) => {
    expect(() => rejectOldTool('pg_dump', said, server)).not.toThrow();
  });

  test('that is older than the server is rejected, with what to install', () => {
    expect(() => rejectOldTool('pg_dump', 'pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', 18)).toThrow(
      /PostgreSQL 15, the server is 18.*postgresql-client-18/,
    );
  });

  test('that is missing is rejected, with what to install', () => {
    expect(() => rejectOldTool('pg_dump', null, 17)).toThrow(/not on the PATH.*postgresql-client-17/);
  });
});

describe('the checksum of a backup', () => {
  test('has the format of sha256sum', async () => {
    writeFileSync(file, 'abc');
    expect(await checksumLine(file)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  timers.dump\n',
    );
  });

  test('is verified before a restore', async () => {
    writeFileSync(file, 'abc');
    expect(await verifyChecksum(file)).toBe(false);
    writeFileSync(checksumFile(file), await checksumLine(file));
    expect(await verifyChecksum(file)).toBe(true);
    appendFileSync(file, 'd');
    await expect(verifyChecksum(file)).rejects.toThrow(/damaged or incomplete/);
  });

  test('of a missing file is null', async () => {
    await expect(verifyChecksum(file)).rejects.toThrow(/There is no .*timers\.dump/);
  });
});
