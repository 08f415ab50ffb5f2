import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiAnswer, questionOf } from '#/test/api-client.ts';
import { DOCUMENT, operationAt, responseOf } from '#/test/api-contract.ts';
import { SCENARIOS } from '#/test/contract/scenarios.ts';
import { newScene, type Scenario } from '#/test/contract/scene.ts';
import { testWorld, type World } from '#/test/world.ts';

// Every answer the document names is brought about, and is as the document says: the shape of each is held against it by
// the clients of test/api-client.ts, its headers here.

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));

/** Headers that certain refusals always have. */
const ALWAYS: Record<string, string[]> = {
  unauthenticated: ['WWW-Authenticate'],
  api_key_invalid: ['WWW-Authenticate'],
  rate_limited: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  too_many_streams: ['Retry-After'],
  database_unavailable: ['Retry-After'],
};

/** Documented for the case that two processes ever race in a way that no test can bring about from outside. */
const OUT_OF_REACH: Record<string, string> = {
  'getWorkspace: 404 workspace_not_found': 'Workspaces are never deleted, and the caller is a member of this one.',
  'editWorkspace: 404 workspace_not_found': 'As above.',
  'transferWorkspace: 404 workspace_not_found': 'As above.',
  'leaveWorkspace: 404 member_not_found': 'Who is no member any more is refused while being recognized.',
  'leaveWorkspace: 403 forbidden': 'As above; this is for who is removed while the request waits.',
  'createWorkspace: 403 forbidden': 'As above.',
  'editMe: 403 forbidden': 'As above.',
};

describe.each(OPERATIONS.map(({ operationId }) => operationId))('%s', (operationId) => {
  test.each(SCENARIOS.filter((one) => one.operationId === operationId))('answers $answers', async (scenario) => {
    const answer = await scenario.request(await newScene(world));
    expect(saidBy(answer)).toBe(scenario.answers);
    const question = questionOf(answer);
    if (question) expect(operationAt(question)?.operationId).toBe(operationId);
    expectHeaders(answer, scenario);
  });
});

function saidBy({ status, body }: ApiAnswer<unknown>): string {
  const { code } = (status >= 400 ? body : {}) as { code?: string };
  return code ? `${status} ${code}` : `${status}`;
}

function expectHeaders({ status, headers }: ApiAnswer<unknown>, { operationId, answers }: Scenario): void {
  const operation = OPERATIONS.find((one) => one.operationId === operationId);
  const documented = Object.keys((operation && responseOf(operation, status)?.headers) ?? {});
  const wanted = [
    ...documented.filter((name) => name === 'X-Request-Id'),
    ...(ALWAYS[answers.split(' ')[1] ?? ''] ?? []),
  ];
  if (status < 300) wanted.push(...documented.filter((name) => name === 'ETag' || name === 'Location'));
  for (const name of wanted) {
    expect(documented, `the document's headers of ${operationId}, ${status}`).toContain(name);
    expect(headers.has(name), `${name} of ${operationId}, ${status}`).toBe(true);
  }
}

test('nothing is documented that no scenario brings about: add it to test/contract/*-scenarios.ts', () => {
  const shown = new Set(SCENARIOS.map(({ operationId, answers }) => `${operationId}: ${answers}`));
  const missing = OPERATIONS.flatMap(answersOf).filter((answer) => !shown.has(answer));
  expect(missing.filter((answer) => !(answer in OUT_OF_REACH))).toEqual([]);
  // What has left the document, or is brought about after all, leaves this list too.
  expect(missing).toEqual(expect.arrayContaining(Object.keys(OUT_OF_REACH)));
});

test('no scenario is of an operation that is not there', () => {
  const known = OPERATIONS.map(({ operationId }) => operationId);
  expect(SCENARIOS.filter(({ operationId }) => !known.includes(operationId))).toEqual([]);
});

/** Every status an operation may answer with, and every code of those that have some. */
function answersOf(operation: (typeof OPERATIONS)[number]): string[] {
  return Object.keys(operation.responses).flatMap((status) => {
    const codes = responseOf(operation, status)?.['x-problem-codes'];
    return codes
      ? codes.map((code) => `${operation.operationId}: ${status} ${code}`)
      : `${operation.operationId}: ${status}`;
  });
}
