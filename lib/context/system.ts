import type { Ctx } from '#/lib/context/context.ts';

/** What verbs get that run before anyone is authenticated: signing up, signing in, the first start. */
export type System = Pick<Ctx, 'db' | 'clock'>;
