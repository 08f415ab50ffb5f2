import { buildPages } from '#/scripts/build/build-pages.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { runTool, type ToolResult } from '#/scripts/build/run-tool.ts';
import { firstLoadChunks, formatPageWeight, formatPageWeights } from '#/scripts/check/page-weight.ts';
import { checkProto } from '#/scripts/check/proto-rules.ts';
import { isForPeople } from '#/scripts/start-error.ts';

// `npm run check`: what CI requires besides the tests. Every step runs, even if an earlier one failed.

/** `isShown`: its output is printed when it passes, too. */
type Step = { name: string; run: () => Promise<ToolResult>; isShown?: boolean };

/** How much script the Today page may load before it is usable. Later parts load later. */
const TODAY_SCRIPT_BYTES = 200_000;

const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
const tool = (script: string, ...args: string[]) => runTool(script, args, { env: QUIET });

/** Steps whose output others read run first. */
const FIRST: Step[] = [
  { name: 'database client', run: generate },
  { name: 'route types', run: () => tool('next/dist/bin/next', 'typegen') },
];

/** One after the other, since the build rewrites the route types that the compiler reads. */
const PAGES: Step[] = [
  { name: 'types', run: () => tool('typescript/bin/tsc', '--noEmit') },
  { name: 'weight of Today', run: weighToday },
  {
    name: 'script per page (gzip bytes)',
    run: async () => ({ ok: true, output: formatPageWeights('.next') }),
    isShown: true,
  },
];

/** In parallel with the pages: neither keeps two processors busy all the time. */
const REST: Step[] = [
  {
    name: 'lint, format, zones',
    run: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=100'),
  },
  {
    name: 'spelling',
    run: () => tool('cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--show-suggestions', '--gitignore'),
  },
  { name: 'tests decide by logic', run: () => tool('../scripts/check/gate-rules-main.ts') },
  { name: 'rooms in one direction', run: () => tool('../scripts/check/room-graph-main.ts'), isShown: true },
  { name: 'gRPC protocol', run: checkProto },
  { name: 'unused code', run: () => tool('knip/bin/knip.js', '--no-progress') },
  { name: 'migrations suit the version before', run: () => tool('../scripts/check/migration-rules-main.ts') },
  { name: 'migrations match schema', run: () => tool('../scripts/check/drift-main.ts') },
];

const failed: string[] = [];
await runSteps(FIRST);
await Promise.all([runSteps(PAGES), runSteps(REST)]);
console.log(failed.length > 0 ? `check │ failed: ${failed.join('; ')}` : 'check │ all is well');
process.exit(failed.length > 0 ? 1 : 0);

async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(step);
}

async function runStep({ name, run, isShown }: Step): Promise<void> {
  const began = performance.now();
  const { ok, output } = await run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`check │ ${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(5)} s  ${name}`);
  if (!ok) failed.push(name);
  if (!ok || isShown) console.log(`\n${output.trim()}\n`);
}

async function generate(): Promise<ToolResult> {
  return toResult(async () => {
    await generateClient();
    return { ok: true, output: '' };
  });
}

/** Builds the pages first when the build is stale. */
async function weighToday(): Promise<ToolResult> {
  return toResult(async () => {
    await buildPages(() => {});
    return formatPageWeight(firstLoadChunks('.next', '/(app)/page'), TODAY_SCRIPT_BYTES);
  });
}

async function toResult(step: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await step();
  } catch (error) {
    if (isForPeople(error)) return { ok: false, output: error.message };
    throw error;
  }
}
