import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReportLink } from '#/lib/analytics/report-links/create-report-link.ts';
import { ATTEMPTS_PER_LINK, OPENINGS_PER_LINK } from '#/lib/analytics/report-links/link-throttle.ts';
import { listReportLinks, revokeReportLink } from '#/lib/analytics/report-links/list-report-links.ts';
import { type OpenedLink, openReportLink, unlockReportLink } from '#/lib/analytics/report-links/open-report-link.ts';
import { readSharedReport } from '#/lib/analytics/report-links/read-shared-report.ts';
import { createReportLinkInput } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-11-19T13:32:09.000Z';
const DAYS = { from: '2026-11-16', to: '2026-11-19' };
const PASSWORD = 'spring-2026';

let world: World;
let lead: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  const { workspaceId } = (await world.member()).actor;
  lead = await world.member({ workspaceId, role: 'admin' });
  leo = await world.member({ workspaceId, role: 'member' });
  await world.db.user.update({ where: { id: leo.actor.userId }, data: { name: 'Leo' } });
  await hourOf(lead, '2026-11-18T09:00:00Z', 'Of the lead');
  await hourOf(leo, '2026-11-18T09:00:00Z', 'Of Leo');
});

function hourOf(who: Ctx, start: string, title: string): Promise<string> {
  const from = Date.parse(start);
  return recordTimer(world.database.pool, who, { spans: [[from, from + HOUR_MS]], title });
}

async function share(who: Ctx, { query = {}, ...more }: { query?: object; [more: string]: unknown } = {}) {
  const input = createReportLinkInput.parse({ name: 'For Acme', query: { period: 'week', ...query }, ...more });
  return createReportLink(who, input);
}

const open = (token: string, pass: string | null = null) => openReportLink(world, { token, pass });

async function opened(token: string, pass: string | null = null): Promise<OpenedLink> {
  const link = await open(token, pass);
  if (link?.kind !== 'open') throw new Error(`The link is ${link?.kind ?? 'over'}.`);
  return link;
}

describe('a link shows the time that its creator chose', () => {
  test('their own, and no one else’s', async () => {
    const { token } = await share(leo);
    const { summary } = await readSharedReport(await opened(token), DAYS);
    expect(summary.totals).toMatchObject({ tracked_ms: HOUR_MS, people: 1 });
  });

  test('everyone’s, by name only if grouped by member, and without any id', async () => {
    const { token } = await share(lead, { query: { whose: 'everyone', group_by: 'member' } });
    const shown = await readSharedReport(await opened(token), DAYS);
    expect(shown.summary.totals).toMatchObject({ tracked_ms: 2 * HOUR_MS, people: 2 });
    expect(shown.summary.groups.map(({ name }) => name).toSorted()).toEqual(['Leo', 'Maya']);
    const parts = shown.days.days.flatMap((day) => day.parts);
    expect(parts.map(({ value }) => value).toSorted()).toEqual(['1', '2']);
    const byType = await share(lead, { query: { whose: 'everyone', group_by: 'type' } });
    const others = await readSharedReport(await opened(byType.token), DAYS);
    expect(JSON.stringify(others)).not.toContain('Leo');
    for (const report of [shown, others]) {
      expect(JSON.stringify(report)).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|@example\.com|Of Leo/);
    }
  });

  test('in groups of two levels, without any id', async () => {
    const { token } = await share(lead, { query: { whose: 'everyone', group_by: 'day', then_by: 'member' } });
    const shown = await readSharedReport(await opened(token), DAYS);
    expect(shown.summary.groups.map(({ value, groups }) => [value, groups.map((inner) => inner.value)])).toEqual([
      ['2026-11-18', ['1', '2']],
    ]);
    expect(shown.parts.map(({ by, value }) => [by, value])).toEqual([
      ['member', '1'],
      ['member', '2'],
    ]);
    const values = shown.days.days.flatMap((day) => day.parts.map(({ value }) => value));
    expect(values.toSorted()).toEqual(['1', '2']);
    // Projects are not named in a report grouped only by periods.
    const byPeriods = await share(lead, { query: { whose: 'everyone', group_by: 'month', then_by: 'week' } });
    const periods = await readSharedReport(await opened(byPeriods.token), DAYS);
    expect(periods.summary.groups.map(({ value, groups }) => [value, groups.map((inner) => inner.value)])).toEqual([
      ['2026-11', ['2026-11-16']],
    ]);
    expect(periods.parts).toEqual([{ by: 'type', value: 'manual', key: null, name: null }]);
    for (const report of [shown, periods]) expect(JSON.stringify(report)).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
  });

  test('of one member, if the creator may see it', async () => {
    const { token } = await share(lead, { query: { whose: leo.actor.userId } });
    const { summary } = await readSharedReport(await opened(token), DAYS);
    expect(summary.totals).toMatchObject({ tracked_ms: HOUR_MS, people: 1 });
    await expect(share(leo, { query: { whose: lead.actor.userId } })).rejects.toMatchObject({ status: 403 });
    await expect(share(leo, { query: { whose: 'everyone' } })).rejects.toMatchObject({ status: 403 });
  });

  test('a link counts how often it was opened', async () => {
    const { link, token } = await share(leo);
    world.clock.advance(1_000);
    for (let times = 0; times < 2; times += 1) await opened(token);
    const row = await world.db.reportLink.findUniqueOrThrow({ where: { id: link.id } });
    expect([row.timesOpened, row.lastOpenedAt?.toISOString()]).toEqual([2, '2026-11-19T13:32:10.000Z']);
  });
});

