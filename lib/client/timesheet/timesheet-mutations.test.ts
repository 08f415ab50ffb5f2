import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { weekFrom } from '#/lib/client/calendar/day-range.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import { TimesheetMutations } from '#/lib/client/timesheet/timesheet-mutations.ts';
import { wholeDaysKey } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stoppedTimer } from '#/test/timer-json.ts';

const SERVER_TIME = '2026-11-19T18:00:00.000Z';
const SUBJECT = { ticket: { id: 'a', key: 'API-412', title: 'Rate limiter', url: null }, project: null, title: '' };
const at = (time: string) => Date.parse(`2026-11-19T${time}:00Z`);
const WEEK = weekFrom('2026-11-16');
const SPANS = [{ from: at('09:00'), to: at('10:00') }];

function setUp(timers: TimerJson[] = []) {
  const client = new QueryClient();
  const day = { date: '2026-11-19', starts_at: '2026-11-19T00:00:00Z', ends_at: '2026-11-20T00:00:00Z' };
  const totals = { elapsed_ms: 0, as_of: SERVER_TIME, time_zone: 'UTC', days: [{ ...day, elapsed_ms: 0, timers: 0 }] };
  const list: TimerListJson = { timers, totals, next_cursor: null, server_time: '2026-11-19T17:59:00Z' };
  client.setQueryData(wholeDaysKey(WEEK), list);
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => performance.now() });
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const timerMutations = new TimerMutations({ client, http, updates: new TimerUpdates(client), clock, userId: 'user' });
  const mutations = new TimesheetMutations({ mutations: timerMutations, http, userId: 'user' });
  const shown = () => client.getQueryData<TimerListJson>(wholeDaysKey(WEEK))?.timers ?? [];
  return { mutations, send, shown };
}

const response = (timer: TimerJson) => ({ timer, ended: null, changed: true, server_time: SERVER_TIME });

describe('time added from a cell', () => {
  it("is shown at once, and then replaced by the server's timer, once", async () => {
    const { mutations, send, shown } = setUp();
    const real = stoppedTimer([['09:00', '10:00']], { ticket: SUBJECT.ticket });
    send.mockResolvedValue(response(real));
    const adding = mutations.add(SUBJECT, 'ticket', SPANS);
    expect(shown()).toMatchObject([
      { status: 'stopped', ticket: { key: 'API-412' }, spans: [{ ended_at: '2026-11-19T10:00:00.000Z' }] },
    ]);
    expect(await adding).toEqual(real);
    expect(shown()).toEqual([real]);
    expect(send).toHaveBeenCalledWith('/timers', {
      method: 'POST',
      body: {
        ticket_id: 'a',
        spans: [{ started_at: '2026-11-19T09:00:00.000Z', ended_at: '2026-11-19T10:00:00.000Z' }],
      },
      idempotencyKey: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('is removed when it is rejected', async () => {
    const { mutations, send, shown } = setUp();
    send.mockRejectedValue(new ApiProblem(409, { code: 'time_overlaps' }));
    await expect(mutations.add(SUBJECT, 'ticket', SPANS)).rejects.toMatchObject({ code: 'time_overlaps' });
    expect(shown()).toEqual([]);
  });

  it('has the project, or the title, of its row', async () => {
    const { mutations, send } = setUp();
    send.mockResolvedValue(response(stoppedTimer([['09:00', '10:00']])));
    const project = { id: 'p', name: 'Public API' };
    await mutations.add({ ticket: null, project, title: '' }, 'project', SPANS);
    await mutations.add({ ticket: null, project: null, title: 'Stand-up' }, 'ticket', SPANS);
    const about = send.mock.calls.map(([, ask]) => ask?.body as object);
    expect(about[0]).toMatchObject({ project_id: 'p' });
    expect(about[1]).toMatchObject({ title: 'Stand-up' });
  });
});

describe('removed time', () => {
  const kept = [{ started_at: '2026-11-19T09:00:00.000Z', ended_at: '2026-11-19T09:30:00.000Z' }];

  it('is shown at once, is conditional on the version that was seen, and can be undone', async () => {
    const timer = stoppedTimer([['09:00', '10:00']], { version: 3 });
    const { mutations, send, shown } = setUp([timer]);
    const shorter = stoppedTimer([['09:00', '09:30']], { id: timer.id, version: 4 });
    send.mockResolvedValue(response(shorter));
    const changing = mutations.change({ timer, spans: kept });
    expect(shown()).toMatchObject([{ id: timer.id, spans: kept, ended_at: kept[0]?.ended_at }]);
    const changed = await changing;
    expect(send).toHaveBeenLastCalledWith(`/timers/${timer.id}/spans`, {
      method: 'PUT',
      body: { spans: kept },
      requestId: expect.any(String),
      ifMatch: 3,
    });
    send.mockResolvedValue(response({ ...timer, version: 5 }));
    await mutations.restoreTimer(timer, changed);
    expect(send).toHaveBeenLastCalledWith(
      `/timers/${timer.id}/spans`,
      expect.objectContaining({
        body: { spans: [expect.objectContaining({ ended_at: '2026-11-19T10:00:00.000Z' })] },
        ifMatch: 4,
      }),
    );
    expect(shown()).toMatchObject([{ version: 5 }]);
  });

  it('deletes an entry without any time left, which can be restored', async () => {
    const timer = stoppedTimer([['09:00', '10:00']]);
    const { mutations, send, shown } = setUp([timer]);
    send.mockResolvedValue(response({ ...timer, status: 'discarded', version: 2 }));
    const discarded = await mutations.change({ timer, spans: [] });
    expect(send).toHaveBeenLastCalledWith(`/timers/${timer.id}/discard`, expect.anything());
    expect(shown()).toEqual([]);
    send.mockResolvedValue(response({ ...timer, version: 3 }));
    await mutations.restoreTimer(timer, discarded);
    expect(send).toHaveBeenLastCalledWith(`/timers/${timer.id}/restore`, expect.anything());
    expect(shown()).toMatchObject([{ id: timer.id, version: 3 }]);
  });

  it('is restored when it is rejected', async () => {
    const timer = stoppedTimer([['09:00', '10:00']]);
    const { mutations, send, shown } = setUp([timer]);
    send.mockRejectedValue(new ApiProblem(412, { code: 'timer_version_mismatch', current: timer }));
    await expect(mutations.change({ timer, spans: kept })).rejects.toMatchObject({ status: 412 });
    expect(shown()).toEqual([timer]);
  });
});
