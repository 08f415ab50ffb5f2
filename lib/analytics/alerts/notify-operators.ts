import type { Operator } from '#/lib/accounts/memberships/operators-query.ts';
import type { Alert } from '#/lib/analytics/alerts/alert.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { supersedeNotification } from '#/lib/notifications/inbox/supersede-notification.ts';
import { mailAtOnce } from '#/lib/notifications/mail/mail-at-once.ts';

type System = Omit<Ctx, 'actor'>;

/**
 * Notifies each operator that an alert was opened. A failure for one does not stop the others. A missing worker is
 * mailed from this process, since workers read the queue.
 */
export async function notifyAlertOpened(ctx: System, alert: Alert, operators: readonly Operator[]): Promise<void> {
  const isByHand = alert.rule === 'no_worker';
  await toEach(operators, async (operator) => {
    const notification = payloadOf(alert, operator);
    const isNew = await notify(ctx, notification, { isSentOn: !isByHand });
    if (isNew && isByHand) await mailAtOnce(ctx, notification);
  });
}

/** Notifies each operator that an alert has closed. Unsent notifications of its opening are dropped. */
export async function notifyAlertClosed(ctx: System, alert: Alert, operators: readonly Operator[]): Promise<void> {
  await toEach(operators, async (operator) => {
    await supersedeNotification(ctx, payloadOf({ ...alert, closedAt: null }, operator));
    await notify(ctx, payloadOf(alert, operator));
  });
}

async function toEach(operators: readonly Operator[], notifyOne: (one: Operator) => Promise<unknown>): Promise<void> {
  for (const operator of operators) {
    try {
      await notifyOne(operator);
    } catch (error) {
      log.warn({ err: error, user: operator.userId }, 'an operator could not be notified of an alert');
    }
  }
}

function payloadOf(alert: Alert, { workspaceId, userId }: Operator): NotificationPayload {
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
