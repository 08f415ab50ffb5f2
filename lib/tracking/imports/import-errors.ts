import { AppError } from '#/lib/core/errors.ts';
import type { Import, ImportStatus } from '#/lib/tracking/imports/import.ts';

const STATE_DETAILS: Record<ImportStatus, string> = {
  draft: 'This import isn’t applied yet. Apply it first.',
  applying: 'This import is being applied. Wait until it is done.',
  applied: 'This import is already applied. Undo it, or upload the file again.',
  undoing: 'This import is being undone. Wait until it is done.',
  undone: 'This import was undone. Upload the file again to import it once more.',
};

/** 409: an import in this state can't be changed in this way. */
export function importNotPossible({ status }: Pick<Import, 'status'>): AppError {
  return new AppError('import_state', { detail: STATE_DETAILS[status], extra: { import_status: status } });
}

/** 409: an import must be previewed before it is applied. */
export function importNotPreviewed(): AppError {
  return new AppError('import_not_previewed');
}

/** 409: the dry run has found no row that can be recorded. */
export function nothingToImport(): AppError {
  return new AppError('nothing_to_import');
}

/** 412: the mapping or the state has changed since. */
export function importVersionMismatch({ id, status, version }: Pick<Import, 'id' | 'status' | 'version'>): AppError {
  return new AppError('version_mismatch', {
    extra: { current: { id, status, version } },
  });
}
