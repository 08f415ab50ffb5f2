import { z } from 'zod';
import { publicOperation } from '#/lib/api/operations/operation.ts';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';

const time = publicOperation({
  operationId: 'getTime',
  method: 'get',
  path: '/time',
  tag: 'Time',
  summary: 'Get the server’s time',
  description:
    'Measure the round trip around this call; the server read its clock about half-way through. The best of several samples bounds the error by half its round trip.',
  output: z.object({ server_time: serverTimeOut }).meta({ id: 'Time' }),
  handler: async (ctx) => ({ status: 200, body: { server_time: (await ctx.clock.now(ctx.db)).toISOString() } }),
});

export const timeOperations = [time];
