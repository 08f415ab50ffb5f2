import { beforeAll, expect, test } from 'vitest';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { DOCUMENT, resolved, type Schema } from '#/test/api-contract.ts';
import { newBroker } from '#/test/contract/broker-scenarios.ts';
import { newSavedReport } from '#/test/contract/saved-report-scenarios.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { newEndpoint, newProject, newTicket } from '#/test/contract/things.ts';
import { newTicketSource } from '#/test/contract/ticket-source-scenarios.ts';
import { testWorld } from '#/test/world.ts';

// Responses can be sent back: every field of a thing that an input also has is accepted as returned.

type Thing = Record<string, unknown> & { id: string };
type Case = {
  name: string;
  operationId: string;
  noun: string;
  /** Creates a thing, and returns the path to read it. */
  make: (scene: Scene) => Promise<string>;
  /** The path it is sent back to, if it differs. */
  to?: string;
  /** Makes room for an equal thing. */
  before?: (scene: Scene, thing: Thing) => Promise<unknown>;
};

const FULL_ALARM = {
  ...BODY_EXAMPLES.createAlarm,
  delay: '1h',
  name: 'Call back',
  applicant_service: 'billing',
  headers: { 'X-Api-Key': 'k-1', 'X-Plain': 'a' },
  payload: { a: null },
  deadline: '2199-01-01T00:00:00Z',
  misfire: 'skip',
  jitter: '30s',
  append_id: true,
  callback_url: 'https://example.com/ended',
};
const LIST = { retry: ['5s', { minutes: 5 }] };
const CURVE = { retry: { base: '5s', factor: 3, cap: '1h', count: 8 } };

const alarm = (body: object) => (scene: Scene) =>
  made(scene, '/alarms', { ...body, external_id: `order-${Math.random()}` }, 'alarm');
const schedule = (body: object) => (scene: Scene) => made(scene, '/schedules', body, 'schedule');
const discard = (scene: Scene, { id }: Thing) => scene.api('POST', `/timers/${id}/discard`, {});
const abort = (scene: Scene, { id }: Thing) => scene.api('POST', `/alarms/${id}/abort`, {});
const timer = async (scene: Scene, body: object) => `/timers/${await scene.timer({ on_conflict: 'switch', ...body })}`;
const addedTimer = (day: string) => (scene: Scene) => {
  const spans = [{ started_at: `${day}T09:00:00Z`, ended_at: `${day}T10:00:00Z` }];
  return made(scene, '/timers', { spans, title: 'Told' }, 'timer');
};

const ALARMS: Case[] = [
  ['alarm', FULL_ALARM],
  ['alarm with a list of delays', { ...FULL_ALARM, ...LIST }],
  ['alarm with growing delays', { ...FULL_ALARM, ...CURVE }],
  ['minimal alarm', { delay: '1h', url: 'https://example.com/hook' }],
  ['alarm that publishes an event', { delay: '1h', output_mode: 'event' }],
  ['alarm for a broker', { delay: '1h', output_mode: 'event', broker: 'read-back', payload: { a: 1 } }],
  ['alarm with a payload of null', { delay: '1h', url: 'https://example.com/hook', payload: null }],
  ['alarm that sends text', { delay: '1h', url: 'https://example.com/hook', body: '<a>é</a>' }],
  ['alarm that sends bytes', { delay: '1h', url: 'https://example.com/hook', body_base64: 'AP+A' }],
].flatMap(([name, body]) => [
  { name, operationId: 'createAlarm', noun: 'alarm', make: alarm(body as object), to: '/alarms', before: abort },
  { name, operationId: 'rescheduleAlarm', noun: 'alarm', make: alarm(body as object) },
]) as Case[];

