import type { Ctx } from '#/lib/context/context.ts';

/** The context of verbs that run before anyone is authenticated: signing up, signing in, the first start. */
export type System = Pick<Ctx, 'db' | 'clock'>;
