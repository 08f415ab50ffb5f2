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
    'Measure the round trip of this call; the server reads its clock about halfway through. The best of several samples limits the error to half its round trip.',
  output: z.object({ server_time: serverTimeOut }).meta({ id: 'Time' }),
  handler: async (ctx) => ({ status: 200, body: { server_time: (await ctx.clock.now(ctx.db)).toISOString() } }),
});

export const timeOperations = [time];
