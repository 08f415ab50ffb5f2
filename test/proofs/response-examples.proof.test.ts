import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#/scripts/project.ts';
import { EXAMPLES_FILE, examplesOf, recordResponses } from '#/test/contract/recorded-examples.ts';
import { testWorld } from '#/test/world.ts';

// `RECORD_EXAMPLES=all` records every example of the OpenAPI document again, `RECORD_EXAMPLES=getAlarm,listAlarms`
// those of these operations. Without it a few are recorded, and compared with the committed ones.

const wanted = process.env.RECORD_EXAMPLES;
const FEW = ['getTime', 'createAlarm', 'startTimer', 'listProjects'];

test('the examples of the document are the responses of scenarios', async () => {
  const file = path.join(ROOT, EXAMPLES_FILE);
  const committed = JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof examplesOf>;
  const operationIds = wanted ? (wanted === 'all' ? undefined : wanted.split(',')) : FEW;
  const { responses, problems } = examplesOf(await recordResponses(await testWorld(), operationIds));
  expect(Object.keys(responses).length).toBeGreaterThan(1);
  if (!wanted) {
    for (const [name, body] of Object.entries(responses)) expect(committed.responses[name], name).toEqual(body);
    return;
  }
  const all = operationIds
    ? { responses: { ...committed.responses, ...responses }, problems: { ...problems, ...committed.problems } }
    : { responses, problems };
  writeFileSync(file, `${JSON.stringify(sorted(all), null, 2)}\n`);
});

function sorted(examples: ReturnType<typeof examplesOf>) {
  const inOrder = (some: object) => Object.fromEntries(Object.entries(some).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { responses: inOrder(examples.responses), problems: inOrder(examples.problems) };
}
