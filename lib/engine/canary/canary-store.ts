import type { Db } from '#/lib/db/client.ts';
import { CANARY_NAME, CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';

/**
 * Makes an alarm for each of these instants, and returns how many were new: its id is derived from the instant, so
 * there is one for each.
 */
export function insertCanaries(db: Pick<Db, '$executeRaw'>, dueAts: readonly Date[], now: Date): Promise<number> {
  return db.$executeRaw`
    insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, name, settings)
    select ('00000000-0000-8000-8000-' || lpad(to_hex(extract(epoch from due_at)::bigint), 12, '0'))::uuid,
           ${CANARY_WORKSPACE}::uuid, ${CANARY_WORKSPACE}::uuid, ${now}::timestamptz, due_at, due_at, 1, ${CANARY_NAME},
           '{"output_mode": "event"}'
    from unnest(${dueAts}::timestamptz[]) as slots (due_at)
    on conflict do nothing`;
}
