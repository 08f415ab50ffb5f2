import { alarmFactsSql } from '#/lib/alarms/alarms/alarm-facts.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { formatMicros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * The ids that were not created, since an open alarm has their external id, and whether an endpoint subscribes to the
 * others.
 */
export type Inserted = { known: Set<string>; isWanted: boolean };

/** What a statement has to handle: most alarms have no external id, and few end at creation. */
type Kinds = { hasNames: boolean; hasEnded: boolean };

const PENDING = `
    insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, deadline_at, max_attempts,
                        name, external_id, url, payload, settings)
    select id, workspace_id, created_by, created_at, due_at, due_at, deadline_at, max_attempts,
           name, external_id, url, payload::json, settings
    from given where end_status is null`;
/** Rows without a name are written without looking for conflicts, which would cost each a second record in the WAL. */
const NAMED = `, named as (${PENDING} and external_id is not null
    order by workspace_id, external_id, place
    on conflict (workspace_id, external_id) where external_id is not null do nothing
    returning id
  )`;
/** Alarms that end at creation don't take the external id, but are not created while an open alarm has it. */
const NAMED_ENDED = `, named_ended as materialized (
    select id from given
    where end_status is not null and external_id is not null
      and (select alarms.id from alarms
           where alarms.workspace_id = given.workspace_id and alarms.external_id = given.external_id limit 1) is null
      and not exists (select from given as open
                      where open.workspace_id = given.workspace_id and open.external_id = given.external_id
                        and open.end_status is null)
  )`;
const ended = (isNew: string) => `, ended as (
    insert into alarm_history (id, workspace_id, created_by, created_at, due_at, finished_at, deadline_at, version,
                               attempts, max_attempts, status, end_reason, name, external_id, url, payload, settings)
    select id, workspace_id, created_by, created_at, due_at, created_at, deadline_at, 1, 0, max_attempts,
           end_status::alarm_status, end_reason, name, external_id, url, payload::json, settings
    from given where end_status is not null and (${isNew})
  )`;

function isNewOf({ hasNames, hasEnded }: Kinds): string {
  if (!hasNames) return 'true';
  return `external_id is null or id in (select id from named)${hasEnded ? ' or id in (select id from named_ended)' : ''}`;
}

/** The facts about a caller's only alarm. */
const FACTS = alarmFactsSql({
  id: 'alarms[1]',
  status: "coalesce(end_status, 'scheduled')",
  due_at: 'due_at',
  version: '1',
  attempts: '0',
  end_reason: 'end_reason',
  name: 'name',
  external_id: 'external_id',
  url: 'url',
});

/**
 * One statement for one alarm or a thousand, with its rows as one JSON text: 500 of them take 2.5 ms of this process's
 * CPU, as arrays for `unnest` 5 to 10, since Prisma goes through each element (measured on two busy cores). Returns the
 * ids of those that were not created, since an open alarm of the workspace has their external id; waits for a
 * transaction that is assigning the same one, or ending the alarm that has it. All statements take external ids in one
 * order, so that two batches never deadlock.
 *
 * The same statement records who created them, in one event for all that one caller requested: a row each would double
 * the cost of a batch, and the feed is stored for good.
 *
 * The statement that looks up external ids in `alarms` is planned each time: a plan made on an empty table would read
 * all of it.
 */
