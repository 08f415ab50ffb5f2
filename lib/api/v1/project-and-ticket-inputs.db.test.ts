import { beforeAll, describe, expect, test } from 'vitest';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { DOCUMENT } from '#/test/api-contract.ts';
import { newSavedReport } from '#/test/contract/saved-report-scenarios.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { newQuestion } from '#/test/contract/things.ts';
import { newTicketSource } from '#/test/contract/ticket-source-scenarios.ts';
import { testWorld, type World } from '#/test/world.ts';

type Thing = { id: string; name?: string; key?: string };
type Outcome = { status: number; body: unknown };
type Case = (field: string, value: unknown) => Promise<Outcome>;

const MARCH = 'from=2026-03-01&to=2026-03-31';
const UNKNOWN = '0190f5fe-7c00-7a00-8000-00000000dead';

let world: World;
let scene: Scene;
let api: ApiClient;
let project: Thing;
let ticket: Thing;
let hours = 0;

beforeAll(async () => {
  world = await testWorld();
  world.clock.set('2026-03-09T11:00:00.123Z');
  scene = await newScene(world);
  api = scene.api;
  project = (await api<{ project: Thing }>('POST', '/projects', { name: 'Öffentliche API, 2' })).body.project;
  ticket = (await api<{ ticket: Thing }>('POST', '/tickets', { key: 'api-412', project: project.id })).body.ticket;
  const spans = [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:00:00Z' }];
  await api('POST', '/timers', { spans, project_id: project.id, ticket_id: ticket.id });
  world.clock.set('2026-03-09T12:00:00.123Z');
  const { timer } = (
    await api<{ timer: Thing }>('POST', '/timers/start', { type: 'pomodoro', project: project.id, ticket: ticket.id })
  ).body;
  world.clock.advance(HOUR_MS / 4);
  await api('POST', `/timers/${timer.id}/stop`, {});
  world.clock.set('2026-03-10T09:00:00.123Z');
});

/** Another hour of February. */
function nextSpans() {
  const at = Date.UTC(2026, 1, 1) + hours++ * HOUR_MS;
  return [{ started_at: new Date(at).toISOString(), ended_at: new Date(at + HOUR_MS / 2).toISOString() }];
}

const added = async (client = api) =>
  (await client<{ timer: { id: string; version: number } }>('POST', '/timers', { spans: nextSpans() })).body.timer;
const path = (value: unknown) => encodeURIComponent(String(value));
const query =
  (to: string): Case =>
  (field, value) =>
    api('GET', `${to}&${field}=${path(path(value))}`);
const single =
  (to: string): Case =>
  (field, value) =>
    api('GET', `${to}&${field}=${path(value)}`);
const post =
  (to: string, body: object = {}): Case =>
  (field, value) =>
    api('POST', to, { ...body, [field]: value });
const corrected =
  (to: string): Case =>
  async (field, value) => {
    const { id, version } = await added();
    return api('POST', to, { timers: [{ timer_id: id, version, [field]: value }], reason: 'It was this.' });
  };
const onTicket =
  (verb: string): Case =>
  (_field, value) =>
    api('POST', `/tickets/${path(value)}/${verb}`, {});
const onProject =
  (verb: string): Case =>
  (_field, value) =>
    api('POST', `/projects/${path(value)}/${verb}`, {});
const saved = (field: string, value: unknown) => {
  const { query: about, ...body } = BODY_EXAMPLES.createSavedReport as { query: object };
  return { ...body, name: `R ${Math.random()}`, query: { ...about, [field]: [value] } };
};

/** How each operation takes a project or ticket in one of its fields. */
const CASES: Record<string, Case> = {
  answerQuestion: async (field, value) => {
    const owner = await scene.member('member');
    const client = await apiFor(world, owner);
    const timer = async (body = {}) =>
      (await client<{ timer: { id: string } }>('POST', '/timers/start', body)).body.timer.id;
    const id = await newQuestion({ ...scene, owner, api: client, timer });
    return client('POST', `/timers/questions/${id}/answer`, { action: 'split', [field]: value });
  },
  startTimer: post('/timers/start', { on_conflict: 'switch' }),
  addTimer: (field, value) => post('/timers', { spans: nextSpans() })(field, value),
  editTimer: async (field, value) => api('PATCH', `/timers/${(await added()).id}`, { [field]: value }),
  listTimers: single('/timers?limit=9'),
  createCorrection: corrected('/corrections'),
  previewCorrection: corrected('/corrections/preview'),
  proposeCorrection: async (field, value) => {
    const member = await apiFor(world, await scene.member('member'));
    const { id, version } = await added(member);
    await api('PATCH', '/workspace', { closed_through: '2026-03-09' });
    const body = { timer_id: id, version, reason: 'It was this one.', [field]: value };
    const response = await member('POST', '/correction-proposals', body);
    await api('PATCH', '/workspace', { closed_through: null });
    return response;
  },
  createTicket: (field, value) => api('POST', '/tickets', { key: `T-${Math.random()}`, [field]: value }),
  listTickets: single('/tickets?limit=99&state=all'),
  getTicket: (_field, value) => api('GET', `/tickets/${path(value)}`),
  editTicket: (field, value) =>
    field === 'ticket'
      ? api('PATCH', `/tickets/${path(value)}`, { title: 'Renamed' })
      : api('PATCH', `/tickets/${ticket.id}`, { [field]: value }),
  listTicketSpans: (_field, value) => api('GET', `/tickets/${path(value)}/spans`),
  archiveTicket: onTicket('archive'),
  restoreTicket: onTicket('restore'),
  pinTicket: onTicket('pin'),
  unpinTicket: onTicket('unpin'),
  createTicketSource: post('/ticket-sources', { provider: 'gitlab', name: 'GitLab' }),
  editTicketSource: async (field, value) => {
    const { id } = await newTicketSource(scene);
    return api('PATCH', `/ticket-sources/${id}`, { [field]: value });
  },
  getProject: (_field, value) => api('GET', `/projects/${path(value)}`),
  editProject: (_field, value) => api('PATCH', `/projects/${path(value)}`, { name: 'öffentliche API, 2' }),
  archiveProject: async (_field, value) => {
    const response = await onProject('archive')('', value);
    await api('POST', `/projects/${project.id}/restore`, {});
    return response;
  },
  restoreProject: onProject('restore'),
  requestExport: async (field, value) => {
    await world.database.pool.query('delete from exports');
    return api('POST', '/reports/exports', { ...BODY_EXAMPLES.requestExport, [field]: path(value) });
  },
  getReportSummary: query(`/reports/summary?${MARCH}`),
  getDailyTotals: query(`/reports/daily-totals?${MARCH}`),
  createSavedReport: (field, value) => api('POST', '/reports/saved', saved(field, value)),
  editSavedReport: async (field, value) => {
    const { id } = await newSavedReport(scene);
    return api('PATCH', `/reports/saved/${id}`, saved(field, value));
  },
  createReportLink: (field, value) => {
    const {
      password: _hashed,
      query: about,
      ...body
    } = BODY_EXAMPLES.createReportLink as {
      password?: string;
      query: object;
    };
    return scene.session('POST', '/reports/links', { ...body, query: { ...about, [field]: [value] } });
  },
  getDetailedReport: query(`/reports/detailed?${MARCH}`),
  listTeamTimers: single('/team/timers?limit=9'),
  getTicketReport: query(`/reports/tickets?${MARCH}`),
  getFocusReport: query(`/reports/focus?${MARCH}`),
  getPomodoroReport: query(`/reports/pomodoro?${MARCH}`),
  getTeamDay: query('/reports/team-day?date=2026-03-09'),
  exportReport: query(`/reports/export?format=jsonl&${MARCH}`),
};

/** Each parameter and each field of a body, however deep, that takes a project or a ticket. */
function inputsOf(): { operationId: string; method: string; field: string; isBody: boolean }[] {
  const operations = Object.values(DOCUMENT.paths).flatMap((methods) => Object.entries(methods));
  return operations.flatMap(([method, { operationId, parameters = [], requestBody = {} }]) => {
    const inPlace = (parameters as { name?: string }[]).flatMap(({ name }) => name ?? []);
    const ofBody = [...fieldsIn(requestBody, new Set())];
    return [
      ...inPlace.map((field) => ({ operationId, method, field, isBody: false })),
      ...ofBody.map((field) => ({ operationId, method, field, isBody: true })),
    ].filter(({ field }) => /^(?:project|ticket)(?:_id|_key)?$/.test(field));
  });
}

/** The names of all properties below a schema. */
function fieldsIn(schema: unknown, names: Set<string>, seen = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries((schema ?? {}) as object)) {
    if (key === '$ref') {
      const name = String(value).split('/').at(-1) ?? '';
      if (!seen.has(name)) fieldsIn(DOCUMENT.components.schemas[name], names, seen.add(name));
    } else if (typeof value === 'object') {
      if (key === 'properties') for (const name of Object.keys(value ?? {})) names.add(name);
      fieldsIn(value, names, seen);
    }
  }
  return names;
}

