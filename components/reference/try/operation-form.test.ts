import { describe, expect, test } from 'vitest';
import { buildCall } from '#/components/reference/try/call.ts';
import { type CallableDocument, callableIn } from '#/components/reference/try/callable.ts';
import { firstValues, IDEMPOTENCY_KEY, operationForm } from '#/components/reference/try/operation-form.ts';
import { OPERATIONS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';

const API = openApiDocument(OPERATIONS, 'https://timers.test') as unknown as CallableDocument;
const IDS = API.tags.flatMap(({ name }) => callableIn(API, name)).map(({ operationId }) => operationId);

test('every operation of the document can be tried, except to open a WebSocket', () => {
  const all = Object.values(API.paths).flatMap((methods) => Object.values(methods));
  expect(all.map(({ operationId }) => operationId).filter((id) => !IDS.includes(id))).toEqual(['openSocket']);
});

test.each(IDS)('%s has a form that makes a call once its path and query are filled in', (id) => {
  const form = operationForm(API, id);
  const needed = form.fields.filter(({ isRequired }) => isRequired);
  const filledIn = Object.fromEntries(needed.map(({ key, options }) => [key, options?.[0] ?? 'x']));
  const built = buildCall(form, { ...firstValues(form, 'fresh'), ...filledIn });
  if ('errors' in built) throw new Error(JSON.stringify(built.errors));
  expect(built.call.target).toMatch(/^\/[^{}]+$/);
  expect(built.call.headers).toEqual(
    form.fields.some(({ key }) => key === IDEMPOTENCY_KEY) ? { 'Idempotency-Key': 'fresh' } : {},
  );
  // Only parameters with one value: an array in a query would need another field.
  for (const { name, place, description } of form.fields) expect([name, place, description]).not.toContain('');
});

test.each(OPERATIONS.filter(({ body }) => body))('$operationId begins with a valid body', (operation) => {
  const { body } = operationForm(API, operation.operationId);
  expect(operation.body?.safeParse(JSON.parse(body?.example ?? '')).success).toBe(true);
});

test('no parameter of the document accepts several values', () => {
  const parameters = [
    ...Object.values(API.components.parameters),
    ...Object.values(API.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters: own = [] }) => own.flatMap((one) => ('$ref' in one ? [] : [one]))),
  ];
  expect(JSON.stringify(parameters.map(({ schema }) => schema))).not.toContain('"array"');
});

describe('the form of an operation', () => {
  test('has a field for each parameter, with the document’s description', () => {
    const form = operationForm(API, 'listAlarms');
    expect(form).toMatchObject({ method: 'GET', path: '/alarms', basePath: '/api/v1', isChange: false, body: null });
    const field = (name: string) => form.fields.find((one) => one.name === name);
    expect(field('limit')).toMatchObject({ key: 'query.limit', isNumber: true, isRequired: false, fallback: '50' });
    expect(field('status')?.options).toContain('scheduled');
  });

  test('offers a fresh Idempotency-Key and If-Match, but no other workspace', () => {
    const names = (id: string) => operationForm(API, id).fields.map(({ name }) => name);
    expect(names('startTimer')).toEqual(['Idempotency-Key']);
    expect(names('editTimer')).toEqual(['id', 'If-Match']);
    expect(firstValues(operationForm(API, 'startTimer'), 'fresh')).toMatchObject({ [IDEMPOTENCY_KEY]: 'fresh' });
  });

  test.each([
    ['deleteSchedule', true],
    ['discardTimer', true],
    ['abortAlarm', true],
    ['startTimer', false],
    ['listAlarms', false],
  ])('a form shows whether %s is destructive', (id, isDestructive) => {
    expect(operationForm(API, id).isDestructive).toBe(isDestructive);
  });

  test.each([
    ['startTimer', { takesKey: true, isForSessions: false, isInClient: true, basePath: '/api/v1' }],
    ['createWorkspace', { takesKey: true, isForSessions: true }],
    ['ping', { takesKey: false, isForSessions: false, isInClient: false, basePath: '' }],
    ['stream', { takesKey: true, isInClient: false }],
  ])('shows how %s is called', (id, how) => {
    expect(operationForm(API, id)).toMatchObject(how);
  });
});
