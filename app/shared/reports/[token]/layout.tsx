import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { BrandMark } from '#/components/ui/brand-mark.tsx';

// The secret in the URL must not leak in the Referer header.
export const metadata: Metadata = {
  title: 'Shared report',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
};

/** Outside of the app: a person with the link sees nothing else of it. */
export default function SharedReportLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto min-h-dvh max-w-[1280px] px-4 pb-16 md:px-8">
      <header className="flex h-16 items-center text-text-3">
        <BrandMark />
      </header>
      <main className="pt-2">{children}</main>
    </div>
  );
}
