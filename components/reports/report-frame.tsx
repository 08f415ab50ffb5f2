import type { ReactNode } from 'react';
import { PageHead } from '#/components/layout/page-head.tsx';
import { ReportTabs } from '#/components/reports/report-tabs.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';

/** A page of reports with tabs to the others: in the header, or on a phone in a separate line. */
export function ReportFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Reports">
        <ReportTabs className="max-md:hidden" />
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pt-2 pb-20 md:px-8 md:pt-4">
        <ReportTabs className="mb-3 flex md:hidden" />
        {children}
      </div>
    </>
  );
}
