'use client';

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { BottomBar } from '#/components/layout/bottom-bar.tsx';
import {
  LazyForgottenTimerCheck,
  LazyLostWorkspace,
  LazyMoveDeviceSettings,
  LazyPageGuards,
  LazyPagePrefetcher,
  LazyTruncatedTextTooltips,
} from '#/components/layout/lazy-parts.tsx';
import { NoticeBars } from '#/components/layout/page-bars.tsx';
import { type Sheet, Sheets } from '#/components/layout/sheets.tsx';
import { Sidebar } from '#/components/layout/sidebar.tsx';
import { StatusRegion } from '#/components/layout/status-region.tsx';
import { useKeys } from '#/components/layout/use-keys.ts';
import { usePageRequests } from '#/components/layout/use-page-requests.ts';
import { useRemoteTimerToasts } from '#/components/timers/use-remote-timer-toasts.ts';
import { ToastPlace } from '#/components/ui/toast.tsx';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { applyTheme } from '#/lib/client/page/theme.ts';
import type { RememberedZones } from '#/lib/client/time/device-zone.ts';

/** The frame of every page: sidebar or bottom bar, notices, shortcuts. */
export function Shell({ zones, children }: { zones: RememberedZones; children: ReactNode }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const closeSheet = useCallback(() => setSheet(null), []);
  const { toasts } = useLive();
  const { theme, single_keys } = useMe().user;
  usePageRequests();
  useKeys(setSheet);
  useRemoteTimerToasts();
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <div
      data-single-keys={single_keys ? undefined : 'off'}
      className="min-h-dvh md:grid md:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]"
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-1.5 text-on-ink focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar onShow={setSheet} />
      <div className="flex min-w-0 flex-col max-md:pb-[calc(env(safe-area-inset-bottom)+56px)]">
        <NoticeBars remembered={zones} />
        <main id="main" tabIndex={-1} className="w-full grow outline-none">
          {children}
        </main>
      </div>
      <BottomBar onShow={setSheet} />
      <LazyForgottenTimerCheck />
      <LazyMoveDeviceSettings />
      <LazyLostWorkspace />
      <LazyTruncatedTextTooltips />
      <LazyPageGuards />
      <LazyPagePrefetcher />
      <StatusRegion />
      <ToastPlace toasts={toasts} />
      <Sheets open={sheet} onClose={closeSheet} onShow={setSheet} />
    </div>
  );
}
