// Takes files that other apps of the phone share, and keeps them until their conversation is chosen. Its scope is the address
// that takes them, which no page has: no other request passes through it.
;(() => {
  const SHARED = 'shared-files'

  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('fetch', (event) => {
    if (event.request.method === 'POST') event.respondWith(takeShared(event.request))
  })

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
