import type { Tx } from '#/lib/db/client.ts';
import type {
  SessionName,
  Worklog,
  WorklogSettings,
  WorklogState,
  WorklogTracker,
} from '#/lib/tracking/worklogs/worklog.ts';

/** One that is being sent may already exist at the tracker. */
const MAY_EXIST_REMOTELY = { OR: [{ remoteId: { not: null } }, { isUnsure: true }, { state: 'sending' }] };

type Sql = Pick<Tx, 'worklogSettings'>;
type Raw = Pick<Tx, '$queryRaw' | '$executeRaw'>;

export async function findWorklogSettings(sql: Sql, sourceId: string): Promise<WorklogSettings | null> {
  const row = await sql.worklogSettings.findUnique({ where: { sourceId } });
  return row && settingsOf(row);
}

/** Locked until the end of the transaction, against changes and against pushes that would use them. */
export async function lockWorklogSettings(tx: Sql & Raw, sourceId: string): Promise<WorklogSettings | null> {
  await tx.$queryRaw`select source_id from worklog_settings where source_id = ${sourceId}::uuid for no key update`;
  return findWorklogSettings(tx, sourceId);
}

/** Locked for share until the end of the transaction. */
export async function lockWorklogSettingsForShare(tx: Sql & Raw, sourceId: string): Promise<WorklogSettings | null> {
  await tx.$queryRaw`select source_id from worklog_settings where source_id = ${sourceId}::uuid for share`;
  return findWorklogSettings(tx, sourceId);
}

export async function saveWorklogSettings(
  tx: Sql,
  { sourceId, fromDate, ...settings }: WorklogSettings,
): Promise<void> {
  const data = { ...settings, fromDate: fromDate === null ? null : new Date(fromDate) };
  await tx.worklogSettings.upsert({
    where: { sourceId },
    create: { sourceId, ...data },
    update: data,
    select: { sourceId: true },
  });
}

/** Stores until when this source's tracker must not be called; never shortens a longer wait. */
export async function saveWaitUntil(sql: Pick<Raw, '$executeRaw'>, sourceId: string, waitUntil: Date): Promise<void> {
  await sql.$executeRaw`
    update worklog_settings set wait_until = greatest(wait_until, ${waitUntil}) where source_id = ${sourceId}::uuid`;
}

/** Switches off sources whose worklogs have all been removed; those that were given up stay stored, and are shown. */
export async function endRemovals(sql: Pick<Raw, '$executeRaw'>, now: Date): Promise<void> {
  await sql.$executeRaw`
    update worklog_settings s set state = 'off', updated_at = ${now}
    where state = 'removing' and not exists (select from worklogs w where w.source_id = s.source_id and w.state <> 'failed')`;
}

/** One worker at a time decides what to do for a session. */
export async function lockSession(tx: Pick<Raw, '$executeRaw'>, { sourceId, timerId }: SessionName): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`worklogs:${sourceId}:${timerId}`}, 0))`;
}

/** All of a session, by day. */
export async function listWorklogs(sql: Pick<Tx, 'worklog'>, { sourceId, timerId }: SessionName): Promise<Worklog[]> {
  const rows = await sql.worklog.findMany({ where: { sourceId, timerId }, orderBy: { day: 'asc' } });
  return rows.map(({ day, state, ...row }) => ({
    ...row,
    day: day.toISOString().slice(0, 10),
    state: state as Worklog['state'],
  }));
}

type Key = SessionName & { day: string };

/** Marks a request about it as in flight: until it ends, the tracker's state is unknown. */
export async function claimWorklog(
  tx: Raw,
  { sourceId, timerId, day }: Key,
  { claim, issueId, now }: { claim: string; issueId: string; now: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into worklogs (source_id, timer_id, day, state, issue_id, claim, claimed_at, updated_at)
    values (${sourceId}::uuid, ${timerId}::uuid, ${day}::date, 'sending', ${issueId}, ${claim}::uuid, ${now}, ${now})
    on conflict (source_id, timer_id, day) do update
      set state = 'sending', issue_id = excluded.issue_id, content_hash = null, failed_hash = null, claim = excluded.claim,
          claimed_at = excluded.claimed_at, next_attempt_at = null, updated_at = excluded.updated_at`;
}

