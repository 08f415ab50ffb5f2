import type { NameOf } from '#/lib/client/members/member-names.ts';
import type { ImportJson, ImportRowJson } from '#/lib/tracking/imports/import-schemas.ts';

/**
 * Whose entry a row is: the member, or the file's name for them while unknown. Null if it is obvious, because the file
 * is one person's.
 */
export function formatRowPerson(
  { user_id, cells }: Pick<ImportRowJson, 'user_id' | 'cells'>,
  { mapping: { assign, columns }, people }: Pick<ImportJson, 'mapping' | 'people'>,
  nameOf: NameOf,
): string | null {
  if (assign !== 'by_person' || people.length < 2) return null;
  if (user_id !== null) return nameOf(user_id);
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at]?.trim() ?? ''));
  return cell(columns.email) || [cell(columns.person), cell(columns.last_name)].filter(Boolean).join(' ') || null;
}
