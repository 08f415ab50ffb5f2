import { beforeAll, describe, expect, test } from 'vitest';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { DOCUMENT, responseOf } from '#/test/api-contract.ts';
import { NEEDED } from '#/test/contract/common-scenarios.ts';
import { newCalendarPath } from '#/test/contract/export-scenarios.ts';
import { ROUTES, type Route } from '#/test/contract/routes.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { thingsAt } from '#/test/contract/things.ts';
import { testWorld, type World } from '#/test/world.ts';

// Preconditions (RFC 9110, section 13) of every operation of the document.

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await testWorld();
  scene = await newScene(world);
});

type Problem = { code: string; errors: { pointer: string }[]; current: { version: number } };

/** Paths of versioned things: their ETag begins with the version. */
const VERSIONED = ROUTES.filter(({ method, pattern }) => {
  const operation = DOCUMENT.paths[pattern]?.get;
  const etag = operation && responseOf(operation, 200)?.headers?.ETag;
  return method === 'GET' && JSON.stringify(etag)?.endsWith('/headers/ETag"}');
});

const CHANGES = ROUTES.filter(({ method }) => method !== 'GET');
const changesOf = ({ pattern }: Route) =>
  CHANGES.filter((route) => route.pattern === pattern || route.pattern.startsWith(`${pattern}/`));

/** Paths below a versioned thing, for something else that has no versions. */
const ABOUT_SOMETHING_ELSE = [
  'setWorklogs',
  'testWorklogs',
  'retryWorklogs',
  'removeWorklogs',
  'testBroker',
  'testEndpoint',
  'rotateEndpointSecret',
  'resendDelivery',
  'resendFailedDeliveries',
];

const documentsIfMatch = ({ pattern, method }: Route) =>
  JSON.stringify(DOCUMENT.paths[pattern]?.[method.toLowerCase()]?.parameters ?? []).includes('/IfMatch"');

const bodyOf = (route: Route) => (route.takesBody ? (BODY_EXAMPLES[route.operationId] ?? {}) : undefined);

test('every change of a thing that has versions documents If-Match, and no other operation does', () => {
  expect(VERSIONED.map(({ pattern }) => pattern)).toEqual([
    '/api-keys/{id}',
    '/timers/{id}',
    '/imports/{id}',
    '/ticket-sources/{id}',
    '/alarms/{id}',
    '/schedules/{id}',
    '/receivers/{id}',
    '/brokers/{broker}',
    '/endpoints/{id}',
    '/reports/saved/{id}',
  ]);
  const wanted = VERSIONED.flatMap(changesOf).filter(({ operationId }) => !ABOUT_SOMETHING_ELSE.includes(operationId));
  const names = (routes: Route[]) => routes.map(({ name }) => name).sort();
  expect(names(ROUTES.filter(documentsIfMatch))).toEqual(names(wanted));
});

describe('If-Match', () => {
  const cases = VERSIONED.flatMap((thing) => changesOf(thing).map((change) => ({ thing, change })));
  test.each(cases.filter(({ change }) => documentsIfMatch(change)))(
    'with other versions rejects $change.name and returns the current one, and with the current one permits it',
    async ({ thing, change }) => {
      const ids = await thingsAt(scene, thing.pattern);
      const read = async () => (await scene.api('GET', thing.path(ids))).headers.get('etag') ?? '';
      const etag = await read();
      const version = Number(/^"(\d+)-/.exec(etag)?.[1]);
      const send = (ifMatch: string) =>
        scene.api<Problem>(change.method, change.path(ids), bodyOf(change), { 'if-match': ifMatch });
      for (const others of ['"98"', `"98", W/${etag}`, `W/"${version}"`, '"of-another-kind"']) {
        const { status, body } = await send(others);
        expect([others, status, body.current?.version]).toEqual([others, 412, version]);
      }
      expect(await read()).toBe(etag);
      expect((await send(`"98" ,${etag}`)).status).not.toBe(412);
    },
  );

  test.each(CHANGES.filter((route) => !documentsIfMatch(route)))(
    'is an error of $name, for which it has no meaning',
    async (route) => {
      const { status, body } = await scene.session<Problem>(route.method, route.path(), bodyOf(route), {
        'if-match': '"1"',
      });
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['#/header/If-Match']]);
    },
  );

  test.each(['3', '"1', 'W/', '"1" "2"', 'w/"1"', '*, "1"', '', ' , '])(
    '"%s" is not a list of versions',
    async (header) => {
      const { id } = await scene.alarm();
      const response = await scene.api<Problem>('POST', `/alarms/${id}/abort`, {}, { 'if-match': header });
      expect([response.status, response.body.errors[0]?.pointer]).toEqual([400, '#/header/If-Match']);
    },
  );

  test.each(['*', '"1"', '"98", "1"', ', "1",'])('%s aborts an alarm at version 1', async (header) => {
    const { id } = await scene.alarm();
    const response = await scene.api<{ status: string }>('POST', `/alarms/${id}/abort`, {}, { 'if-match': header });
    expect(response.status).toBe(200);
  });
});

