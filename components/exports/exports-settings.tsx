'use client';

import { useState } from 'react';
import { CalendarFeed } from '#/components/exports/calendar-feed.tsx';
import { ExportDialog } from '#/components/exports/export-dialog.tsx';
import { ExportList } from '#/components/exports/export-list.tsx';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { Button } from '#/components/ui/button.tsx';

/** The user's files and the calendar of their time. */
export function ExportsSettings() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection
      id="exports"
      title="Exports"
      about="Your time as a file, or in your calendar."
      action={
        <Button variant="soft" size="sm" onClick={() => setOpen(true)}>
          Export time
        </Button>
      }
    >
      <div className="grid max-w-[560px] gap-6">
        <ExportList />
        <CalendarFeed />
      </div>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}
