import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/geist-mono';
import '#/app/globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { THEME_SCRIPT } from '#/lib/client/theme.ts';

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

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script sets data-theme before React looks, so that no frame has the wrong ground.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script>{THEME_SCRIPT}</script>
      </head>
      <body>{children}</body>
    </html>
  );
}