describe('If-None-Match', () => {
  /** Paths whose responses the document shows with an ETag. */
  const tagged = Object.entries(DOCUMENT.paths).flatMap(([pattern, { get }]) =>
    get && responseOf(get, 200)?.headers?.ETag ? [pattern] : [],
  );
  const routes = ROUTES.filter(({ method, pattern }) => method === 'GET' && tagged.includes(pattern));

  /** Where to read a thing that exists, by the pattern of its path. */
  const paths: Record<string, () => Promise<string>> = {
    ...Object.fromEntries(
      routes.map(({ operationId, pattern, path }) => [
        pattern,
        async () => `${path(await thingsAt(scene, pattern))}${NEEDED[operationId] ?? ''}`,
      ]),
    ),
    '/openapi.json': async () => '/openapi.json',
    '/calendar-feeds/{token}.ics': () => newCalendarPath(scene),
  };

  test.each(tagged)('gets 304 of GET %s with its ETag, and the body with any other', async (pattern) => {
    const path = (await paths[pattern]?.()) ?? '';
    const { status, headers } = await scene.api('GET', path);
    const etag = headers.get('etag') ?? '';
    const read = (header: string) => scene.api('GET', path, undefined, { 'if-none-match': header });
    const same = await read(`"other", ${etag}`);
    expect([status, same.status, same.body, same.headers.get('etag')]).toEqual([200, 304, null, etag]);
    const other = await read('"other", W/"3-other"');
    expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
  });

  test('has a meaning wherever an ETag is documented, and nowhere else', () => {
    const accepting = Object.entries(DOCUMENT.paths).flatMap(([pattern, { get }]) =>
      get && /"If-None-Match"|\/IfNoneMatch"/.test(JSON.stringify(get.parameters ?? [])) ? [pattern] : [],
    );
    expect(accepting).toEqual(tagged);
    const ofOneThing = ROUTES.filter(({ method, pattern }) => method === 'GET' && pattern.endsWith('}'));
    expect(tagged).toEqual(expect.arrayContaining(['/openapi.json', ...ofOneThing.map(({ pattern }) => pattern)]));
  });

  test('matches a running timer while only time passes, and not once it is paused', async () => {
    const { api, world: ours } = await newScene(world);
    const { body } = await api<{ timer: { id: string } }>('POST', '/timers/start', {});
    const path = `/timers/${body.timer.id}`;
    const { headers } = await api('GET', path);
    const etag = headers.get('etag') ?? '';
    const again = () => api('GET', path, undefined, { 'if-none-match': `"x", W/${etag}` });
    ours.clock.advance(60_000);
    const same = await again();
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, null, etag]);
    await api('POST', `${path}/pause`, {});
    expect((await again()).status).toBe(200);
  });

  test('matches a project without versions until it is renamed', async () => {
    const { project } = (await scene.api<{ project: { id: string } }>('POST', '/projects', { name: 'One' })).body;
    const path = `/projects/${project.id}`;
    const etag = (await scene.api('GET', path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{16}"$/);
    const again = () => scene.api('GET', path, undefined, { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await scene.api('PATCH', path, { name: 'Another' });
    expect((await again()).status).toBe(200);
  });

  test('is an error of a change, and is ignored when it is not a tag', async () => {
    const { id } = await scene.alarm();
    const change = await scene.api<Problem>('POST', `/alarms/${id}/abort`, {}, { 'if-none-match': '*' });
    expect([change.status, change.body.errors[0]?.pointer]).toEqual([400, '#/header/If-None-Match']);
    const read = (header: string) => scene.api('GET', `/alarms/${id}`, undefined, { 'if-none-match': header });
    expect((await read('1')).status).toBe(200);
    expect((await read('*')).status).toBe(304);
  });
});
