import { z } from 'zod';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const role = z.enum(['owner', 'admin', 'member']);

export const meAnswer = z
  .object({
    user: z.object({ id: z.uuid(), email: z.string(), name: z.string(), time_zone: z.string() }),
    workspace: z.object({ id: z.uuid(), name: z.string(), cap_seconds: z.int() }),
    role,
    scopes: z.array(z.string()).describe('What the caller may do: all the role allows, or the scopes of the key.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'Me' });

export type MeJson = z.infer<typeof meAnswer>;
