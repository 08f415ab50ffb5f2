import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

const RANGE = 'from=2026-03-02&to=2026-03-08';

const get =
  (report: string, query = RANGE) =>
  async (scene: Scene) => {
    const spans = [{ started_at: '2026-03-03T09:00:00Z', ended_at: '2026-03-03T10:20:00Z' }];
    await scene.api('POST', '/timers', { title: 'Limits', project: 'Core API', spans });
    return scene.api('GET', `/reports/${report}?${query}`);
  };

const tooSlow = (report: string) => (scene: Scene) =>
  tooSlowly(scene, { path: `/reports/${report}`, tables: 'timers, timer_spans' });

/** Requests that every report rejects. */
const rejections = (report: string) => ({
  '400 range_invalid': get(report, 'from=2026-03-08&to=2026-03-02'),
  '400 time_zone_unknown': get(report, `${RANGE}&time_zone=Mars/Olympus`),
  '422 query_too_slow': tooSlow(`${report}?${RANGE}`),
});

export const reportScenarios: Scenario[] = [
  ...scenariosOf('getReportSummary', {
    200: get('summary', `${RANGE}&group_by=project,day`),
    ...rejections('summary'),
  }),
  ...scenariosOf('getDailyTotals', { 200: get('daily-totals'), ...rejections('daily-totals') }),
  ...scenariosOf('getDetailedReport', {
    200: get('detailed', `${RANGE}&round=up`),
    ...rejections('detailed'),
    '400 cursor_invalid': get('detailed', `${RANGE}&cursor=abc`),
  }),
  ...scenariosOf('getTicketReport', { 200: get('tickets', `${RANGE}&sort=key`), ...rejections('tickets') }),
  ...scenariosOf('getFocusReport', { 200: get('focus', `${RANGE}&switch_minutes=10`), ...rejections('focus') }),
  ...scenariosOf('getStreak', {
    200: get('streak', ''),
    '404 member_not_found': get('streak', `user_id=${UNKNOWN_ID}`),
    '422 query_too_slow': tooSlow('streak?'),
  }),
  ...scenariosOf('getTeamDay', {
    200: get('team-day', 'date=2026-03-03'),
    '400 time_zone_unknown': get('team-day', 'date=2026-03-03&time_zone=Mars/Olympus'),
    '422 query_too_slow': tooSlow('team-day?date=2026-03-03'),
  }),
  ...scenariosOf('getPomodoroReport', { 200: get('pomodoro'), ...rejections('pomodoro') }),
];
