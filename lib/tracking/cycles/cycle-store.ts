import type { Tx } from '#/lib/db/client.ts';
import type { Cycle } from '#/lib/tracking/cycles/cycle.ts';

type Owner = { id: string; workspaceId: string; userId: string };

/** Writes the cycles of a timer that differ from what is stored, in order: one ends before the next begins. */
export async function saveCycles(tx: Tx, timer: Owner, before: readonly Cycle[], after: readonly Cycle[]) {
  const known = new Set(before);
  for (const cycle of after) if (!known.has(cycle)) await upsertCycle(tx, timer, cycle);
}

async function upsertCycle(tx: Tx, { id: timerId, workspaceId, userId }: Owner, cycle: Cycle): Promise<void> {
  const { endedHow, dueAt, frozenAt, endedAt } = cycle;
  await tx.$executeRaw`/* prepared */
    insert into timer_cycles (id, run_id, timer_id, workspace_id, user_id, position, kind, round, planned_ms,
                              extended_ms, carried_ms, paused_ms, started_at, due_at, frozen_at, ended_at, ended_how,
                              actual_ms, at_deadline)
    values (${cycle.id}::uuid, ${cycle.runId}::uuid, ${timerId}::uuid, ${workspaceId}::uuid, ${userId}::uuid,
            ${cycle.position}, ${cycle.kind}, ${cycle.round}, ${cycle.plannedMs}, ${cycle.extendedMs},
            ${cycle.carriedMs}, ${cycle.pausedMs}, ${cycle.startedAt}, ${dueAt}, ${frozenAt}, ${endedAt}, ${endedHow},
            ${cycle.actualMs}, ${cycle.atDeadline})
    on conflict (id) do update set extended_ms = excluded.extended_ms, paused_ms = excluded.paused_ms,
      due_at = excluded.due_at, frozen_at = excluded.frozen_at, ended_at = excluded.ended_at,
      ended_how = excluded.ended_how, actual_ms = excluded.actual_ms`;
}

/** The person's timer, in any workspace, whose phase was due first by `now`; null when none is. */
export async function findOverdueTimer(tx: Pick<Tx, '$queryRaw'>, userId: string, now: Date): Promise<string | null> {
  const rows = await tx.$queryRaw<{ timerId: string }[]>`/* prepared */
    select timer_id as "timerId" from timer_cycles
    where user_id = ${userId}::uuid and ended_at is null and due_at <= ${now}
    order by due_at, timer_id limit 1`;
  return rows[0]?.timerId ?? null;
}
