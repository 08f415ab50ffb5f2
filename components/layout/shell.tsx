'use client';

import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { BottomBar } from '#/components/layout/bottom-bar.tsx';
import { ALARMS, API_REFERENCE, hasOwnHead, SETTINGS, TODAY } from '#/components/layout/pages.ts';
import { ShortcutSheet } from '#/components/layout/shortcut-sheet.tsx';
import { Sidebar } from '#/components/layout/sidebar.tsx';
import { StatusRegion } from '#/components/layout/status-region.tsx';
import { TopBar } from '#/components/layout/top-bar.tsx';
import { useNewsFromElsewhere } from '#/components/timers/use-news-from-elsewhere.ts';
import { ToastPlace } from '#/components/ui/toast.tsx';
import { followTheme } from '#/lib/client/theme.ts';
import { useLive, useShortcuts } from '#/lib/client/use-live.tsx';

/** What stands around every page: sidebar or bottom bar, top bar, notices, shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { notices } = useLive();
  const path = usePathname();
  const showShortcuts = useCallback(() => setSheetOpen(true), []);
  useKeys(showShortcuts);
  useNewsFromElsewhere();
  useEffect(() => followTheme(), []);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-1.5 text-on-ink focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar onShowShortcuts={showShortcuts} />
      <div className="flex min-w-0 flex-col max-md:pb-[calc(env(safe-area-inset-bottom)+56px)]">
        {!hasOwnHead(path) && <TopBar path={path} />}
        <main id="main" tabIndex={-1} className="w-full grow outline-none">
          {children}
        </main>
      </div>
      <BottomBar onShowShortcuts={showShortcuts} />
      <StatusRegion />
      <ToastPlace notices={notices} />
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
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
      'g s': () => router.push(SETTINGS.href),
      'g h': () => window.location.assign(API_REFERENCE.href),
    }),
    [router, showShortcuts],
  );
  useShortcuts(bindings);
}
