import { AppError } from '#/lib/core/errors.ts';
import type { Import, ImportStatus } from '#/lib/tracking/imports/import.ts';

const INSTEAD: Record<ImportStatus, string> = {
  draft: 'It is not applied yet. Apply it first.',
  applying: 'It is being applied. Wait until it is done.',
  applied: 'It is applied already. Undo it, or upload the file again.',
  undoing: 'It is being undone. Wait until it is done.',
  undone: 'It is undone. Upload the file again to import it once more.',
};

/** 409: an import in this state can't be changed in this way. */
export function importNotPossible({ status }: Pick<Import, 'status'>): AppError {
  return new AppError('import_state', { status: 409, detail: INSTEAD[status], extra: { import_status: status } });
}

/** 409: what is to be applied has to be looked at first. */
export function importNotPreviewed(): AppError {
  return new AppError('import_not_previewed', {
    status: 409,
    detail: 'Make a dry run of this mapping first, and look at what it finds.',
  });
}

/** 409: the dry run has found no row that can be recorded. */
export function nothingToImport(): AppError {
  return new AppError('nothing_to_import', {
    status: 409,
    detail: 'No row of this file can be recorded. Look at the errors and duplicates, and change the mapping.',
  });
}

/** 412: somebody has changed the mapping or the state since. */
export function importVersionMismatch({ id, status, version }: Pick<Import, 'id' | 'status' | 'version'>): AppError {
  return new AppError('version_mismatch', {
    status: 412,
    detail: 'This import has changed since you looked at it. Read it again, then decide.',
    extra: { current: { id, status, version } },
  });
}
