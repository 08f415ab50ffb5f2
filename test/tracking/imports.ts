import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ctx } from '#/lib/context/context.ts';
import { applyImport } from '#/lib/tracking/imports/apply-import.ts';
import { continueImport } from '#/lib/tracking/imports/continue-import.ts';
import type { Import, ImportRow } from '#/lib/tracking/imports/import.ts';
import { previewImportInput, undoImportInput, uploadImportInput } from '#/lib/tracking/imports/import-schemas.ts';
import { listAllRows } from '#/lib/tracking/imports/import-store.ts';
import { previewImport } from '#/lib/tracking/imports/preview-import.ts';
import { undoImport } from '#/lib/tracking/imports/undo-import.ts';
import { uploadImport } from '#/lib/tracking/imports/upload-import.ts';

/** A file in the format of a product's export, with data of our own (test/imports). */
export function exportOf(source: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, '../imports', `${source}.csv`));
}

/** Uploads a file, given as bytes or text. */
export async function uploaded(ctx: Ctx, file: Buffer | string, fileName = 'entries.csv'): Promise<Import> {
  const content = Buffer.from(file).toString('base64');
  return (await uploadImport(ctx, uploadImportInput.parse({ file_name: fileName, content }))).import;
}

/** A dry run of an uploaded import, with its result for each row. */
export async function previewed(
  ctx: Ctx,
  { id }: Pick<Import, 'id'>,
  mapping: object = {},
  resolutions: object[] = [],
): Promise<{ import: Import; rows: ImportRow[] }> {
  const input = previewImportInput.parse({ mapping, resolutions });
  const { import: one } = await previewImport(ctx, { id, ifMatch: null }, input);
  return { import: one, rows: await listAllRows(ctx.db, id) };
}

/** Applies a previewed import, as the worker does. */
export async function applied(ctx: Ctx, { id }: Pick<Import, 'id'>, rowsAtOnce?: number): Promise<ImportRow[]> {
  await applyImport(ctx, { id, ifMatch: null });
  await continueImport(ctx, id, rowsAtOnce);
  return listAllRows(ctx.db, id);
}

/** A whole import of a file: uploaded, previewed, applied. */
export async function imported(ctx: Ctx, file: Buffer | string, mapping: object = {}): Promise<Import> {
  const one = await uploaded(ctx, file);
  await previewed(ctx, one, mapping);
  await applied(ctx, one);
  return one;
}

/** Undoes an import, as the worker does. */
export async function undone(ctx: Ctx, { id }: Pick<Import, 'id'>, input: object = {}): Promise<ImportRow[]> {
  await undoImport(ctx, { id, ifMatch: null }, undoImportInput.parse(input));
  await continueImport(ctx, id);
  return listAllRows(ctx.db, id);
}
