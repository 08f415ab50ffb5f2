import type { Ctx } from '#/lib/accounts/context.ts';
import type { Operator } from '#/lib/accounts/memberships/operators-query.ts';
import type { Alert } from '#/lib/analytics/alerts/alert.ts';
import { log } from '#/lib/core/log.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { supersedeNotification } from '#/lib/notifications/inbox/supersede-notification.ts';
import { mailAtOnce } from '#/lib/notifications/mail/mail-at-once.ts';

type System = Omit<Ctx, 'actor'>;

/**
 * Tells each operator that an alert was opened. One who can't be told keeps none of the others from it. That there is no
 * worker is mailed from this process, since the queue is read by workers.
 */
export async function notifyAlertOpened(ctx: System, alert: Alert, operators: readonly Operator[]): Promise<void> {
  const isByHand = alert.rule === 'no_worker';
  await toEach(operators, async (operator) => {
    const notice = noticeOf(alert, operator);
    const isNew = await notify(ctx, notice, { isSentOn: !isByHand });
    if (isNew && isByHand) await mailAtOnce(ctx, notice);
  });
}

/** Tells each operator that it is over. What was not sent yet of its opening is not sent any more. */
export async function notifyAlertClosed(ctx: System, alert: Alert, operators: readonly Operator[]): Promise<void> {
  await toEach(operators, async (operator) => {
    await supersedeNotification(ctx, noticeOf({ ...alert, closedAt: null }, operator));
    await notify(ctx, noticeOf(alert, operator));
  });
}

async function toEach(operators: readonly Operator[], tell: (one: Operator) => Promise<unknown>): Promise<void> {
  for (const operator of operators) {
    try {
      await tell(operator);
    } catch (error) {
      log.warn({ err: error, user: operator.userId }, 'an operator could not be told of an alert');
    }
  }
}

function noticeOf(alert: Alert, { workspaceId, userId }: Operator): Notice {
  const { id, rule, facts, openedAt, closedAt } = alert;
  const data = {
    alert_id: id,
    rule,
    facts,
    opened_at: openedAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
  };
  return { workspaceId, userId, kind: 'alert', fact: closedAt ? `alert:${id}:over` : `alert:${id}`, data };
}
