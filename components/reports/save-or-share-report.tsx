'use client';

import { usePathname } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { RANGE_LABELS } from '#/components/reports/report-labels.ts';
import { formatLevels } from '#/components/saved-reports/saved-report-labels.ts';
import { Button } from '#/components/ui/button.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { useToday } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { type Days, daysTitle, type ReportView, viewPart } from '#/lib/client/reports/report-view.ts';
import { pageAt, savedQueryOf } from '#/lib/client/reports/saved-report-view.ts';

const SAVE = new LazyModule(() =>
  import('#/components/saved-reports/save-report-dialog.tsx').then((part) => part.SaveReportDialog),
);
const SHARE = new LazyModule(() =>
  import('#/components/saved-reports/share-report-dialog.tsx').then((part) => part.ShareReportDialog),
);

/** Saves the shown report under a name, or shares it by a link. */
export function SaveOrShareReport({ view, days }: { view: ReportView; days: Days }) {
  const [dialog, setDialog] = useState<'save' | 'share' | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const SaveReportDialog = useLazyModule(SAVE, dialog === 'save', close);
  const ShareReportDialog = useLazyModule(SHARE, dialog === 'share', close);
  const page = pageAt(usePathname());
  const shown = useMemo(
    () => (page === 'detailed' ? view : { ...view, by: viewPart(view), thenBy: null }),
    [view, page],
  );
  const query = useMemo(() => savedQueryOf(shown, page), [shown, page]);
  const title = useTitle(shown, days);
  return (
    <>
      <Button variant="soft" className="max-md:h-10" onClick={() => setDialog('save')}>
        Save
      </Button>
      <Button variant="soft" className="max-md:h-10" onClick={() => setDialog('share')}>
        Share
      </Button>
      {dialog === 'save' && SaveReportDialog && <SaveReportDialog report={null} query={query} onClose={close} />}
      {dialog === 'share' && ShareReportDialog && <ShareReportDialog name={title} query={query} onClose={close} />}
    </>
  );
}

/** `This month by ticket`, `This month by week, then by member`: days are named only if they are fixed. */
function useTitle({ range, ...levels }: ReportView, days: Days): string {
  const today = useToday();
  const period = RANGE_LABELS.find(([one]) => one === range && one !== 'custom')?.[1] ?? daysTitle(days, today);
  return `${period} ${formatLevels(levels)}`;
}
