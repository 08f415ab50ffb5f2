import type { FilePerson, ImportMapping, ImportRow, ImportSource } from '#/lib/tracking/imports/import.ts';
import type { ImportMember } from '#/lib/tracking/imports/members-query.ts';
import { readEntry } from '#/lib/tracking/imports/read-entry.ts';

/**
 * The member that a name in the file means: as chosen, else the member with that email or, when the file has none, the
 * only one with that name. Undefined for an unknown person, null for one to leave out.
 */
export function ownerOf(
  person: string,
  { assign, people }: Pick<ImportMapping, 'assign' | 'people'>,
  { me, members }: { me: string; members: readonly ImportMember[] },
): string | null | undefined {
  if (assign === 'me') return me;
  if (Object.hasOwn(people, person)) {
    const chosen = people[person];
    return chosen === null || members.some(({ userId }) => userId === chosen) ? chosen : undefined;
  }
  // A file without people belongs to the person who exported it.
  if (person === '') return me;
  const named = members.filter(({ email, name }) => email === person || name.toLowerCase() === person.toLowerCase());
  return named.length === 1 ? named[0]?.userId : undefined;
}

/** The people in a file, those with the most entries first. */
export function peopleOf(
  rows: readonly ImportRow[],
  mapping: ImportMapping,
  source: ImportSource,
  owner: (person: string) => string | null | undefined,
): FilePerson[] {
  const entries = new Map<string, number>();
  for (const { cells } of rows) {
    const read = readEntry(cells, mapping, source);
    const { person } = read.kind === 'entry' ? read.entry : read.subject;
    entries.set(person, (entries.get(person) ?? 0) + 1);
  }
  return [...entries]
    .map(([name, count]) => ({ name, entries: count, userId: owner(name) ?? null }))
    .sort((one, other) => other.entries - one.entries || one.name.localeCompare(other.name));
}
