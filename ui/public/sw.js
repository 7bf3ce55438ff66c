// The service worker: shows notifications and opens what they are about. It has no fetch handler, so that no request waits for
// it and no screen is ever stale; shared files have a worker of their own (share-worker.js).
;(() => {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

  self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path = '/tickets', key } = event.notification.data ?? {}
    const isTaking = event.action === 'take' && key
    event.waitUntil(isTaking ? take(event.notification, key) : open(path, event.action !== 'open'))
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
      return {
        tag: 'unknown',
        title: 'Balcão',
        body: '',
        path: '/tickets',
        unread: 0,
        at: Date.now(),
        acts: [],
        key: null,
      }
    }
  }

  const pictures = { icon: '/app/icon-192.png', badge: '/app/badge.png' }
  const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show({ tag, title, body, path, unread, at, acts = [], key }) {
    setBadge(unread)
    // A page that somebody looks at sounds and shows it itself. Other browsers than Chromium demand a notification for each message.
    const isSeen = (await pages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')
    if (isSeen && tag !== 'test' && navigator.userAgentData) return
    const actions = acts.map(({ act, title }) => ({ action: act, title }))
    const shown = { body, tag, actions, renotify: true, timestamp: at, data: { path, key }, ...pictures }
    await self.registration.showNotification(title, shown)
  }

  /** Takes the conversation by the notification's key: a worker has no session. */
  async function take({ title, tag, data: { path } }, key) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch('/api/push/acts', { method: 'POST', headers, body: '{}' }).catch(() => undefined)
    const said = await answer?.json().catch(() => undefined)
    if (answer?.ok && said) return open(said.path, true)
    if (!said?.message) return open(path, false)
    // Such as that a colleague was faster.
    await self.registration.showNotification(title, { body: said.message, tag, data: { path }, ...pictures })
  }

  function setBadge(count) {
    if (!navigator.setAppBadge) return
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    done.catch(() => {})
  }

  /**
   * In an open page, which answers; one that does not, such as the sign-in page, goes there by itself. `isReply`: with the cursor
   * in the message box.
   */
  async function open(path, isReply) {
    const all = await pages()
    const address = isReply && path.startsWith('/tickets/') ? `${path}#reply` : path
    const page = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0]
    if (!page) return void (await self.clients.openWindow(address))
    const focused = await page.focus().catch(() => page)
    if (await opens(focused, address)) return
    await focused.navigate(address).catch(() => self.clients.openWindow(address))
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
