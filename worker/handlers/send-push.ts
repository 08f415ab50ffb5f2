import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { readAlarmSettings } from '#/lib/core/env.ts';
import { pushPayload, SEND_PUSH } from '#/lib/jobs/push.ts';
import { deliverPush } from '#/lib/notifications/push/deliver-push.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';
import { PermanentJobError, workOn } from '#/worker/handlers/work-on.ts';

const TIMEOUT_MS = 15 * SECOND_MS;
const CONNECTIONS_PER_ORIGIN = 4;

/** Sends queued push messages. Temporary failures of the push service are retried, final ones are not. */
export async function workOnPush(
  boss: PgBoss,
  ctx: Omit<Ctx, 'actor'>,
  sender: Pick<WebhookSender, 'send'> = newSender(),
): Promise<void> {
  await workOn(boss, ctx, SEND_PUSH, async (data) => {
    const sent = await deliverPush(ctx, pushPayload.parse(data), sender);
    if (sent?.kind === 'failed') throw new Error(sent.detail);
    if (sent?.kind === 'rejected') throw new PermanentJobError(sent.detail);
  });
}

function newSender(): WebhookSender {
  return new WebhookSender({
    allowed: parseAllowList(readAlarmSettings().ALARM_ALLOWED_CIDRS),
    timeoutMs: TIMEOUT_MS,
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
}
