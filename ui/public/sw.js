// The service worker: shows notifications, opens what they are about, and takes files that other apps share. It answers no
// request from a cache, so no screen is ever stale. All it keeps are shared files, until their conversation is chosen.
;(() => {
  const SHARED = 'shared-files'

  self.addEventListener('install', (event) => {
    event.waitUntil(self.skipWaiting())
    try {
      // Everything but shared files goes to the network without waking the worker.
      const elsewhere = { not: { urlPattern: '/share', requestMethod: 'POST' } }
      if (event.addRoutes) event.waitUntil(event.addRoutes({ condition: elsewhere, source: 'network' }))
    } catch (_) {}
  })
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

  self.addEventListener('fetch', (event) => {
    const { method, url } = event.request
    if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(takeShared(event.request))
  })

  self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data?.path ?? '/tickets'))
  })
  // The browser replaced the subscription; the server hears of it when the screens are opened next.
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { options } = event.oldSubscription ?? {}
    if (options) event.waitUntil(self.registration.pushManager.subscribe(options))
  })

  function read(data) {
    try {
      return data.json()
    } catch (_) {
      return { tag: 'unknown', title: 'Balcão', body: '', path: '/tickets', unread: 0, at: Date.now() }
    }
  }

  const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show({ tag, title, body, path, unread, at }) {
    setBadge(unread)
    // A page that somebody looks at sounds and shows it itself. Other browsers than Chromium demand a notification for each message.
    const isSeen = (await pages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')
    if (isSeen && tag !== 'test' && navigator.userAgentData) return
    const pictures = { icon: '/app/icon-192.png', badge: '/app/badge.png' }
    await self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      timestamp: at,
      data: { path },
      ...pictures,
    })
  }

  function setBadge(count) {
    if (!navigator.setAppBadge) return
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    done.catch(() => {})
  }

  /** In an open page, which answers; one that does not, such as the sign-in page, goes there by itself. */
  async function open(path) {
    const all = await pages()
    const page = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0]
    if (!page) return void (await self.clients.openWindow(path))
    const focused = await page.focus().catch(() => page)
    if (await opens(focused, path)) return
    await focused.navigate(path).catch(() => self.clients.openWindow(path))
  }

  function opens(page, path) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(true)
      setTimeout(() => resolve(false), 1000)
      page.postMessage({ open: path }, [port2])
    })
  }

  async function takeShared(request) {
    const form = await request.formData()
    await caches.delete(SHARED)
    const cache = await caches.open(SHARED)
    const files = form.getAll('files').filter((file) => file instanceof File)
    const text = ['title', 'text', 'url'].map((name) => form.get(name) || '').filter((part) => part !== '')
    await Promise.all(
      files.map((file, at) => {
        const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) }
        return cache.put(`/shared/${at}`, new Response(file, { headers }))
      }),
    )
    if (text.length > 0) await cache.put('/shared/text', new Response(text.join('\n')))
    return Response.redirect('/share', 303)
  }
})()
