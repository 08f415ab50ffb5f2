import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/geist-mono';
import '#/app/globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { findMe } from '#/app/find-me.ts';
import { themeAttribute } from '#/lib/client/theme.ts';

export const metadata: Metadata = {
  title: { default: 'Timer Service', template: '%s · Timer Service' },
  description: 'Timers on tickets that survive a closed lid: the server keeps the time.',
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9fbfa' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1211' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The page itself says its theme, so that no frame has the wrong ground; a menu may have changed it since.
    <html lang="en" data-theme={await accountTheme()} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}

/** A database that does not answer is for the pages below to tell, on the ground that the system has. */
async function accountTheme(): Promise<'light' | 'dark' | undefined> {
  await headers();
  const me = await findMe().catch(() => null);
  return themeAttribute(me?.user.theme);
}
