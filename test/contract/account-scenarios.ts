import { type Scenario, scenariosOf } from '#/test/contract/scene.ts';

export const accountScenarios: Scenario[] = [...scenariosOf('getMe', { 200: ({ api }) => api('GET', '/me') })];
