import { getMe } from '#/lib/accounts/get-me.ts';
import { meAnswer } from '#/lib/accounts/me-schemas.ts';
import { endpoint } from '#/lib/api/endpoint.ts';

const me = endpoint({
  operationId: 'getMe',
  method: 'get',
  path: '/me',
  tag: 'Account',
  summary: 'Who you are, in which workspace, and what you may do',
  permission: null,
  output: meAnswer,
  handler: async (ctx) => ({ status: 200, body: await getMe(ctx) }),
});

export const meEndpoints = [me];
