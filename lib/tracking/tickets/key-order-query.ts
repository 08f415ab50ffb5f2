import { Prisma } from '#/lib/db/generated/client.ts';

/** SQL for two texts that sort tickets `t` by key, numbers by their value: `API-9` before `api-10`. */
export const KEY_ORDER = Prisma.sql`upper(regexp_replace(t.key, '\\d+$', '')), lpad(coalesce(substring(t.key from '\\d+$'), ''), 64, '0')`;
