import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Proposal } from '#/lib/tracking/proposals/proposal.ts';
import type { ListProposalsQuery } from '#/lib/tracking/proposals/proposal-schemas.ts';
import { listProposalRows } from '#/lib/tracking/proposals/proposal-store.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

const cursorShape = z.tuple([cursorInstant, z.uuid()]);

export type ProposalsPage = { proposals: { proposal: Proposal; timer: Timer }[]; nextCursor: string | null; now: Date };

/**
 * Proposed corrections, newest first: the caller's own; everyone's with `timers:read_all`.
 * @throws AppError 400 `cursor_invalid`; 403 for another member's without it
 */
export async function listProposals(ctx: Ctx, query: ListProposalsQuery): Promise<ProposalsPage> {
  authorize(ctx, 'timers:read');
  const { userId: own, workspaceId, scopes } = ctx.actor;
  const userId = query.user_id ?? (scopes.has('timers:read_all') ? undefined : own);
  if (userId !== own) authorize(ctx, 'timers:read_all');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const before = cursor && { createdAt: cursor[0], id: cursor[1] };
  const filter = { workspaceId, userId, timerId: query.timer_id, status: query.status };
  const rows = await listProposalRows(ctx.db, filter, { limit: query.limit + 1, before });
  const shown = rows.slice(0, query.limit);
  const timers = await listTimersById(ctx.db, [...new Set(shown.map(({ timerId }) => timerId))]);
  const byId = new Map(timers.map((timer) => [timer.id, timer]));
  const now = await ctx.clock.now(ctx.db);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    proposals: shown.flatMap((proposal) => {
      const timer = byId.get(proposal.timerId);
      return timer ? [{ proposal, timer }] : [];
    }),
    nextCursor: last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null,
    now,
  };
}
