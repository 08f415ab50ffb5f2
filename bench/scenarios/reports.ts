import type { Bench } from '#/bench/bench.ts';
import { quantile } from '#/bench/figures/quantile.ts';
import { changeSomeTimers, type GeneratedWorkspace, generateWorkspace } from '#/bench/workspace/generate-workspace.ts';
import { QUESTIONS, type ReportQuestion, team } from '#/bench/workspace/report-cases.ts';
import { memberId, NOW, WORKSPACE_ID } from '#/bench/workspace/workspace-sql.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx, Role } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { migrate } from '#/lib/db/migrate.ts';

export type ReportDistribution = { p50Ms: number; p95Ms: number; maxMs: number };
export type ReportsResult = {
  workspace: GeneratedWorkspace & { changed: number; gigabytes: number };
  team: number;
  runs: number;
  /** Refresh of an empty view, and of one that is up to date but for recent changes. */
  refreshSeconds: { first: number; again: number };
  reports: { label: string; ofTeam: ReportDistribution; own: ReportDistribution }[];
};

const DATABASE = 'reports';
const TEAM = 50;
/** As many connections as the product has by default. */
const CONNECTIONS = 20;
const WARM_RUNS = 6;
const clock = { now: async () => new Date(NOW) };

/**
 * Reports of a year in a generated workspace, as functions of the product on its own connections, while some timers run and
 * some have changed since the last refresh. Each run is about another team or member.
 */
export async function measureReports(bench: Bench): Promise<ReportsResult> {
  const { postgres, sizes } = bench;
  const url = await postgres.makeDatabase(DATABASE);
  const db = connect(url, CONNECTIONS);
  // As for a worker's long jobs.
  const longDb = connect(url, 1, { statementTimeoutMs: HOUR_MS });
  try {
    await migrate(url);
    const generated = await generateWorkspace(url, { members: sizes.reportMembers, spans: sizes.reportSpans }, (line) =>
      bench.log(`reports │ ${line}`),
    );
    await postgres.checkpoint();
    return await measureGenerated(bench, url, { db, longDb }, generated);
  } finally {
    await Promise.all([db.$disconnect(), longDb.$disconnect()]);
    await postgres.dropDatabase(DATABASE);
  }
}

async function measureGenerated(
  bench: Bench,
  url: string,
  { db, longDb }: { db: Db; longDb: Db },
  generated: GeneratedWorkspace,
): Promise<ReportsResult> {
  const first = await measureRefresh(longDb);
  bench.log(`reports │ refreshed for the first time in ${first.toFixed(1)} s`);
  // As autovacuum would do within a minute, here and below; after the second refresh too little has changed for it.
  await longDb.$executeRaw`vacuum daily_totals, daily_sums, ticket_totals, adjusted_timers`;
  await changeSomeTimers(url, 1, generated.members);
  const again = await measureRefresh(longDb);
  bench.log(`reports │ refreshed again in ${again.toFixed(1)} s`);
  const changed = await changeSomeTimers(url, 2, generated.members);
  await db.$executeRaw`analyze changed_timers`;
  const runs = bench.sizes.reportRuns;
  const reports: ReportsResult['reports'] = [];
  for (const question of QUESTIONS) {
    const ofTeam = await measureQuestion(runs, (turn) => runForTeam(db, question, turn, generated.members));
    const own = await measureQuestion(runs, (turn) => runOwn(db, question, turn, generated.members));
    bench.log(`reports │ ${question.label}: team ${ofTeam.p95Ms.toFixed(0)} ms, own ${own.p95Ms.toFixed(0)} ms (p95)`);
    reports.push({ label: question.label, ofTeam, own });
  }
  const gigabytes = await measureSize(db);
  const workspace = { ...generated, changed, gigabytes };
  return { workspace, team: TEAM, runs, refreshSeconds: { first, again }, reports };
}

async function measureRefresh(db: Db): Promise<number> {
  const began = performance.now();
  await refreshDailyTotals({ db, clock, requestId: null });
  return (performance.now() - began) / 1000;
}

async function measureQuestion(runs: number, run: (turn: number) => Promise<unknown>): Promise<ReportDistribution> {
  const tookMs: number[] = [];
  for (let turn = -WARM_RUNS; turn < runs; turn++) {
    const began = performance.now();
    await run(turn + WARM_RUNS);
    if (turn >= 0) tookMs.push(performance.now() - began);
  }
  tookMs.sort((a, b) => a - b);
  return { p50Ms: quantile(tookMs, 0.5), p95Ms: quantile(tookMs, 0.95), maxMs: quantile(tookMs, 1) };
}

function runForTeam(db: Db, question: ReportQuestion, turn: number, members: number): Promise<unknown> {
  return question.run(contextOf(db, 1, 'owner'), team(turn, TEAM, members), turn);
}

function runOwn(db: Db, question: ReportQuestion, turn: number, members: number): Promise<unknown> {
  return question.run(contextOf(db, ((turn * 17) % (members - 1)) + 2, 'member'), null, turn);
}

function contextOf(db: Db, member: number, role: Role): Ctx {
  const scopes = new Set(permissionsOf(role));
  const credential = { kind: 'session', sessionId: memberId(member) } as const;
  const actor = { userId: memberId(member), workspaceId: WORKSPACE_ID, role, scopes, credential };
  return { db, clock, actor, requestId: null };
}

async function measureSize(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ gigabytes: number }[]>`
    select pg_database_size(current_database())::float8 / 1e9 as gigabytes`;
  return rows[0]?.gigabytes ?? 0;
}
