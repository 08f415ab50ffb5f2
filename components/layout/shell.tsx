'use client';

import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useMoveDeviceSettings } from '#/components/accounts/use-move-device-settings.ts';
import { BottomBar } from '#/components/layout/bottom-bar.tsx';
import { NoticeBars } from '#/components/layout/notice-bars.tsx';
import { ALARMS, API_REFERENCE, hasOwnHead, MEMBERS, SETTINGS, TODAY } from '#/components/layout/pages.ts';
import { type Sheet, Sheets } from '#/components/layout/sheets.tsx';
import { Sidebar } from '#/components/layout/sidebar.tsx';
import { StatusRegion } from '#/components/layout/status-region.tsx';
import { TopBar } from '#/components/layout/top-bar.tsx';
import { useNewsFromElsewhere } from '#/components/timers/use-news-from-elsewhere.ts';
import { ToastPlace } from '#/components/ui/toast.tsx';
import { applyTheme } from '#/lib/client/theme.ts';
import { useLive, useMe, useShortcuts } from '#/lib/client/use-live.tsx';

/** What stands around every page: sidebar or bottom bar, top bar, notices, shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const { notices } = useLive();
  const { theme } = useMe().user;
  const path = usePathname();
  useKeys(useCallback(() => setSheet('shortcuts'), []));
  useNewsFromElsewhere();
  useMoveDeviceSettings();
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-1.5 text-on-ink focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar onShow={setSheet} />
      <div className="flex min-w-0 flex-col max-md:pb-[calc(env(safe-area-inset-bottom)+56px)]">
        <NoticeBars />
        {!hasOwnHead(path) && <TopBar path={path} />}
        <main id="main" tabIndex={-1} className="w-full grow outline-none">
          {children}
        </main>
      </div>
      <BottomBar onShow={setSheet} />
      <StatusRegion />
      <ToastPlace notices={notices} />
      <Sheets open={sheet} onClose={() => setSheet(null)} />
    </div>
  );
}

function useKeys(showShortcuts: () => void): void {
  const { shortcuts } = useLive();
  const router = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (shortcuts.press(event, performance.now())) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts]);
  const bindings = useMemo(
    () => ({
      '?': showShortcuts,
      'g d': () => router.push(TODAY.href),
      'g a': () => router.push(ALARMS.href),
      'g m': () => router.push(MEMBERS.href),
      'g s': () => router.push(SETTINGS.href),
      'g h': () => window.location.assign(API_REFERENCE.href),
    }),
    [router, showShortcuts],
  );
  useShortcuts(bindings);
}
