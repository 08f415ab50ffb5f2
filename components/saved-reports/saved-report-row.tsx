'use client';

import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import type { SavedReportJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { savedHref } from '#/lib/client/reports/saved-report-view.ts';

export type SavedReportActions = {
  onEdit: (report: SavedReportJson) => void;
  onShare: (report: SavedReportJson) => void;
  onDelete: (report: SavedReportJson) => void;
};

type Props = { report: SavedReportJson; about: string; actions: SavedReportActions };

/** A saved report: its name leads to it. */
export function SavedReportRow({ report, about, actions: { onEdit, onShare, onDelete } }: Props) {
  const { id } = useMe().user;
  const { owner, name } = report;
  const isOwn = owner.user_id === id;
  return (
    <li
      data-saved-report={report.id}
      className="flex min-h-12 items-center gap-3 border-b border-line py-2 first:border-t"
    >
      <div className="min-w-0 grow">
        <Link prefetch={false} href={savedHref(report.query)} className="block truncate font-medium hover:underline">
          {name}
        </Link>
        <p className="text-xs text-text-3">{about}</p>
      </div>
      <span className="max-w-1/3 truncate text-right text-text-2">
        {isOwn ? (report.is_shared ? 'Workspace' : 'Only you') : owner.name}
      </span>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <IconButton icon="more" label={`Actions for ${name}`} />
        </DropdownMenu.Trigger>
        <MenuPanel align="end">
          {isOwn && <MenuItem onSelect={() => onEdit(report)}>Edit</MenuItem>}
          <MenuItem onSelect={() => onShare(report)}>Share by link</MenuItem>
          {isOwn && <MenuItem onSelect={() => onDelete(report)}>Delete</MenuItem>}
        </MenuPanel>
      </DropdownMenu.Root>
    </li>
  );
}
