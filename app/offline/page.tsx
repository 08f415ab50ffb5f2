import type { Metadata } from 'next';
import { OfflinePage } from '#/components/offline/offline-page.tsx';

export const metadata: Metadata = { title: 'Offline' };

/** Cached by the service worker (app/sw.js), and shown in place of any page while the server does not respond. */
export default function Offline() {
  return <OfflinePage />;
}
