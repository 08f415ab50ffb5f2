import { listOperators, type Operator } from '#/lib/accounts/memberships/operators-query.ts';
import {
  type Alert,
  type AlertFacts,
  alertsOf,
  alertTransition,
  BROKER_USED_MS,
  CANARIES_NEEDED,
  DEAD_WINDOW_MS,
  LATENESS_WINDOW_MS,
  type Limits,
  type OpenAlert,
  quietMsOf,
  VERY_LATE_MS,
  type Watched,
} from '#/lib/analytics/alerts/alert.ts';
import { alertJson } from '#/lib/analytics/alerts/alert-json.ts';
import { closeAlert, insertAlert, listOpenAlerts, setQuiet } from '#/lib/analytics/alerts/alert-store.ts';
import type { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';
import { notifyAlertClosed, notifyAlertOpened } from '#/lib/analytics/alerts/notify-operators.ts';
import { findWatched } from '#/lib/analytics/alerts/watched-query.ts';
import { countOf, countOver, percentilesOf } from '#/lib/analytics/minutes/lateness.ts';
import { ALIVE_MS } from '#/lib/analytics/minutes/write-minute.ts';
import type { Actor, Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { ALERT_RULES, type AlertRule } from '#/lib/jobs/notification-kind-schemas.ts';

type System = Omit<Ctx, 'actor'>;

/** The watcher's earlier checks and its thresholds, and the workspace of the canaries. */
export type Watch = { checks: CheckHistory; limits: Limits; canaryWorkspace: string };

/**
 * Checks the service and opens and closes alerts, each once across processes: the operators are notified, and their
 * workspace's feed gets an event that webhooks can subscribe to. Returns how many were opened or closed. A rule that
 * fails, since the database is in trouble, does not stop the others.
 */
export async function watchOperations(ctx: System, watch: Watch): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const wanted = alertsOf(await measureFacts(ctx, now, watch), watch.limits);
  const open = new Map((await listOpenAlerts(ctx.db)).map((alert) => [alert.rule, alert]));
  let changed = 0;
  for (const rule of ALERT_RULES) {
    try {
      if (await updateAlert(ctx, { rule, facts: wanted.get(rule), open: open.get(rule), now })) changed += 1;
    } catch (error) {
      log.warn({ err: error, rule }, 'a rule could not be evaluated; the next run retries');
    }
  }
  return changed;
}

async function measureFacts({ db }: System, now: Date, { checks, limits, canaryWorkspace }: Watch): Promise<Watched> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const found = await findWatched(
    db,
    {
      seen: before(ALIVE_MS),
      late: before(LATENESS_WINDOW_MS),
      dead: before(DEAD_WINDOW_MS),
      canary: before(HOUR_MS),
      used: before(BROKER_USED_MS),
    },
    { workspaceId: canaryWorkspace, count: CANARIES_NEEDED },
    limits.brokerFailingMs,
  );
  const { lateness, ...rest } = found;
  const p99Ms = percentilesOf(lateness)?.p99_ms ?? null;
  const veryLate = countOver(lateness, VERY_LATE_MS);
  return { ...rest, now, watchingSince: checks.recordCheck(now), attempts: countOf(lateness), p99Ms, veryLate };
}

type Rule = { rule: AlertRule; facts: AlertFacts | undefined; open: OpenAlert | undefined; now: Date };

/** True when this check opened or closed its alert. */
async function updateAlert(ctx: System, { rule, facts, open, now }: Rule): Promise<boolean> {
  const transition = alertTransition(facts !== undefined, open, now);
  if (transition === 'open' && facts) return openAlert(ctx, { rule, facts, openedAt: now });
  if (!open) return false;
  if (transition === 'hush' || transition === 'stir')
    await setQuiet(ctx.db, open.id, transition === 'hush' ? now : null);
  return transition === 'close' && endAlert(ctx, open, now);
}

async function openAlert(ctx: System, opening: Pick<Alert, 'rule' | 'facts' | 'openedAt'>): Promise<boolean> {
  const alert: Alert = { ...opening, id: newId(), quietSince: null, closedAt: null };
  const operators = await listOperators(ctx.db);
  const isNew = await transaction(inNameOf(ctx, operators), async (inner) => {
    if (!(await insertAlert(inner.tx, alert))) return false;
    await notifyFeedChange(inner, 'operations.alert_opened', alert);
    return true;
  });
  if (!isNew) return false;
  log.warn({ rule: alert.rule, ...alert.facts }, 'alert opened');
  await notifyAlertOpened(ctx, alert, operators);
  return true;
}

async function endAlert(ctx: System, open: OpenAlert, closedAt: Date): Promise<boolean> {
  const { isBack: _, ...rest } = open;
  const alert: Alert = { ...rest, closedAt };
  const operators = await listOperators(ctx.db);
  const quietUntil = new Date(closedAt.getTime() - quietMsOf(open));
  const isMine = await transaction(inNameOf(ctx, operators), async (inner) => {
    if (!(await closeAlert(inner.tx, alert.id, { closedAt, quietUntil }))) return false;
    await notifyFeedChange(inner, 'operations.alert_closed', alert);
    return true;
  });
  if (!isMine) return false;
  log.info({ rule: alert.rule }, 'alert closed');
  await notifyAlertClosed(ctx, alert, operators);
  return true;
}

/** Recorded in the operators' workspace; on a server without accounts, nowhere. */
async function notifyFeedChange(
  ctx: Omit<TxCtx, 'actor'> & { actor?: Actor },
  type: EventType,
  alert: Alert,
): Promise<void> {
  if (!ctx.actor) return;
  const after = alertJson(alert);
  const before = type === 'operations.alert_opened' ? null : { ...after, closed_at: null };
  const data = { alert: after, before, after };
  const at = alert.closedAt ?? alert.openedAt;
  await recordEvent({ ...ctx, actor: ctx.actor }, { type, subjectId: alert.id, userId: null, data }, at);
}

function inNameOf(ctx: System, operators: readonly Operator[]): System & { actor?: Actor } {
  const owner = operators.find(({ isOwner }) => isOwner) ?? operators[0];
  if (!owner) return ctx;
  const credential = { kind: 'worker', name: 'watch' } as const;
  return { ...ctx, actor: { ...owner, role: 'owner', scopes: new Set(), credential } };
}
