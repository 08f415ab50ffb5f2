import type { ReactNode } from 'react';
import { RememberZone } from '#/components/settings/remember-zone.tsx';
import { ServerTime } from '#/components/settings/server-time.tsx';
import { BrandMark } from '#/components/ui/brand-mark.tsx';

/** The form depends on who has an account by now: nothing here is rendered at build time. */
export const dynamic = 'force-dynamic';

/** Before anyone is signed in: the server's clock on one side, one form on the other. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[64px_1fr_64px] px-6 lg:px-12">
      <header className="flex items-center justify-between text-text-3">
        <BrandMark />
        <a href="/docs" className="content-center hover:text-text pointer-coarse:h-11">
          API reference
        </a>
      </header>
      <main className="mx-auto grid w-full max-w-[360px] content-start items-center gap-8 py-4 lg:max-w-[1120px] lg:grid-cols-[minmax(0,1fr)_360px] lg:content-center lg:gap-24">
        <ServerTime />
        <section className="grid gap-2">{children}</section>
      </main>
      <RememberZone />
      <footer className="flex items-center text-text-3">Open source, self-hosted</footer>
    </div>
  );
}
