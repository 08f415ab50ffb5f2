import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/accounts/context.ts';
import { WRITE_NOTICE } from '#/lib/jobs/notice.ts';
import { noticePayload } from '#/lib/notifications/inbox/notice-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Puts what is queued into inboxes. */
export async function workOnNotices(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  await workOn(boss, WRITE_NOTICE, async (data) => {
    await notify(ctx, noticePayload.parse(data));
  });
}
