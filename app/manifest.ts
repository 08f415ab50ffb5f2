import type { MetadataRoute } from 'next';

/** What browsers need to install the app. Colors are those of the light theme; the page itself sets the dark one. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Timer Service',
    short_name: 'Timer',
    description: 'Time tracking on tickets. The server keeps the time, even with the lid closed.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f9fbfa',
    theme_color: '#f9fbfa',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Today', url: '/' },
      { name: 'Alarms', url: '/alarms' },
    ],
  };
}
