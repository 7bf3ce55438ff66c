/** Requests are counted for the monitor, and slow ones kept by the pattern of their route. */
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { aroundEveryRequest, type Route } from '../../src/platform/every-request'
import { openGate } from '../../src/platform/gate'
import { createRequests } from '../../src/platform/requests'
import { BASE } from '../support/world'

/** An app whose routes let `tick` milliseconds pass. */
function app() {
  let time = 0
  const requests = createRequests(() => 7)
  const routes: Route[] = []
  const answer = new Elysia()
    .wrap(
      aroundEveryRequest(
        {
          routes,
          requests,
          gate: openGate,
          identify: () => {},
          refuse: () => new Response('refused', { status: 400 }),
        },
        () => time,
      ),
    )
    .get('/quick', () => 'quick')
    .get('/page/:id', ({ params: { id } }) => {
      time += Number(id)
      return 'page'
    })
    .get('/page/later', async () => {
      await Promise.resolve()
      time += 2000
      return 'later'
    })
    .get('/fails', () => {
      time += 3000
      throw new Error('failed')
    })
  routes.push(...answer.routes)
  return { requests, ask: (path: string, init?: RequestInit) => answer.handle(new Request(`${BASE}${path}`, init)) }
}

test('counts every request, and keeps slow ones by route with count and worst time', async () => {
  const { requests, ask } = app()
  for (const path of ['/quick', '/page/999', '/page/1000', '/page/1500', '/page/later', '/fails', '/nowhere'])
    await ask(path)
  expect([requests.total(), requests.slowTotal()]).toEqual([7, 4])
  expect(requests.listSlow()).toEqual([
    { route: 'GET /fails', count: 1, worst: 3000, lastAt: 7 },
    { route: 'GET /page/later', count: 1, worst: 2000, lastAt: 7 },
    { route: 'GET /page/:id', count: 2, worst: 1500, lastAt: 7 },
  ])
})

test('counts refused requests', async () => {
  const { requests, ask } = app()
  const headers = { 'content-length': '2000000' }
  const { status } = await ask('/quick', { method: 'POST', headers })
  expect([status, requests.total()]).toEqual([400, 1])
})
