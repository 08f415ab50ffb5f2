import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { StartError } from '#/scripts/start-error.ts';
import { hasJourneys, type JourneyProject, runJourneys } from '#/scripts/test/journeys.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import { GATE_PROJECTS, runVitest } from '#/scripts/test/run-vitest.ts';
import { verdictLines } from '#/scripts/test/show-verdict.ts';
import { gateTests } from '#/scripts/test/test-files.ts';
import { testRun, withCrash } from '#/scripts/test/test-run.ts';
import { verdictOf } from '#/scripts/test/verdict.ts';

// `npm run prove`: tests too long or too random for the gate: processes killed and frozen under load, races by the
// hundred, long fuzz, models on new random examples, the heavy journeys, every screen in every state. `npm run prove --
// proofs kills` runs a part: `proofs`, `models`, `balanced` (tests of streams, limits and keys with two web processes),
// `journeys` or `screens`, and within it the files with the word in their name. `npm run prove -- soak --hours 3` runs
// only when named; with `--folder FOLDER` a later one continues with its database.

const PARTS = ['proofs', 'models', 'balanced', 'journeys', 'screens'] as const;
type Part = (typeof PARTS)[number] | 'soak';

/** Parts that run in a browser, by project of playwright.config.ts. */
const JOURNEYS: Partial<Record<Part, readonly JourneyProject[]>> = {
  journeys: ['prove-journeys', 'prove-whole-browser', 'serial'],
  screens: ['prove'],
};

/** Time limit of a test: each makes thousands of requests. */
const AN_HOUR = '--test-timeout=3600000';

/** Tests of the gate that are worth a second run: those whose size or examples are set from outside. */
const GROWS = /from '#\/test\/scale\.ts'|from 'fast-check'/;

const [named, ...words] = process.argv.slice(2);
const parts: readonly Part[] = named === 'soak' ? [named] : PARTS.filter((part) => !named || part === named);
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
process.env.TEST_PURPOSE = 'prove';
process.env.TEST_SEED = seed;

const run = await testRun();
const { home, log } = run;
for (const line of loadLines()) log(line);
log(`examples are drawn by TEST_SEED=${seed}`);
const outcomes: TestOutcome[] = [];
for (const part of parts) outcomes.push(...(await withCrash(part, () => prove(part))));
await run.end(outcomes.some(({ state }) => state === 'failed'));
const verdict = verdictOf(outcomes, [], [], '');
for (const line of verdictLines(verdict)) console.log(line);
process.exit(verdict.failed > 0 || verdict.passed === 0 ? 1 : 0);

async function prove(part: Part): Promise<TestOutcome[]> {
  await generateClient();
  // Two web processes started by a proof serve them.
  await buildPages(log);
  if (part === 'proofs') return runVitest(run.server, { home, projects: ['proofs'], args: words });
  if (part === 'soak') return runVitest(run.server, { home, projects: ['soak'], env: soakSettings(words) });
  if (part === 'balanced') return runVitest(run.server, { home, projects: ['balanced'], args: [...words, AN_HOUR] });
  const projects = JOURNEYS[part];
  if (projects) return hasJourneys() ? runJourneys(run.server, { home, log, args: words, projects }) : [];
  const files = gateTests()
    .filter((file) => GROWS.test(readFileSync(file, 'utf8')))
    .filter((file) => words.every((word) => file.includes(word)));
  const args = [...files, AN_HOUR];
  return files.length > 0 ? runVitest(run.server, { home, projects: GATE_PROJECTS, args }) : [];
}

/** `--hours 0.5`, three unless given; `--folder FOLDER` keeps the database there for the next soak. */
function soakSettings(args: string[]): Record<string, string> {
  const options = { hours: { type: 'string' }, folder: { type: 'string' } } as const;
  const { hours = '3', folder } = parsed(() => parseArgs({ args, options }).values);
  if (!(Number(hours) > 0)) throw new StartError('The soak takes --hours and a number, such as 0.5.');
  return { SOAK_HOURS: hours, ...(folder && { SOAK_FOLDER: path.resolve(folder) }) };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}
