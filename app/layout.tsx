import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/geist-mono';
import '#/app/globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { findMe } from '#/app/find-me.ts';
import { themeAttribute } from '#/lib/client/page/theme.ts';

// The characters of nearly all words are preloaded with the page. A font that arrives too late is used from the next
// page on, so that no word changes its width after it was painted. Rarer characters come from the style sheets above.
const sans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--sans-latin',
  weight: '400 700',
  display: 'optional',
  adjustFontFallback: false,
});
const mono = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  variable: '--mono-latin',
  weight: '100 900',
  display: 'optional',
  adjustFontFallback: false,
});

export const metadata: Metadata = {
  title: { default: 'Timer Service', template: '%s · Timer Service' },
  applicationName: 'Timer Service',
  appleWebApp: { capable: true, title: 'Timer', statusBarStyle: 'default' },
  icons: { icon: '/icon.svg', apple: '/icons/apple-touch-icon.png' },
  description: 'Time tracking on tickets. The server keeps the time, even with the lid closed.',
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
    // The page sets its own theme, so that no frame has the wrong background; a menu may have changed it since.
    <html
      lang="en"
      data-theme={await accountTheme()}
      data-keyboard={await keyboard()}
      className={`${sans.variable} ${mono.variable}`}
      suppressHydrationWarning
    >
      <head>
        {/* A part would move when the rest arrives: nothing is painted before the whole frame is there. */}
        <link rel="expect" href="#whole" blocking="render" />
      </head>
      <body>
        {children}
        <span id="whole" hidden />
      </body>
    </html>
  );
}

/** If the database does not respond, the pages below show that, in the system's theme. */
async function accountTheme(): Promise<'light' | 'dark' | undefined> {
  await headers();
  const me = await findMe().catch(() => null);
  return themeAttribute(me?.user.theme);
}

/** Devices with Cmd and Option keys, including iPad and iPhone; every other keyboard has Ctrl and Alt. */
async function keyboard(): Promise<'mac' | undefined> {
  return (await headers()).get('user-agent')?.includes('Mac OS') ? 'mac' : undefined;
}