describe('a link looks as if it had never existed', () => {
  test('to a visitor with a made-up link', async () => {
    for (const token of ['', 'x'.repeat(42), 'x'.repeat(43), "' or true --"]) expect(await open(token)).toBeNull();
  });

  test('from the exact instant at which it expires', async () => {
    const { link, token } = await share(leo, { expires_in_days: 2 });
    expect(link.expiresAt.getTime()).toBe(Date.parse(START) + 2 * DAY_MS);
    world.clock.advance(2 * DAY_MS - 1);
    expect((await opened(token)).kind).toBe('open');
    world.clock.advance(1);
    expect(await open(token)).toBeNull();
  });

  test('once it is revoked', async () => {
    const { link, token } = await share(leo);
    await revokeReportLink(leo, link.id);
    expect(await open(token)).toBeNull();
  });

  test.each(['disabled', 'removed'] as const)('once its creator is %s', async (how) => {
    const { token } = await share(leo);
    const where = { workspaceId: leo.actor.workspaceId, userId: leo.actor.userId };
    if (how === 'removed') await world.db.membership.deleteMany({ where });
    else await world.db.membership.updateMany({ where, data: { disabledAt: await world.clock.now() } });
    expect(await open(token)).toBeNull();
  });

  test('once its creator may no longer see others’ time; a link to their own time still works', async () => {
    const [everyone, own] = [await share(lead, { query: { whose: 'everyone' } }), await share(lead)];
    const { workspaceId, userId } = lead.actor;
    await world.db.membership.updateMany({ where: { workspaceId, userId }, data: { role: 'member' } });
    expect(await open(everyone.token)).toBeNull();
    const { summary } = await readSharedReport(await opened(own.token), DAYS);
    expect(summary.totals.people).toBe(1);
    await expect(unlockReportLink(world, { token: everyone.token, password: PASSWORD }, null)).rejects.toMatchObject({
      code: 'report_link_not_found',
    });
  });
});

describe('a password', () => {
  test('protects the report', async () => {
    const { token } = await share(leo, { password: PASSWORD });
    expect(await open(token)).toEqual({ kind: 'locked' });
    const wrong = unlockReportLink(world, { token, password: 'summer-2026' }, null);
    await expect(wrong).rejects.toMatchObject({ status: 403, code: 'link_password_wrong' });
    const { pass } = await unlockReportLink(world, { token, password: PASSWORD }, null);
    expect((await opened(token, pass)).link.name).toBe('For Acme');
  });

  test('grants access for twelve hours, to that link alone', async () => {
    const [one, other] = [await share(leo, { password: PASSWORD }), await share(leo, { password: PASSWORD })];
    const { pass } = await unlockReportLink(world, { token: one.token, password: PASSWORD }, null);
    expect(await open(other.token, pass)).toEqual({ kind: 'locked' });
    const [until, code] = pass.split('.');
    for (const forged of [`${Number(until) + 1}.${code}`, `${until}.`, `.${code}`, 'x', `${until}.${code}A`]) {
      expect(await open(one.token, forged)).toEqual({ kind: 'locked' });
    }
    world.clock.advance(12 * HOUR_MS - 1);
    expect((await opened(one.token, pass)).kind).toBe('open');
    world.clock.advance(1);
    expect(await open(one.token, pass)).toEqual({ kind: 'locked' });
  });

  test('allows a limited number of guesses, after which the right one fails too', async () => {
    const { token } = await share(leo, { password: PASSWORD });
    const guess = (password: string) => unlockReportLink(world, { token, password }, null);
    for (let attempt = 0; attempt < ATTEMPTS_PER_LINK; attempt += 1) {
      await expect(guess(`wrong-${attempt}`)).rejects.toMatchObject({ code: 'link_password_wrong' });
    }
    await expect(guess(PASSWORD)).rejects.toMatchObject({ status: 429, code: 'link_password_throttled' });
    expect(await open(token)).toEqual({ kind: 'locked' });
  });
});

test('a link can be opened only a limited number of times per minute', async () => {
  const { token } = await share(leo);
  await opened(token);
  // By the clock of the machine, on which this many openings may take over a minute.
  const expire = BigInt(Date.now() + HOUR_MS);
  await world.db.throttle.updateMany({
    where: { key: { startsWith: 'report_link_opening' } },
    data: { points: OPENINGS_PER_LINK - 1, expire },
  });
  await opened(token);
  await expect(open(token)).rejects.toMatchObject({ status: 429, code: 'report_link_busy' });
});

test('secret and password are stored as hashes only', async () => {
  const { token } = await share(leo, { password: PASSWORD });
  const { rows } = await world.database.pool.query('select to_jsonb(l)::text as row from report_links l');
  const events = await world.database.pool.query("select data::text from events where type like 'report_link.%'");
  const stored = JSON.stringify([rows, events.rows]);
  for (const secret of [token, PASSWORD]) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(stored).toContain('$argon2id$');
});

test('an API key can’t create a link, since the link would outlive it', async () => {
  const actor = { ...leo.actor, credential: { kind: 'api_key', apiKeyId: newId() } as const };
  await expect(share({ ...leo, actor })).rejects.toMatchObject({ status: 403, code: 'session_required' });
});

test('a link that expired a month ago is no longer listed, and is deleted when its creator creates another', async () => {
  const { link } = await share(leo, { expires_in_days: 1 });
  world.clock.advance(30 * DAY_MS);
  expect((await listReportLinks(leo)).links.map((one) => one.link.id)).toEqual([link.id]);
  world.clock.advance(2 * DAY_MS);
  expect((await listReportLinks(leo)).links).toEqual([]);
  await share(leo);
  expect(await world.db.reportLink.count({ where: { id: link.id } })).toBe(0);
});
