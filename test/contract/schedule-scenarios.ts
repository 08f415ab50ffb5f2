import { MAX_SCHEDULES } from '#/lib/alarms/schedules/schedule.ts';
import type { ScheduleJson, ScheduleResponse } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { newId } from '#/lib/core/ids.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const SCHEDULES = '/schedules';
const MISSING = `${SCHEDULES}/${UNKNOWN_ID}`;
const NEVER = { cron: '0 0 31 2 *' };

export async function newSchedule({ api }: Scene): Promise<ScheduleJson> {
  return (await api<ScheduleResponse>('POST', SCHEDULES, BODY_EXAMPLES.createSchedule)).body.schedule;
}

/** Path of a schedule whose runs have passed. */
async function ended(scene: Scene): Promise<string> {
  const { id } = await newSchedule(scene);
  await scene.world.db.schedule.update({ where: { id }, data: { nextRunAt: null, lastRunAt: null } });
  return `${SCHEDULES}/${id}`;
}

const pathOf = async (scene: Scene) => `${SCHEDULES}/${(await newSchedule(scene)).id}`;

export const scheduleScenarios: Scenario[] = [
  ...scenariosOf('createSchedule', {
    201: ({ api }) => api('POST', SCHEDULES, BODY_EXAMPLES.createSchedule),
    '400 schedule_never_runs': ({ api }) => api('POST', SCHEDULES, { ...BODY_EXAMPLES.createSchedule, ...NEVER }),
    '409 too_many_schedules': async ({ world, api, owner }) => {
      const { workspaceId, userId } = owner.actor;
      const row = { workspaceId, createdBy: userId, headersBy: userId, cron: '@daily', timeZone: 'UTC' };
      await world.db.schedule.createMany({
        data: Array.from({ length: MAX_SCHEDULES }, () => ({ ...row, id: newId() })),
      });
      return api('POST', SCHEDULES, BODY_EXAMPLES.createSchedule);
    },
  }),
  ...scenariosOf('previewSchedule', {
    200: ({ api }) => api('POST', `${SCHEDULES}/preview`, BODY_EXAMPLES.previewSchedule),
    '400 schedule_never_runs': ({ api }) => api('POST', `${SCHEDULES}/preview`, NEVER),
  }),
  ...scenariosOf('listSchedules', {
    200: async (scene) => {
      await newSchedule(scene);
      return scene.api('GET', SCHEDULES);
    },
    '400 cursor_invalid': ({ api }) => api('GET', `${SCHEDULES}?cursor=x`),
  }),
  ...scenariosOf('getSchedule', {
    200: async (scene) => scene.api('GET', await pathOf(scene)),
    '404 schedule_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editSchedule', {
    200: async (scene) => scene.api('PATCH', await pathOf(scene), BODY_EXAMPLES.editSchedule),
    '400 schedule_never_runs': async (scene) => scene.api('PATCH', await pathOf(scene), NEVER),
    '404 schedule_not_found': ({ api }) => api('PATCH', MISSING, BODY_EXAMPLES.editSchedule),
  }),
  ...scenariosOf('pauseSchedule', {
    200: async (scene) => scene.api('POST', `${await pathOf(scene)}/pause`, {}),
    '404 schedule_not_found': ({ api }) => api('POST', `${MISSING}/pause`, {}),
    '409 schedule_ended': async (scene) => scene.api('POST', `${await ended(scene)}/pause`, {}),
  }),
  ...scenariosOf('resumeSchedule', {
    200: async (scene) => {
      const path = await pathOf(scene);
      await scene.api('POST', `${path}/pause`, {});
      return scene.api('POST', `${path}/resume`, {});
    },
    '404 schedule_not_found': ({ api }) => api('POST', `${MISSING}/resume`, {}),
    '409 schedule_ended': async (scene) => scene.api('POST', `${await ended(scene)}/resume`, {}),
  }),
  ...scenariosOf('deleteSchedule', {
    200: async (scene) => scene.api('DELETE', await pathOf(scene)),
    '404 schedule_not_found': ({ api }) => api('DELETE', MISSING),
  }),
];
