import { type BrowserContext, expect, type Page } from '@playwright/test';
import { callApi, type deviceOf, runSql, startEarlier } from '#/e2e/support.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Device = ReturnType<typeof deviceOf>;

const HOUR_MS = 3_600_000;

/** As if the database's clock had advanced by this much: every instant of a timer is moved into the past. */
export async function letTimePass(timer: TimerJson, ms: number): Promise<void> {
  await startEarlier(timer, ms);
  const back = "- $2 * interval '1 millisecond'";
  await runSql(`update timer_presence set seen_at = seen_at ${back}, awake_at = awake_at ${back} where timer_id = $1`, [
    timer.id,
    ms,
  ]);
}

/** A timer that has run for six hours and two minutes, whose owner is asked; they were last seen 92 minutes ago. */
export async function runForLong(context: BrowserContext, device: Device): Promise<TimerJson> {
  const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await startEarlier(timer, 6 * HOUR_MS + 120_000);
  await runSql("update timer_presence set seen_at = now() - interval '92 min' where timer_id = $1", [timer.id]);
  // Saving the threshold reschedules the question into the past: the engine asks.
  await callApi(context, 'patch', '/me', { nudge_seconds: 6 * 3_600 });
  await expect.poll(async () => (await device.current()).questions.length).toBe(1);
  return timer;
}

/**
 * A timer that ran overnight without an open page of its owner; the next page that opens is asked about that. There is
 * no question about its length: the engine would ask it as soon as an answer is undone.
 */
export async function leaveRunningOvernight(device: Device): Promise<TimerJson> {
  const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await runSql('update users u set nudge_seconds = 43200 from timers t where t.user_id = u.id and t.id = $1', [
    timer.id,
  ]);
  await startEarlier(timer, 9 * HOUR_MS);
  await runSql(
    "update timer_presence set seen_at = now() - interval '8 hours', awake_at = now() - interval '8 hours' where timer_id = $1",
    [timer.id],
  );
  return timer;
}

/** The question to the person. */
export const card = (page: Page) => page.getByRole('region', { name: /still working\?|was it work\?/ });
export const elapsedMinutes = ({ spans }: TimerJson) =>
  spans.reduce(
    (sum, { started_at: from, ended_at: to }) => sum + (to ? Date.parse(to) : Date.now()) - Date.parse(from),
    0,
  ) / 60_000;

export async function timerOf(page: Page, { id }: TimerJson): Promise<TimerJson> {
  return (await (await page.request.get(`/api/v1/timers/${id}`)).json()).timer;
}

/** A timer that its cap ended a while ago, unless its owner's setting did; the owner was seen in its first hours. */
export async function endAtCap(page: Page, device: Device, title: string, daysAgo: number): Promise<TimerJson> {
  const timer = await device.start({ title });
  await startEarlier(timer, (daysAgo * 24 + 30) * HOUR_MS);
  await runSql(
    `update timer_presence p set seen_at = t.started_at + interval '4 hours' from timers t
      where t.id = p.timer_id and t.id = $1`,
    [timer.id],
  );
  // Saving settings reschedules the timer's wake-ups, and the cap has passed: the engine ends it.
  await callApi(page.context(), 'patch', '/me', { nudge_seconds: 6 * 3_600 });
  await expect.poll(async () => (await timerOf(page, timer)).version).toBeGreaterThan(timer.version);
  expect((await timerOf(page, timer)).needs_review).toBe(true);
  return timer;
}
