// Holds the offline page and nothing else: prices of an hour ago would be worse than none. The build writes the
// version, so that a changed offline page makes a new worker, which replaces the old one at once.
const VERSION = '__VERSION__'
const CACHE = `fairbook-offline-${VERSION}`
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/offline.js', '/theme.js', '/icon.svg']

self.addEventListener('install', (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  )
})

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  // Pages are requested while this worker starts, not after.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}
self.addEventListener('activate', (event) => event.waitUntil(activate()))

const kept = async (file) => (await caches.match(file)) ?? Response.error()

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return kept(PAGE)
  }
}

self.addEventListener('fetch', (event) => {
  const { mode, url, method } = event.request
  const { pathname, origin } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(visit(event))
  // Everything else, calls included, is left to the browser.
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)))
})