const SCHEDULES: Case[] = [
  ['schedule', { ...BODY_EXAMPLES.createSchedule, ...CURVE, headers: { 'X-Api-Key': 'k-1' }, jitter: '30s' }],
  ['schedule for a broker', { cron: '0 9 * * *', output_mode: 'event', broker: 'read-back', target: 'b' }],
  ['schedule with a payload of null', { cron: '0 9 * * *', url: 'https://example.com/hook', payload: null }],
  ['schedule that sends text', { cron: '0 9 * * *', url: 'https://example.com/hook', body: '<a>é</a>' }],
  ['schedule that sends bytes', { cron: '0 9 * * *', url: 'https://example.com/hook', body_base64: 'AP+A' }],
  [
    'schedule with a callback',
    { cron: '0 9 * * *', url: 'https://example.com/a', callback_url: 'https://example.com/b' },
  ],
  ['schedule with an interval', { repeat: 'R/2026-01-01T00:00:00Z/PT1H', output_mode: 'event', ...LIST }],
].flatMap(([name, body]) => [
  { name, operationId: 'createSchedule', noun: 'schedule', make: schedule(body as object), to: '/schedules' },
  { name, operationId: 'editSchedule', noun: 'schedule', make: schedule(body as object) },
]) as Case[];

const CASES: Case[] = [
  ...ALARMS,
  ...SCHEDULES,
  { name: 'user', operationId: 'editMe', noun: 'user', make: async () => '/me' },
  {
    name: 'notification preferences',
    operationId: 'setNotificationPreferences',
    noun: 'notification_preferences',
    make: async () => '/me/notification-preferences',
  },
  { name: 'workspace', operationId: 'editWorkspace', noun: 'workspace', make: async () => '/workspace' },
  {
    name: 'timer',
    operationId: 'startTimer',
    noun: 'timer',
    make: (scene) => timer(scene, { title: 'A', tags: ['x'], ticket: 'R-1', create_ticket: true, duration: '1h' }),
    to: '/timers/start',
    before: discard,
  },
  {
    name: 'pomodoro',
    operationId: 'startTimer',
    noun: 'timer',
    make: (scene) => timer(scene, { type: 'pomodoro' }),
    to: '/timers/start',
    before: discard,
  },
  {
    name: 'minimal timer',
    operationId: 'startTimer',
    noun: 'timer',
    make: (scene) => timer(scene, {}),
    to: '/timers/start',
    before: discard,
  },
  { name: 'timer', operationId: 'editTimer', noun: 'timer', make: (scene) => timer(scene, { title: 'A' }) },
  {
    name: 'added timer',
    operationId: 'addTimer',
    noun: 'timer',
    make: addedTimer('2026-03-08'),
    to: '/timers',
    before: discard,
  },
  {
    name: 'added timer',
    operationId: 'correctTimer',
    noun: 'timer',
    make: addedTimer('2026-03-09'),
    to: 'spans',
  },
  {
    name: 'ticket',
    operationId: 'createTicket',
    noun: 'ticket',
    make: async (scene) => `/tickets/${await newTicket(scene)}`,
    to: '/tickets',
    before: (scene, { id }) => scene.api('PATCH', `/tickets/${id}`, { key: `was-${id}` }),
  },
  {
    name: 'ticket',
    operationId: 'editTicket',
    noun: 'ticket',
    make: async (scene) => `/tickets/${await newTicket(scene)}`,
  },
  {
    name: 'project',
    operationId: 'createProject',
    noun: 'project',
    make: async (scene) => `/projects/${await newProject(scene)}`,
    to: '/projects',
    before: (scene, { id }) => scene.api('PATCH', `/projects/${id}`, { name: `was ${id}` }),
  },
  {
    name: 'project',
    operationId: 'editProject',
    noun: 'project',
    make: async (scene) => `/projects/${await newProject(scene)}`,
  },
  {
    name: 'endpoint',
    operationId: 'createEndpoint',
    noun: 'endpoint',
    make: async (scene) => `/endpoints/${await newEndpoint(scene)}`,
    to: '/endpoints',
  },
  {
    name: 'broker',
    operationId: 'editBroker',
    noun: 'broker',
    make: async (scene) => `/brokers/${(await newBroker(scene)).id}`,
  },
  {
    name: 'endpoint',
    operationId: 'editEndpoint',
    noun: 'endpoint',
    make: async (scene) => `/endpoints/${await newEndpoint(scene)}`,
  },
  {
    name: 'ticket source',
    operationId: 'createTicketSource',
    noun: 'ticket_source',
    make: async (scene) => `/ticket-sources/${(await newTicketSource(scene)).id}`,
    to: '/ticket-sources',
  },
  {
    name: 'ticket source',
    operationId: 'editTicketSource',
    noun: 'ticket_source',
    make: async (scene) => `/ticket-sources/${(await newTicketSource(scene)).id}`,
  },
  {
    name: 'worklogs',
    operationId: 'setWorklogs',
    noun: 'worklogs',
    make: async (scene) => {
      const source = { provider: 'gitlab', name: 'GitLab' };
      const path = `${await made(scene, '/ticket-sources', source, 'ticket_source')}/worklogs`;
      const set = { enabled: true, tracker: 'gitlab', base_url: 'https://gitlab.com', token: 'glpat-12345678' };
      expect(await scene.api('PUT', path, set)).toMatchObject({ status: 200 });
      return path;
    },
  },
  {
    name: 'saved report',
    operationId: 'createSavedReport',
    noun: 'saved_report',
    make: async (scene) => `/reports/saved/${(await newSavedReport(scene)).id}`,
    to: '/reports/saved',
    before: (scene, { id }) => scene.api('PATCH', `/reports/saved/${id}`, { name: `was ${id}`.slice(0, 60) }),
  },
  {
    name: 'saved report',
    operationId: 'editSavedReport',
    noun: 'saved_report',
    make: async (scene) => `/reports/saved/${(await newSavedReport(scene)).id}`,
  },
];

