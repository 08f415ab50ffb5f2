import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { type Scenario, scenariosOf } from '#/test/contract/scene.ts';

/** What timers are about, and what everybody may ask. */
export const workScenarios: Scenario[] = [
  ...scenariosOf('getTime', { 200: ({ nobody }) => nobody('GET', '/time') }),
  ...scenariosOf('createTicket', {
    201: ({ api }) => api('POST', '/tickets', BODY_EXAMPLES.createTicket),
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
    '400 cursor_invalid': ({ api }) => api('GET', '/tickets?cursor=x'),
  }),
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
  }),
];
