/** The versions that a change is meant for, of `If-Match` (RFC 9110, section 13.1.1); null for whichever there is. */
export type IfMatch = readonly number[] | null;

/** Whether a change may be made to this version. */
export function isMeantFor(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === null || ifMatch.includes(version);
}
