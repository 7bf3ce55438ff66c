// The service worker: shows notifications and opens what they are about. It has no fetch handler, so that no request waits for
// it and no screen is ever stale; shared files have a worker of their own (share-worker.js).
;(() => {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
})()
