import { PageHead } from '#/components/layout/page-head.tsx';
import { SETTINGS } from '#/components/layout/pages.ts';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';

const PAGES: Record<string, { title: string; facts: string }> = {
  [SETTINGS.href]: { title: SETTINGS.name, facts: 'saved as you change them' },
};

/** Where you are, and what runs meanwhile. Today brings its own, since the timer is the page there. */
export function TopBar({ path }: { path: string }) {
  return (
    <PageHead title={PAGES[path]?.title ?? ''} facts={PAGES[path]?.facts}>
      <TimerStrip />
    </PageHead>
  );
}
