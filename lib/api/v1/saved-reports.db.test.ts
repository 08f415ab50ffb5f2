import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportLinkListJson } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type {
  SavedReportJson,
  SavedReportListJson,
  SavedReportResponseJson,
} from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const SAVED = '/reports/saved';
const WHO = ['owner', 'admin', 'member', 'stranger'] as const;
type Who = (typeof WHO)[number];

let world: World;
/** Maya, a member who saves reports. */
let maya: Ctx;
let mine: ApiClient;
let others: Record<Who, ApiClient>;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set('2026-11-19T13:32:09.000Z');
  const owner = await world.member();
  const { workspaceId } = owner.actor;
  maya = await world.member({ workspaceId, role: 'member' });
  mine = await apiFor(world, maya);
  others = {
    owner: await apiFor(world, owner),
    admin: await apiFor(world, await world.member({ workspaceId, role: 'admin' })),
    member: await apiFor(world, await world.member({ workspaceId, role: 'member' })),
    stranger: await apiFor(world, await world.member()),
  };
});

async function save(api: ApiClient, change: object = {}): Promise<SavedReportJson> {
  const body = { name: 'Month', query: { period: 'month' }, ...change };
  const response = await api<SavedReportResponseJson>('POST', SAVED, body);
  expect(response.status).toBe(201);
  return response.body.saved_report;
}
const namesFor = async (api: ApiClient) =>
  (await api<SavedReportListJson>('GET', SAVED)).body.saved_reports.map(({ name }) => name);

describe('a saved report is changed by its owner only', () => {
  // The outcomes of reading, renaming and deleting it.
  const OUTCOMES: [shared: boolean, whose: 'me' | 'everyone', outcomes: Record<Who, number[]>][] = [
    [
      false,
      'me',
      { owner: [404, 404, 404], admin: [404, 404, 404], member: [404, 404, 404], stranger: [404, 404, 404] },
    ],
    [
      true,
      'me',
      { owner: [200, 403, 403], admin: [200, 403, 403], member: [200, 403, 403], stranger: [404, 404, 404] },
    ],
    // By an admin: members who may not see everyone's time do not see such a report either.
    [
      true,
      'everyone',
      { owner: [200, 403, 403], admin: [200, 403, 403], member: [404, 404, 404], stranger: [404, 404, 404] },
    ],
  ];

  test.each(OUTCOMES)('shared: %s, about the time of: %s', async (is_shared, whose, outcomes) => {
    const { workspaceId } = maya.actor;
    const lead = whose === 'me' ? maya : await world.member({ workspaceId, role: 'admin' });
    const { id } = await save(await apiFor(world, lead), { is_shared, query: { period: 'week', whose } });
    const found: Record<string, number[]> = {};
    await expectUnchanged(world, async () => {
      for (const who of WHO) {
        const read = await others[who]('GET', `${SAVED}/${id}`);
        const renamed = await others[who]('PATCH', `${SAVED}/${id}`, { name: 'Mine now' });
        const deleted = await others[who]('DELETE', `${SAVED}/${id}`);
        found[who] = [read.status, renamed.status, deleted.status];
        expect((await namesFor(others[who])).length).toBe(read.status === 200 ? 1 : 0);
      }
    });
    expect(found).toEqual(outcomes);
  });

  test('who can rename it, narrow it and delete it', async () => {
    const report = await save(mine);
    const edit = { name: 'Week by tag', query: { period: 'week', group_by: 'tag', then_by: 'week', tag: ['a,b'] } };
    const edited = await mine<SavedReportResponseJson>('PATCH', `${SAVED}/${report.id}`, edit, { 'if-match': '"1"' });
    expect(edited.body.saved_report).toMatchObject({
      name: 'Week by tag',
      version: 2,
      owner: { user_id: maya.actor.userId },
    });
    expect(edited.body.saved_report.query).toEqual({
      ...{ period: 'week', from: null, to: null, whose: 'me', page: 'overview', group_by: 'tag', then_by: 'week' },
      ...{ project_id: [], ticket: [], tag: ['a,b'], type: [] },
    });
    const late = await mine<{ code: string }>(
      'PATCH',
      `${SAVED}/${report.id}`,
      { name: 'Late' },
      { 'if-match': '"1"' },
    );
    expect([late.status, late.body.code]).toEqual([412, 'saved_report_version_mismatch']);
    expect((await mine('DELETE', `${SAVED}/${report.id}`)).status).toBe(200);
    expect(await namesFor(mine)).toEqual([]);
  });
});

