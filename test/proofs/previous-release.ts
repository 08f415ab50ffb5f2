import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

const MIGRATIONS = 'prisma/migrations';

export type Release = {
  folder: string;
  migrations: string;
  commit: string;
  subject: string;
  /** Removes the folder. */
  remove: () => void;
};

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** False in a copy without its history, which has no previous release. */
export const HAS_HISTORY = spawnSync('git', ['rev-parse', '--verify', 'HEAD^'], { cwd: ROOT }).status === 0;

/**
 * The release before the newest migration, else that of `UPGRADE_FROM` (a tag or a commit), in a separate folder with
 * the dependencies of its lockfile and its own database client. Pages are those of this build: the proof's requests get
 * their response before Next.js. The caller removes it.
 */
export function previousRelease(): Release {
  const commit = git('rev-parse', '--short', process.env.UPGRADE_FROM ?? beforeNewestMigration());
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-previous-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  installInto(folder);
  symlinkSync(path.join(ROOT, '.next'), path.join(folder, '.next'));
  const generate = `await (await import('./scripts/build/generate-client.ts')).generateClient()`;
  execFileSync(process.execPath, ['--input-type=module', '-e', generate], { cwd: folder });
  return {
    folder,
    migrations: path.join(folder, MIGRATIONS),
    commit,
    subject: git('log', '-1', '--format=%s', commit),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function beforeNewestMigration(): string {
  const newest = readdirSync(path.join(ROOT, MIGRATIONS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .at(-1);
  return `${git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/${newest}/migration.sql`)}^`;
}

/** The same lockfile has the same dependencies. */
function installInto(folder: string): void {
  const lockfile = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  if (lockfile(folder) === lockfile(ROOT)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
}
