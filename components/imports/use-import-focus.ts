'use client';

import { type RefObject, useEffect } from 'react';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';

/** The import whose file was just uploaded: its page takes the focus, since the button for the file is gone. */
let uploaded: string | null = null;

export function focusOnArrival(importId: string): void {
  uploaded = importId;
}

/** The focus of an import's page: it begins after the upload, and follows the import's progress. */
export function useImportFocus(box: RefObject<HTMLElement | null>, importId: string | undefined): void {
  useRestoredFocus(box, '[data-import-row]');
  useEffect(() => {
    if (importId === undefined || importId !== uploaded) return;
    uploaded = null;
    box.current?.querySelector<HTMLElement>('[data-focus-home]')?.focus();
  }, [box, importId]);
}