describe('saving a report is rejected', () => {
  test('under a name that its owner has used, in any case; another member may use it', async () => {
    await save(mine, { name: 'Acme' });
    const again = await mine<{ code: string }>('POST', SAVED, { name: 'ACME', query: { period: 'week' } });
    expect([again.status, again.body.code]).toEqual([409, 'saved_report_name_taken']);
    await save(others.member, { name: 'Acme' });
  });

  test("about everyone's time without permission to see it", async () => {
    for (const whose of ['everyone', '0190f5fe-7c00-7a00-8000-000000000001']) {
      const query = { period: 'week', whose };
      expect((await mine('POST', SAVED, { name: 'All', query })).status).toBe(403);
    }
    const { id } = await save(mine);
    const query = { period: 'week', whose: 'everyone' };
    expect((await mine('PATCH', `${SAVED}/${id}`, { query })).status).toBe(403);
  });

  test.each([
    ['fixed days without days', { period: 'custom' }],
    ['days in addition to a relative period', { period: 'week', from: '2026-11-01', to: '2026-11-02' }],
    ['a last day before the first', { period: 'custom', from: '2026-11-02', to: '2026-11-01' }],
    ['more than 400 days', { period: 'custom', from: '2025-01-01', to: '2026-02-05' }],
    ['one day only', { period: 'custom', from: '2026-11-02' }],
    ['the same level twice', { period: 'week', group_by: 'tag', then_by: 'tag' }],
    ['an invalid page', { period: 'week', page: 'team-day' }],
  ])('with %s', async (_what, query) => {
    expect((await mine('POST', SAVED, { name: 'Bad', query })).status).toBe(400);
  });
});

test('the audit log has only the id of a private report, and the content of a shared one', async () => {
  const { id } = await save(mine, { name: 'Secret', query: { period: 'month', tag: ['layoffs'] } });
  await mine('PATCH', `${SAVED}/${id}`, { name: 'Team', is_shared: true });
  await mine('PATCH', `${SAVED}/${id}`, { name: 'Secret again', is_shared: false });
  await mine('DELETE', `${SAVED}/${id}`);
  const { body } = await others.owner<{ events: EventJson[] }>('GET', '/events?type=saved_report.*');
  const reported = body.events.toReversed().map(({ type, data }) => [type, data.before, data.after]);
  const shared = { id, name: 'Team', is_shared: true, query: expect.objectContaining({ tag: ['layoffs'] }) };
  expect(reported).toEqual([
    ['saved_report.created', null, { id }],
    ['saved_report.edited', { id }, shared],
    ['saved_report.edited', shared, { id }],
    ['saved_report.deleted', { id }, null],
  ]);
});

test('the audit log has a link’s scope, audience and expiry, and neither name nor query of the report', async () => {
  const session = await sessionFor(world, maya);
  const query = { period: 'month', tag: ['layoffs'] };
  const { body } = await session<{ link: { id: string; expires_at: string } }>('POST', '/reports/links', {
    name: 'Secret',
    query,
    expires_in_days: 7,
    password: 'open sesame',
  });
  const { id, expires_at } = body.link;
  await session('DELETE', `/reports/links/${id}`);
  const reported = (await others.owner<{ events: EventJson[] }>('GET', '/events?type=report_link.*')).body.events;
  const facts = { id, of_others: false, is_protected: true, expires_at };
  expect(reported.toReversed().map(({ type, data }) => [type, data.before, data.after])).toEqual([
    ['report_link.created', null, facts],
    ['report_link.revoked', facts, null],
  ]);
});

test('links are listed and revoked by their creator and by managers of the workspace', async () => {
  const session = await sessionFor(world, maya);
  const created = await session<{ link: { id: string } }>('POST', '/reports/links', {
    name: 'For Acme',
    query: { period: 'month' },
  });
  const path = `/reports/links/${created.body.link.id}`;
  const listed: Record<string, number> = {};
  for (const who of WHO)
    listed[who] = (await others[who]<ReportLinkListJson>('GET', '/reports/links')).body.links.length;
  expect(listed).toEqual({ owner: 1, admin: 1, member: 0, stranger: 0 });
  await expectUnchanged(world, async () => {
    expect((await others.member('DELETE', path)).status).toBe(404);
    expect((await others.stranger('DELETE', path)).status).toBe(404);
  });
  expect((await others.admin('DELETE', path)).status).toBe(200);
  expect((await mine<ReportLinkListJson>('GET', '/reports/links')).body.links).toEqual([]);
});
