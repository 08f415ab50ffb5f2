'use client';

import { buttonClass } from '#/components/ui/button.tsx';
import { auditExportHref } from '#/lib/client/audit/audit-queries.ts';
import type { AuditView } from '#/lib/client/audit/audit-view.ts';
import { useMay, useTimeStyle } from '#/lib/client/live/use-live.tsx';

const FORMATS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON Lines'],
] as const;

/** The filtered log as a file, of any size: the browser saves it while it arrives. */
export function ExportLinks({ view }: { view: AuditView }) {
  const style = useTimeStyle();
  const mayRead = useMay('events:read_all');
  if (!mayRead) return null;
  return (
    <span className="flex items-center gap-2">
      <span className="text-text-3 max-lg:hidden">Export</span>
      {FORMATS.map(([format, text]) => (
        <a
          key={format}
          href={auditExportHref(view, style, format)}
          download
          aria-label={`Export as ${text}`}
          className={`${buttonClass({ variant: 'soft' })} max-md:h-10 max-md:px-2`}
        >
          {text}
        </a>
      ))}
    </span>
  );
}
