import path from 'node:path';
import type { Bench } from '#/bench/bench.ts';
import { Calm } from '#/bench/calm.ts';
import { startOurs } from '#/bench/ours/ours.ts';
import { findPeers } from '#/bench/peers/peers.ts';
import { type Plan, planOf, type ScenarioName } from '#/bench/plan.ts';
import { CleanUp } from '#/bench/processes/clean-up.ts';
import { startPostgres } from '#/bench/processes/postgres.ts';
import { startReceiver } from '#/bench/receiver/receiver.ts';
import { describeMachine } from '#/bench/report/machine.ts';
import type { Measurements, Results } from '#/bench/report/results.ts';
import { describe, quietness } from '#/bench/report/tables.ts';
import { writeResults } from '#/bench/report/write-results.ts';
import { measureBacklog } from '#/bench/scenarios/backlog.ts';
import { measureBridge } from '#/bench/scenarios/bridge.ts';
import { measureDepth } from '#/bench/scenarios/depth.ts';
import { measureGrpc } from '#/bench/scenarios/grpc.ts';
import { measureLateness } from '#/bench/scenarios/lateness.ts';
import { measureRegistration } from '#/bench/scenarios/registration.ts';
import { measureReports } from '#/bench/scenarios/reports.ts';
import { measureThroughput } from '#/bench/scenarios/throughput.ts';
import { measureThunderingHerd } from '#/bench/scenarios/thundering-herd.ts';
import { measureWorkers } from '#/bench/scenarios/workers.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { ROOT } from '#/scripts/project.ts';
import { isForPeople } from '#/scripts/start-error.ts';

// `npm run bench`: ours and the peers on this machine, one after the other, each with its own store, measured at a
// receiver. bench/README.md says what it includes and leaves out.

const MEASURE: { [K in ScenarioName]: (bench: Bench) => Promise<Measurements[K]> } = {
  registration: measureRegistration,
  grpc: measureGrpc,
  bridge: measureBridge,
  lateness: measureLateness,
  throughput: measureThroughput,
  herd: measureThunderingHerd,
  backlog: measureBacklog,
  depth: measureDepth,
  workers: measureWorkers,
  reports: measureReports,
};

const began = performance.now();
const log = (line: string) =>
  console.log(`bench │ ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s │ ${line}`);
const cleanUp = new CleanUp();
let interrupted = false;
let givenUp = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    finish(130);
  });
}

try {
  process.exitCode = await runAll(planOf(process.argv.slice(2)));
} catch (error) {
  process.exitCode = 1;
  if (!interrupted) console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
}
await finish(Number(process.exitCode));

/**
 * Runs the planned measurements, shows and writes them. Returns the exit code: 1 when a scenario could not be measured.
 */
async function runAll(plan: Plan): Promise<number> {
  const machine = await describeMachine();
  log(quietness(machine));
  await generateClient();
  const bench = await prepare(plan);
  const participants = Object.fromEntries([bench.ours, ...bench.peers].map(({ name, label }) => [name, label]));
  const results: Results = { quick: plan.quick, machine, participants, measurements: {} };
  for (const name of plan.scenarios) {
    try {
      Object.assign(results.measurements, { [name]: await MEASURE[name](bench) });
      // Written at once, so that a bench interrupted later is not wasted.
      writeResults(results);
    } catch (error) {
      giveUp(name, error);
    }
  }
  console.log(`\n${describe(results)}\n`);
  log(`written to ${writeResults(results)}`);
  return givenUp > 0 ? 1 : 0;
}

async function prepare({ sizes, peers, profile }: Plan): Promise<Bench> {
  const postgres = await startPostgres(cleanUp);
  const receiver = await startReceiver(cleanUp, postgres.url('postgres'));
  const profileFolder = profile ? path.join(ROOT, 'bench/results/quick/profiles') : null;
  const found = peers ? await findPeers({ cleanUp, postgres, receiverUrl: receiver.url, log }) : [];
  return {
    sizes,
    postgres,
    receiver,
    calm: new Calm(sizes.calmBudgetMs, log),
    ours: startOurs({ cleanUp, postgres, hook: receiver.url, profileFolder }),
    peers: found,
    cleanUp,
    log,
    giveUp,
  };
}

function giveUp(what: string, error: unknown): void {
  if (interrupted) throw error;
  givenUp++;
  log(`${what} │ could not be measured: ${(error as Error).stack ?? error}`);
}

async function finish(code: number): Promise<never> {
  await cleanUp.run();
  process.exit(code);
}