let scene: Scene;

beforeAll(async () => {
  const world = await testWorld();
  world.clock.set('2026-03-10T09:00:00.123Z');
  scene = await newScene(world);
  await newBroker(scene, { name: 'read-back', input_target: 'read-back.in' });
});

test.each(CASES.filter(({ to }) => to?.startsWith('/')))(
  'POST accepts a $name as it was returned, $operationId',
  async (one) => {
    const { thing, sent } = await readThing(one);
    await one.before?.(scene, thing);
    const { status, body } = await scene.api<Record<string, Thing>>('POST', one.to ?? '', sent);
    expect({ status, body }).toMatchObject({ status: 201 });
    const equal = body[one.noun] as Thing;
    expect(equal.id).not.toBe(thing.id);
    expect(withoutIds(picked(equal, Object.keys(sent)))).toEqual(withoutIds(sent));
  },
);

test.each(CASES.filter(({ to }) => !to?.startsWith('/')))(
  '$operationId leaves a $name as it was returned',
  async (one) => {
    const { path, method, thing, sent } = await readThing(one);
    const client = one.noun === 'user' || one.noun === 'notification_preferences' ? scene.session : scene.api;
    const { status, body } = await client<Record<string, Thing>>(method, one.to ? `${path}/${one.to}` : path, sent);
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(stable((await read(one.noun, path)) as Thing)).toEqual(stable(thing));
  },
);

/** Path of a new thing. */
async function made({ api }: Scene, path: string, body: object, noun: string): Promise<string> {
  const response = await api<Record<string, Thing>>('POST', path, body);
  expect(response).toMatchObject({ status: 201 });
  return `${path}/${response.body[noun]?.id}`;
}

/** A new thing as returned, and those of its fields that the operation also has. */
async function readThing({ make, noun, operationId }: Case) {
  const path = await make(scene);
  const thing = await read(noun, path);
  const { method, names } = inputOf(operationId);
  const sent = picked(thing, names);
  expect(Object.keys(sent)).not.toEqual([]);
  return { path, method, thing, sent };
}

async function read(noun: string, path: string): Promise<Thing> {
  const { status, body } = await scene.api<Record<string, Thing>>('GET', path);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body[noun] as Thing;
}

function inputOf(operationId: string): { method: string; names: string[] } {
  for (const methods of Object.values(DOCUMENT.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const { content } = operation.requestBody as unknown as { content: Record<string, { schema: Schema }> };
      const { properties } = resolved(content['application/json']?.schema ?? {});
      return { method: method.toUpperCase(), names: Object.keys(properties as object) };
    }
  }
  throw new Error(`The document has no operation ${operationId}.`);
}

function picked(thing: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => names.includes(name)));
}

/** Without ids of parts, such as spans, which an equal thing has of its own. */
function withoutIds(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part, (name, value) => (name === 'id' ? undefined : value)));
}

/** Without fields that change by themselves. */
function stable({ time_left_ms: _passes, ...rest }: Thing) {
  return rest;
}
