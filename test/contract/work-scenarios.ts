import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, scenariosOf } from '#/test/contract/scene.ts';
import { newProject, newTicket } from '#/test/contract/things.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

/** Subjects of timers, and public routes. */
export const workScenarios: Scenario[] = [
  ...scenariosOf('getTime', { 200: ({ nobody }) => nobody('GET', '/time') }),
  ...scenariosOf('createTicket', {
    201: ({ api }) => api('POST', '/tickets', BODY_EXAMPLES.createTicket),
    '404 project_not_found': ({ api }) => api('POST', '/tickets', { key: 'API-1', project: UNKNOWN_ID }),
    '409 ticket_key_taken': async ({ api }) => {
      await api('POST', '/tickets', { key: 'API-1' });
      return api('POST', '/tickets', { key: 'API-1' });
    },
  }),
  ...scenariosOf('listTickets', {
    200: async ({ api }) => {
      await api('POST', '/tickets', { key: 'API-1' });
      return api('GET', '/tickets');
    },
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/tickets', tables: 'tickets' }),
    '400 cursor_invalid': ({ api }) => api('GET', '/tickets?cursor=x'),
  }),
  ...scenariosOf('getTicket', {
    200: async (scene) => {
      const id = await newTicket(scene);
      await scene.timer({ ticket_id: id });
      return scene.api('GET', `/tickets/${id}`);
    },
    '404 ticket_not_found': ({ api }) => api('GET', '/tickets/NONE-1'),
    '422 query_too_slow': async (scene) =>
      tooSlowly(scene, { path: `/tickets/${await newTicket(scene)}`, tables: 'timer_spans' }),
  }),
  ...scenariosOf('listTicketSpans', {
    200: async (scene) => {
      const id = await newTicket(scene);
      await scene.timer({ ticket_id: id });
      return scene.api('GET', `/tickets/${id}/spans`);
    },
    '400 cursor_invalid': async (scene) => scene.api('GET', `/tickets/${await newTicket(scene)}/spans?cursor=x`),
    '404 ticket_not_found': ({ api }) => api('GET', '/tickets/NONE-1/spans'),
    '422 query_too_slow': async (scene) =>
      tooSlowly(scene, { path: `/tickets/${await newTicket(scene)}/spans`, tables: 'timer_spans' }),
  }),
  ...scenariosOf('editTicket', {
    200: async (scene) => scene.api('PATCH', `/tickets/${await newTicket(scene)}`, BODY_EXAMPLES.editTicket),
    '404 ticket_not_found': ({ api }) => api('PATCH', '/tickets/NONE-1', {}),
    '404 project_not_found': async (scene) =>
      scene.api('PATCH', `/tickets/${await newTicket(scene)}`, { project: UNKNOWN_ID }),
    '409 ticket_key_taken': async (scene) => {
      await scene.api('POST', '/tickets', { key: 'API-1' });
      return scene.api('PATCH', `/tickets/${await newTicket(scene)}`, { key: 'api-1' });
    },
  }),
  ...['archive', 'restore', 'pin', 'unpin'].flatMap((verb) =>
    scenariosOf(`${verb}Ticket`, {
      200: async (scene) => scene.api('POST', `/tickets/${await newTicket(scene)}/${verb}`, {}),
      '404 ticket_not_found': ({ api }) => api('POST', `/tickets/NONE-1/${verb}`, {}),
    }),
  ),
  ...scenariosOf('createProject', {
    201: ({ api }) => api('POST', '/projects', BODY_EXAMPLES.createProject),
    '409 project_name_taken': async ({ api }) => {
      await api('POST', '/projects', { name: 'Public API' });
      return api('POST', '/projects', { name: 'Public API' });
    },
  }),
  ...scenariosOf('listProjects', {
    200: async ({ api }) => {
      await api('POST', '/projects', { name: 'Public API' });
      return api('GET', '/projects');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/projects?cursor=x'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/projects', tables: 'projects' }),
  }),
  ...scenariosOf('getProject', {
    200: async (scene) => scene.api('GET', `/projects/${await newProject(scene)}`),
    '404 project_not_found': ({ api }) => api('GET', `/projects/${UNKNOWN_ID}`),
    '422 query_too_slow': async (scene) =>
      tooSlowly(scene, { path: `/projects/${await newProject(scene)}`, tables: 'timer_spans' }),
  }),
  ...scenariosOf('editProject', {
    200: async (scene) => scene.api('PATCH', `/projects/${await newProject(scene)}`, BODY_EXAMPLES.editProject),
    '404 project_not_found': ({ api }) => api('PATCH', `/projects/${UNKNOWN_ID}`, BODY_EXAMPLES.editProject),
    '409 project_name_taken': async (scene) => {
      await scene.api('POST', '/projects', { name: 'Public API' });
      return scene.api('PATCH', `/projects/${await newProject(scene)}`, { name: 'public api' });
    },
  }),
  ...['archive', 'restore'].flatMap((verb) =>
    scenariosOf(`${verb}Project`, {
      200: async (scene) => scene.api('POST', `/projects/${await newProject(scene)}/${verb}`, {}),
      '404 project_not_found': ({ api }) => api('POST', `/projects/${UNKNOWN_ID}/${verb}`, {}),
    }),
  ),
  ...scenariosOf('restoreProject', {
    '409 project_name_taken': async ({ api, made }) => {
      const id = await made('/projects', { name: 'Ours' }, (body: { project: { id: string } }) => body.project.id);
      await api('POST', `/projects/${id}/archive`, {});
      await api('POST', '/projects', { name: 'Ours' });
      return api('POST', `/projects/${id}/restore`, {});
    },
  }),
];
