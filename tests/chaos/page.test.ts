/** A page of the chaos test behaves like a browser, also when a response is older than the events. */
import { expect, test } from 'bun:test'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import { media, message } from '../ui/messages/support'
import { openPage } from './page'

test('events during a fetch override its response', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<MessagePage>()]
  const file = (state: 'missing' | 'failed') => message({ media: media({ state }) })
  const server = Bun.serve({
    port: 0,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: {
      async message(socket) {
        socket.send(JSON.stringify({ event: 'resync', data: {}, seq: 1 }))
        await asked.promise
        const data = { action: 'update', message: file('missing') }
        socket.send(JSON.stringify({ event: 'company-1-appMessage', data, seq: 2 }))
      },
    },
  })
  const page = openPage({
    origin: `http://localhost:${server.port}`,
    companyUuid: 'a-b',
    token: async () => 'token',
    demand: async <T>() => {
      asked.resolve()
      return (await answer.promise) as T // the only request
    },
  })
  page.conversations.add(7)
  page.open()
  await until(() => page.counts.frames === 1)
  answer.resolve({ messages: [file('failed')], hasMore: false, tickets: [] })
  await page.caughtUp()
  expect(page.messages.get(1)?.message?.media?.state).toBe('missing')
  page.close()
  await server.stop(true)
})
