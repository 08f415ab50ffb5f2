import { timingSafeEqual } from 'node:crypto';

/** True when an `Authorization` header carries the operator's token, compared without telling how much of it is right. */
export function carriesToken(authorization: string | null | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