/** The result of a request. */
export type Settled = Pick<Worklog, 'remoteId' | 'isUnsure' | 'contentHash' | 'failedHash' | 'attempts'> & {
  state: 'waiting' | 'pushed' | 'failed';
  nextAttemptAt: Date | null;
  lastError: string | null;
};

/** Stores the result of a request. False when another worker has reclaimed it since. */
export async function settleWorklog(
  tx: Pick<Tx, 'worklog'>,
  { sourceId, timerId, day }: Key,
  { claim, settled, now }: { claim: string; settled: Settled; now: Date },
): Promise<boolean> {
  const { count } = await tx.worklog.updateMany({
    where: { sourceId, timerId, day: new Date(day), claim },
    data: { ...settled, claim: null, claimedAt: null, updatedAt: now },
  });
  return count > 0;
}

/** Whether the tracker has worklogs of this source, or may have. */
export async function hasPushed(tx: Pick<Tx, 'worklog'>, sourceId: string): Promise<boolean> {
  return (await tx.worklog.count({ where: { sourceId, ...MAY_EXIST_REMOTELY } })) > 0;
}

/** This source no longer manages what the tracker has, or may have. */
export async function clearPushedWorklogs(tx: Pick<Tx, 'worklog'>, sourceId: string): Promise<void> {
  await tx.worklog.deleteMany({ where: { sourceId, ...MAY_EXIST_REMOTELY } });
}

/** The tracker has none, and should have none. */
export async function deleteWorklog(tx: Pick<Tx, 'worklog'>, { sourceId, timerId, day }: Key): Promise<void> {
  await tx.worklog.deleteMany({ where: { sourceId, timerId, day: new Date(day) } });
}

/** The transaction ids of the recorded changes of a session. */
export async function listChanges(sql: Pick<Raw, '$queryRaw'>, { sourceId, timerId }: SessionName): Promise<bigint[]> {
  const rows = await sql.$queryRaw<{ xid: bigint }[]>`
    select xid from worklog_changes where source_id = ${sourceId}::uuid and timer_id = ${timerId}::uuid`;
  return rows.map(({ xid }) => xid);
}

export async function deleteChanges(
  tx: Pick<Raw, '$executeRaw'>,
  { sourceId, timerId }: SessionName,
  xids: bigint[],
): Promise<void> {
  await tx.$executeRaw`
    delete from worklog_changes
    where source_id = ${sourceId}::uuid and timer_id = ${timerId}::uuid and xid = any (${xids}::bigint[])`;
}

/** Marks every session that has worklogs, or only those with a failed one, for an immediate check. */
export async function touchWorklogs(
  tx: Pick<Raw, '$executeRaw'>,
  sourceId: string,
  { only, at }: { only: 'all' | 'failed'; at: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into worklog_changes (source_id, timer_id, xid, changed_at)
    select distinct source_id, timer_id, pg_current_xact_id()::text::bigint, ${at}::timestamptz
    from worklogs where source_id = ${sourceId}::uuid and (${only} = 'all' or state = 'failed')
    on conflict do nothing`;
}

/** Retries failed ones, and the waiting ones immediately. */
export async function retryFailed(tx: Pick<Raw, '$executeRaw'>, sourceId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    update worklogs set state = 'waiting', failed_hash = null, attempts = 0, next_attempt_at = null, updated_at = ${now}
    where source_id = ${sourceId}::uuid and (state = 'failed' or next_attempt_at is not null)`;
}

type Row = Omit<WorklogSettings, 'tracker' | 'state' | 'fromDate'> & {
  tracker: string;
  state: string;
  fromDate: Date | null;
};

function settingsOf({ tracker, state, fromDate, ...row }: Row): WorklogSettings {
  return {
    ...row,
    tracker: tracker as WorklogTracker,
    state: state as WorklogState,
    fromDate: fromDate?.toISOString().slice(0, 10) ?? null,
  };
}
