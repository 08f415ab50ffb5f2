// Serves the offline page, and files of the build that never change. Responses of the API and pages with personal data
// are never cached, so old data can't be mistaken for new. BUILD is inserted by the route: a new build is a new script.
// It takes over at once, since a page that stays open all day would make it wait forever; such a page keeps what it has
// loaded, and the rest of its build is gone from the server too.

const SHELL = `shell-${BUILD}`;
const OFFLINE = '/offline';
/** The names of these files change with their contents. */
const STATIC = '/_next/static/';
/** Statuses from a proxy whose upstream is down. The service itself has none of these for a page. */
const NOBODY_BEHIND = [502, 503, 504];
const STATIC_IN_PAGE = /\/_next\/static\/[^"'\\\s)]+/g;

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate')
    event.respondWith(url.pathname.startsWith('/api/') ? asked(event) : pageOrOffline(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(keptOrFetched(event));
});

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

/** The page keeps the policy of its response, with the nonce of its scripts. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch(OFFLINE, { cache: 'reload' });
  if (!page.ok) throw new Error(`${OFFLINE} responded with ${page.status}`);
  const files = new Set((await page.clone().text()).match(STATIC_IN_PAGE));
  await cache.addAll([...files]);
  await cache.put(OFFLINE, page);
}

async function takeOver() {
  await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** If a page is preloaded, ignoring that response means a second request: a code from GitHub works only once. */
async function asked(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function pageOrOffline(event) {
  const response = await asked(event).catch((error) => ({ error }));
  if (!response.error && !NOBODY_BEHIND.includes(response.status)) return response;
  const page = await caches.match(OFFLINE);
  if (page) return page;
  if (response.error) throw response.error;
  return response;
}

async function keptOrFetched(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

async function keep(request, response) {
  try {
    const cache = await caches.open(SHELL);
    await cache.put(request, response);
  } catch (error) {
    // A full disk: the page has the file anyway, and requests it again the next time.
    console.warn('A file was not kept.', error);
  }
}

/** A browser revokes the permission when a push message shows nothing, so an unreadable one also shows something. */
async function show(data) {
  const { title, body, path, tag } = messageOf(data) ?? { title: 'Timer Service', body: 'Open it to see what’s new.' };
  const options = { body, tag, renotify: Boolean(tag), icon: '/icons/icon-192.png', data: { path: path ?? '/' } };
  await self.registration.showNotification(title, options);
}

function messageOf(data) {
  try {
    const message = data?.json();
    return typeof message?.title === 'string' ? message : null;
  } catch (error) {
    console.warn('A push message could not be read.', error);
    return null;
  }
}

/** In an open page, the most recently focused one, else in a new one. Never on another site. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  // A page that is navigating is another client the second time, and has the focus by then.
  if ((await lead(url, { focus: true })) || (await lead(url, { focus: false }))) return;
  await self.clients.openWindow(url.href);
}

/** False if no page is open, or it closed before it could be navigated. */
async function lead(url, { focus }) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return false;
  try {
    if (focus) await page.focus();
    if (!isAt(new URL(page.url), url)) await page.navigate(url.href);
    return true;
  } catch (error) {
    console.warn('A page was gone before it could be led on.', error);
    return false;
  }
}

/** A path without a query means the page in its current view; one with a query means that view. */
function isAt(at, url) {
  return at.pathname === url.pathname && at.hash === url.hash && (url.search === '' || at.search === url.search);
}
