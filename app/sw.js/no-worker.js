// In development, replaces the worker that a build at the same address may have left in this browser: that one would
// keep serving files whose contents change under the same names.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  await self.registration.unregister();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
