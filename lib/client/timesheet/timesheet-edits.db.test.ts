import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import type { Http } from '#/lib/client/http/http.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import { busyOf, type Timesheet, timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { TimesheetMutations } from '#/lib/client/timesheet/timesheet-mutations.ts';
import { planCell } from '#/lib/client/timesheet/timesheet-plan.ts';
import { wholeWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

const WEEK = '2026-03-23';
const STYLE = { timeZone: 'Europe/Berlin', hourCycle: 'h23' as const, dayStartHour: 0 };
const NOW = '2026-04-02T12:00:00.000Z';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  world.clock.set(NOW);
});

/** The page's own client of the API, without a browser. */
function httpOf(api: ApiClient): Http {
  const send: Http['send'] = async (path, ask = {}) => {
    const { status, body } = await api(ask.method ?? 'GET', path, ask.body, {
      ...(ask.idempotencyKey && { 'idempotency-key': ask.idempotencyKey }),
      ...(ask.ifMatch !== undefined && { 'if-match': `"${ask.ifMatch}"` }),
    });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as never;
  };
  return { send } as Http;
}

async function setUp() {
  const member = await world.member({ timeZone: STYLE.timeZone });
  const api = await apiFor(world, member);
  const http = httpOf(api);
  const client = new QueryClient();
  const clock = new ServerClock({ wall: () => Date.parse(NOW), monotonic: () => 0 });
  const timerMutations = new TimerMutations({ client, http, updates: new TimerUpdates(client), clock, userId: 'me' });
  const mutations = new TimesheetMutations({ mutations: timerMutations, http, userId: 'me' });
  const read = async (): Promise<Timesheet> => {
    const list = await new QueryClient().fetchQuery(wholeWeekQuery((path) => http.send<TimerListJson>(path), WEEK));
    return timesheetOf(list, 'ticket', Date.parse(NOW));
  };
  /** Types a duration into a cell, like the page, and returns the undo. */
  const type = async (row: number, column: number, ms: number): Promise<() => Promise<void>> => {
    const sheet = await read();
    const [cell, day, subject] = [sheet.rows[row]?.cells[column], sheet.days[column], sheet.rows[row]?.subject];
    if (!cell || !day || !subject) throw new Error('There is no such cell.');
    const plan = planCell(ms, { cell, day, busy: busyOf(sheet), now: Date.parse(NOW), style: STYLE });
    if (plan.kind === 'add') {
      const timer = await mutations.add(subject, 'ticket', plan.spans);
      return () => mutations.remove(timer);
    }
    if (plan.kind !== 'shorten') throw new Error(`Nothing to do: ${plan.kind}`);
    const back: (() => Promise<void>)[] = [];
    for (const change of plan.changes) {
      const changed = await mutations.change(change);
      back.push(() => mutations.restoreTimer(change.timer, changed));
    }
    return async () => {
      for (const undo of back) await undo();
    };
  };
  return { api, read, type };
}

const lengths = (sheet: Timesheet) => sheet.rows.map((row) => row.cells.map(({ ms }) => ms / MINUTE_MS));

test('a duration typed into a cell is what the server then has, and an undo restores the earlier state', async () => {
  const { api, read, type } = await setUp();
  const span = (from: string, to: string) => ({ started_at: from, ended_at: to });
  await api('POST', '/tickets', { key: 'API-1', title: 'Work' });
  // Monday morning, and the night of Saturday in which clocks go forward.
  await api('POST', '/timers', { ticket_key: 'API-1', spans: [span('2026-03-23T08:00:00Z', '2026-03-23T09:30:00Z')] });
  await api('POST', '/timers', { ticket_key: 'API-1', spans: [span('2026-03-28T22:00:00Z', '2026-03-29T03:00:00Z')] });
  const before = lengths(await read());
  expect(before).toEqual([[90, 0, 0, 0, 0, 60, 240]]);

  const undoMore = await type(0, 0, 4 * HOUR_MS);
  const undoNew = await type(0, 2, 90 * MINUTE_MS);
  const undoNight = await type(0, 6, 22.5 * HOUR_MS);
  expect(lengths(await read())).toEqual([[240, 0, 90, 0, 0, 60, 1350]]);
  await undoNight();
  await undoNew();
  await undoMore();
  expect(lengths(await read())).toEqual(before);

  const undoLess = await type(0, 5, 20 * MINUTE_MS);
  const undoAll = await type(0, 0, 0);
  expect(lengths(await read())).toEqual([[0, 0, 0, 0, 0, 20, 240]]);
  await undoAll();
  await undoLess();
  expect(lengths(await read())).toEqual(before);
});
