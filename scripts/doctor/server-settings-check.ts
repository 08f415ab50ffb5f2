import type pg from 'pg';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';

const CHECK = 'server settings';
const NAMES = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'autovacuum',
  'track_counts',
] as const;

export type ServerSettings = Record<(typeof NAMES)[number], string>;

/** As in this user's sessions in this database: a role or a database may have its own `synchronous_commit`. */
export async function serverSettings(client: pg.Client): Promise<ServerSettings> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [NAMES],
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting])) as ServerSettings;
}

/** Whether confirmed commits survive a crash of the server, and dead rows are removed. */
export async function checkServerSettings(
  inspection: Pick<Inspection, 'client' | 'serverSettings'>,
): Promise<Finding[]> {
  const settings = await inspection.serverSettings(inspection.client);
  const troubles = [...troublesOfCrashes(settings), ...troublesOfCommits(settings), ...troublesOfVacuum(settings)];
  if (troubles.length > 0) return troubles;
  const { synchronous_commit: commit } = settings;
  return [ok(CHECK, `fsync, full_page_writes and autovacuum are on, synchronous_commit is ${commit}`)];
}

function troublesOfCrashes({ fsync, full_page_writes }: ServerSettings): Finding[] {
  const troubles: Finding[] = [];
  if (fsync === 'off') {
    troubles.push(
      failed(CHECK, {
        found: 'fsync is off',
        means: 'When the machine crashes or loses power, the whole database may be damaged beyond repair.',
        todo: `${turnOn('fsync')} Make a backup now (npm run backup).`,
      }),
    );
  }
  if (full_page_writes === 'off') {
    troubles.push(
      failed(CHECK, {
        found: 'full_page_writes is off',
        means:
          'A page that was half written when the machine crashed stays damaged, unless the file system prevents it.',
        todo: turnOn('full_page_writes'),
      }),
    );
  }
  return troubles;
}

function troublesOfCommits({ synchronous_commit, synchronous_standby_names }: ServerSettings): Finding[] {
  const todo = `Set synchronous_commit = on for the server, and remove what the user or the database has of its own (alter role … reset synchronous_commit, alter database … reset synchronous_commit).`;
  if (synchronous_commit === 'off') {
    return [
      failed(CHECK, {
        found: 'synchronous_commit is off',
        means:
          'Alarms and timers that were confirmed within the last second are lost in a crash, and sent ones are sent again.',
        todo,
      }),
    ];
  }
  if (synchronous_commit === 'local' && synchronous_standby_names !== '') {
    return [
      warning(CHECK, {
        found: 'synchronous_commit is local beside synchronous standbys',
        means: 'What is confirmed may not be on a standby yet, so a failover loses it.',
        todo,
      }),
    ];
  }
  return [];
}

function troublesOfVacuum({ autovacuum, track_counts }: ServerSettings): Finding[] {
  if (autovacuum === 'on' && track_counts === 'on') return [];
  const name = autovacuum === 'on' ? 'track_counts' : 'autovacuum';
  return [
    warning(CHECK, {
      found: name === 'autovacuum' ? 'autovacuum is off' : 'track_counts is off, so autovacuum does nothing',
      means: 'Rows that ended alarms leave behind stay, so claims take longer and the disk fills.',
      todo: turnOn(name),
    }),
  ];
}

function turnOn(name: string): string {
  return `As a superuser: alter system set ${name} = on; select pg_reload_conf(). No restart is needed.`;
}