const insert = ({ hasNames, hasEnded }: Kinds, isNew: string) => `${hasNames && hasEnded ? '' : '/* prepared */'}
  with given as materialized (
    select * from json_to_recordset($1::text::json) as g (
      id uuid, workspace_id uuid, created_by uuid, created_at timestamptz, due_at timestamptz, deadline_at timestamptz,
      max_attempts int, name text, external_id text, url text, payload text, settings jsonb, end_status text,
      end_reason text, place int, author int, request_id text)
  ), inserted as (${PENDING}${hasNames ? ' and external_id is null' : ''}
  )${hasNames ? NAMED : ''}${hasNames && hasEnded ? NAMED_ENDED : ''}${hasEnded ? ended(isNew) : ''}, new_events as (
    insert into events (workspace_id, user_id, type, subject_id, actor, data, request_id, created_at)
    select workspace_id, null, 'alarm.created', case when count = 1 then alarms[1] else workspace_id end, actor,
           case when count = 1 then jsonb_build_object(
             'alarm', ${FACTS}, 'before', null, 'after', jsonb_build_object('status', coalesce(end_status, 'scheduled')))
           else jsonb_build_object(
             'alarm_ids', alarms, 'names', names, 'request_ids', requests, 'before', null,
             'after', jsonb_build_object('count', count)) end,
           case when cardinality(requests) = 1 then requests[1] end, created_at
    from json_to_recordset($2::text::json) as authors (author int, workspace_id uuid, actor jsonb)
      join (
        select author, count(*), max(created_at) as created_at, min(due_at) as due_at,
               array_agg(id order by place) as alarms,
               array_agg(distinct name) filter (where name is not null) as names,
               array_agg(distinct request_id) filter (where request_id is not null) as requests,
               min(name) as name, min(external_id) as external_id, min(url) as url, min(end_status) as end_status,
               min(end_reason) as end_reason
        from given where ${isNew} group by author
      ) as inserted using (author)
  )
  select id::text from given where not (${isNew})
  union all select null where exists (
    select from (select distinct workspace_id from given) as owners cross join lateral (
      select from endpoints
      where endpoints.workspace_id = owners.workspace_id and disabled_at is null
        and endpoint_wants(event_types, 'alarm.created')
      limit 1
    ) as wanting
  )`;
const KINDS = [false, true].flatMap((hasNames) => [false, true].map((hasEnded) => ({ hasNames, hasEnded })));
const STATEMENTS = KINDS.map((kinds) => ({ ...kinds, text: insert(kinds, isNewOf(kinds)) }));

function statementFor(alarms: readonly NewAlarm[]): string {
  const hasNames = alarms.some((alarm) => alarm.externalId !== null);
  const hasEnded = alarms.some((alarm) => alarm.end);
  return STATEMENTS.find((one) => one.hasNames === hasNames && one.hasEnded === hasEnded)?.text as string;
}

/**
 * Inserts these alarms, those that end at creation into the history, and records the event. Leaves out those whose
 * external id an open alarm has, or an earlier one in the list.
 */
export async function insertAlarms(sql: Pick<Tx, '$queryRawUnsafe'>, alarms: readonly NewAlarm[]): Promise<Inserted> {
  const { authors, authorOf } = newAuthors();
  const given = alarms.map((alarm, place) => recordOf(alarm, place, authorOf(alarm)));
  const rows = await sql.$queryRawUnsafe<{ id: string | null }[]>(
    statementFor(alarms),
    JSON.stringify(given),
    JSON.stringify(authors),
  );
  return { known: new Set(rows.flatMap(({ id }) => id ?? [])), isWanted: rows.some(({ id }) => id === null) };
}

/** A row of `given`; what is left out is null. The payload stays a text, so that no digit of it changes. */
function recordOf(alarm: NewAlarm, place: number, author: number) {
  return {
    id: alarm.id,
    workspace_id: alarm.workspaceId,
    created_by: alarm.createdBy,
    created_at: formatMicros(alarm.createdUs),
    due_at: formatMicros(alarm.dueUs),
    deadline_at: alarm.deadlineUs === null ? undefined : formatMicros(alarm.deadlineUs),
    max_attempts: alarm.maxAttempts,
    name: alarm.name ?? undefined,
    external_id: alarm.externalId ?? undefined,
    url: alarm.url ?? undefined,
    payload: alarm.payload ?? undefined,
    settings: Object.keys(alarm.settings).length > 0 ? alarm.settings : undefined,
    end_status: alarm.end?.status,
    end_reason: alarm.end?.reason,
    // Of two that request one external id, the first gets it.
    place,
    author,
    request_id: alarm.by.requestId ?? undefined,
  };
}

/** The rows of `authors`, one for each caller that `authorOf` has seen, in however many requests. */
function newAuthors() {
  const numbers = new Map<string, number>();
  const authors: object[] = [];
  const authorOf = ({ by, workspaceId }: NewAlarm): number => {
    const caller = `${workspaceId} ${by.actor.kind} ${by.actor.id}`;
    const known = numbers.get(caller);
    if (known !== undefined) return known;
    const author = authors.push({ author: authors.length, workspace_id: workspaceId, actor: by.actor }) - 1;
    numbers.set(caller, author);
    return author;
  };
  return { authors, authorOf };
}