/** A response without its time. */
const shown = ({ body }: Outcome) => JSON.stringify(body).replace(/"(?:server_time|as_of)":"[^"]+",?/g, '');
const INPUTS = inputsOf();

test('every operation that takes a project or a ticket is covered below', () => {
  expect([...new Set(INPUTS.map(({ operationId }) => operationId))].sort()).toEqual(Object.keys(CASES).sort());
});

describe('a project or ticket is taken by its id, its name or key in any case, and in bodies as returned', () => {
  test.each(INPUTS)('$operationId: $field', async ({ operationId, method, field, isBody }) => {
    const thing = field.startsWith('project') ? project : ticket;
    const name = thing.name ?? thing.key ?? '';
    const request = CASES[operationId] as Case;
    const isSaved = /Export|Report/.test(operationId) && isBody;
    const isRead = method === 'get';
    const byId = isRead ? shown(await request(field, thing.id)) : '';
    if (isRead) expect(shown(await request(field, UNKNOWN))).not.toBe(byId);
    for (const value of [thing.id, name, name.toUpperCase(), ...(isBody && !isSaved ? [thing] : [])]) {
      const outcome = await request(field, value);
      expect([value, outcome.status < 300 || outcome.body]).toEqual([value, true]);
      if (isRead) expect([value, shown(outcome)]).toEqual([value, byId]);
      else if (!isSaved) expect([value, shown(outcome)]).toEqual([value, expect.stringContaining(thing.id)]);
    }
  });
});

