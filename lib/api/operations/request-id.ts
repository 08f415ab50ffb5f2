import { newId } from '#/lib/core/ids.ts';

const GOOD = /^[\w.:-]{1,100}$/;

/** The id of a request: the sender's, if valid. */
export function requestIdOf(given: string | undefined): string {
  return given && GOOD.test(given) ? given : newId();
}
