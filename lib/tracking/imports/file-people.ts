import type { FilePerson, ImportMapping, ImportRow, ImportSource } from '#/lib/tracking/imports/import.ts';
import type { ImportMember } from '#/lib/tracking/imports/members-query.ts';
import { readEntry } from '#/lib/tracking/imports/read-entry.ts';

/**
 * The member whom a name in the file stands for: as chosen, else the member of that email or, where the file has none,
 * the only one of that name. Undefined for who is unknown, null for who is to be left out.
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
  // A file without people is that of whoever has exported it.
  if (person === '') return me;
  const named = members.filter(({ email, name }) => email === person || name.toLowerCase() === person.toLowerCase());
  return named.length === 1 ? named[0]?.userId : undefined;
}

/** The people whom a file names, those with the most entries first. */
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
