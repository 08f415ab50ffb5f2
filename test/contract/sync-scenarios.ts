import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, scenariosOf } from '#/test/contract/scene.ts';
import { newProject, newTicket } from '#/test/contract/things.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

const ALL = '?updated_since=1970-01-01T00:00:00Z';

export const syncScenarios: Scenario[] = [
  ...scenariosOf('syncTimers', {
    200: async (scene) => {
      await scene.timer();
      return scene.api('GET', `/sync/timers${ALL}`);
    },
    '400 cursor_invalid': ({ api }) => api('GET', `/sync/timers${ALL}&cursor=x`),
    '404 member_not_found': ({ api }) => api('GET', `/sync/timers${ALL}&user_id=${UNKNOWN_ID}`),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: `/sync/timers${ALL}`, tables: 'timers' }),
  }),
  ...scenariosOf('syncTickets', {
    200: async (scene) => {
      await newTicket(scene);
      return scene.api('GET', `/sync/tickets${ALL}`);
    },
    '400 cursor_invalid': ({ api }) => api('GET', `/sync/tickets${ALL}&cursor=x`),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: `/sync/tickets${ALL}`, tables: 'tickets' }),
  }),
  ...scenariosOf('syncProjects', {
    200: async (scene) => {
      await newProject(scene);
      return scene.api('GET', `/sync/projects${ALL}`);
    },
    '400 cursor_invalid': ({ api }) => api('GET', `/sync/projects${ALL}&cursor=x`),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: `/sync/projects${ALL}`, tables: 'projects' }),
  }),
];