test.each([
  ['a ticket by an id that is unknown', { ticket: UNKNOWN, create_ticket: true }, 'ticket_not_found'],
  ['a key that is unknown as ticket_id', { ticket_id: 'NEW-1', create_ticket: true }, 'ticket_not_found'],
  ['a key that is unknown', { ticket: 'NEW-1' }, 'ticket_not_found'],
  ['a project by an id that is unknown', { project: UNKNOWN }, 'project_not_found'],
  ['a name that is unknown as project_id', { project_id: 'New' }, 'project_not_found'],
])('%s is an error, and creates nothing', async (_what, body, code) => {
  const created = async () =>
    (await world.database.pool.query('select (select count(*) from tickets), (select count(*) from projects)')).rows;
  const before = await created();
  const response = await api<{ code: string }>('POST', '/timers', { spans: nextSpans(), ...body });
  expect([response.status, response.body.code]).toEqual([404, code]);
  expect(await created()).toEqual(before);
});

describe('a value that looks like an id', () => {
  /** The id of nothing here. */
  const FREE = '0190f5fe-7c00-7a00-8000-00000000beef';
  type Found = { timers: { ticket: Thing | null }[]; tickets: Thing[] };
  const get = async (path: string) => (await api<Found>('GET', path)).body;
  const timersOn = async (value: string) => {
    const { timers } = await get(`/timers?limit=99&ticket=${value}`);
    return [...new Set(timers.map((timer) => timer.ticket?.id))];
  };
  const ticketsIn = async (value: string) =>
    (await get(`/tickets?limit=99&project_id=${value}`)).tickets.map(({ id }) => id);
  const work = async (of: Thing) => api('POST', '/timers', { spans: nextSpans(), ticket_id: of.id });
  const newTicket = async (body: object) => (await api<{ ticket: Thing }>('POST', '/tickets', body)).body.ticket;
  const newProject = async (name: string) =>
    (await api<{ project: Thing }>('POST', '/projects', { name })).body.project;

  test('is the id of a ticket, also in filters, and a key only if no ticket has that id', async () => {
    const [own, alike, alone] = [
      await newTicket({ key: 'OWN-1' }),
      await newTicket({ key: 'ALIKE-1' }),
      await newTicket({ key: FREE }),
    ];
    await world.db.ticket.update({ where: { id: alike.id }, data: { key: own.id } });
    for (const one of [own, alike, alone]) await work(one);
    expect((await api<{ ticket: Thing }>('GET', `/tickets/${own.id}`)).body.ticket.id).toBe(own.id);
    expect(await timersOn(own.id)).toEqual([own.id]);
    expect(await timersOn(own.id.toUpperCase())).toEqual([own.id]);
    expect(await timersOn(FREE)).toEqual([alone.id]);
  });

  test('is the id of a project, also in filters, and a name only if no project has that id', async () => {
    const own = await newProject('Own');
    const [alike, alone] = [await newProject(own.id), await newProject(FREE)];
    const created = await Promise.all(
      [own, alike, alone].map(({ id }, n) => newTicket({ key: `IN-${n}`, project: id })),
    );
    const names = created.map(({ id }) => id);
    expect(await ticketsIn(own.id)).toEqual([names[0]]);
    expect(await ticketsIn(FREE)).toEqual([names[2]]);
  });
});
