import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, questionOf } from '#/test/api-client.ts';
import { DOCUMENT, operationAt, responseOf } from '#/test/api-contract.ts';
import { commonScenarios } from '#/test/contract/common-scenarios.ts';
import { SCENARIOS } from '#/test/contract/scenarios.ts';
import { newScene, type Scenario } from '#/test/contract/scene.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Every documented response occurs and matches the document: its shape is checked by the clients of test/api-client.ts,
// its headers here.

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

/**
 * Responses of a part of the API that is the same for all operations, before it selects one: the gate tests them for
 * every twentieth operation, `npm run prove -- models` for each.
 */
const OF_THE_API = new Set([
  '400 json_malformed',
  '413 body_too_large',
  '415 content_type_unsupported',
  '429 rate_limited',
  '500 internal',
  '503 database_unavailable',
]);
const isOfTheApi = (scenario: Scenario) => commonScenarios.includes(scenario) && OF_THE_API.has(scenario.responses);

const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));

/** Headers that every response has if they are documented for it. */
const ALWAYS = ['X-Request-Id', 'Retry-After', 'WWW-Authenticate'];
const OF_CODE: Record<string, string[]> = {
  rate_limited: ['RateLimit', 'RateLimit-Policy'],
  database_unavailable: ['Retry-After'],
  too_many_reads: ['Retry-After'],
};
/** Headers that every error of this status is documented to have. */
const OF_STATUS: Record<number, string[]> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

describe.each(OPERATIONS.map(({ operationId }, index) => ({ operationId, index })))(
  '$operationId',
  ({ operationId, index }) => {
    const isWhole = index % scaled(20, 1) === 0;
    test.each(SCENARIOS.filter((one) => one.operationId === operationId && (isWhole || !isOfTheApi(one))))(
      'responds with $responses',
      async (scenario) => {
        const response = await scenario.request(await newScene(world));
        expect(summaryOf(response)).toBe(scenario.responses);
        const question = questionOf(response);
        if (question) expect(operationAt(question)?.operationId).toBe(operationId);
        expectHeaders(response, scenario);
      },
    );
  },
);

function summaryOf({ status, body }: ApiResponse<unknown>): string {
  const { code } = (status >= 400 ? body : {}) as { code?: string };
  return code ? `${status} ${code}` : `${status}`;
}

function expectHeaders({ status, headers }: ApiResponse<unknown>, { operationId, responses }: Scenario): void {
  const operation = OPERATIONS.find((one) => one.operationId === operationId);
  const documented = Object.keys((operation && responseOf(operation, status)?.headers) ?? {});
  const wanted = [
    ...documented.filter((name) => ALWAYS.includes(name)),
    ...(OF_STATUS[status] ?? []),
    ...(OF_CODE[responses.split(' ')[1] ?? ''] ?? []),
  ];
  if (status < 300) wanted.push(...documented.filter((name) => name === 'ETag' || name === 'Location'));
  for (const name of wanted) {
    expect(documented, `the document's headers of ${operationId}, ${status}`).toContain(name);
    expect(headers.has(name), `${name} of ${operationId}, ${status}`).toBe(true);
  }
}

test('every documented response has a scenario: add missing ones to test/contract/*-scenarios.ts', () => {
  const shown = new Set(SCENARIOS.map(({ operationId, responses }) => `${operationId}: ${responses}`));
  expect(OPERATIONS.flatMap(responsesOf).filter((response) => !shown.has(response))).toEqual([]);
});

test('every scenario belongs to an existing operation', () => {
  const known = OPERATIONS.map(({ operationId }) => operationId);
  expect(SCENARIOS.filter(({ operationId }) => !known.includes(operationId))).toEqual([]);
});

/** Every status an operation may respond with, and every code of statuses with codes. */
function responsesOf(operation: (typeof OPERATIONS)[number]): string[] {
  return Object.keys(operation.responses).flatMap((status) => {
    const codes = responseOf(operation, status)?.['x-problem-codes'];
    return codes
      ? codes.map((code) => `${operation.operationId}: ${status} ${code}`)
      : `${operation.operationId}: ${status}`;
  });
}
