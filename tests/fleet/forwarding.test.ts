/** Requests that reach one node and concern a company of another one. */
import { describe, expect, test } from 'bun:test'
import { COMPANY, type Handle, newFleet } from '../support/fleet-nodes'

const echo: Handle = async ({ request, path, visitor, server }) =>
  Response.json({
    path,
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    address: visitor.addressOf(request, server as never),
    body: await request.text(),
  })

const two = (handle: Handle = echo) => {
  const fleet = newFleet()
  const a = fleet.open('a', { handle: () => new Response('a answers', { status: 418 }) })
  const b = fleet.open('b', { handle })
  fleet.move(COMPANY, 'b')
  return { fleet, a, b }
}

describe('a request to a node that does not own the company', () => {
  test('is answered by the owner, with method, path, query and body', async () => {
    const { a } = two()
    const headers = { 'x-company': COMPANY, 'content-type': 'text/plain' }
    const read = await fetch(`${a.url}/api/tickets?pageNumber=2&x=%2F`, { headers })
    expect(await read.json()).toMatchObject({ path: '/api/tickets', method: 'GET', address: '127.0.0.1' })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const written = await fetch(`${a.url}/api/tickets/7?a=b`, { method, headers, body: 'olá' })
      expect(await written.json()).toMatchObject({ method, body: 'olá', url: `${a.url}/api/tickets/7?a=b` })
    }
  })

  test('is answered here when it concerns no company, or one of this node', async () => {
    const { a, fleet } = two()
    expect((await fetch(`${a.url}/health`)).status).toBe(418)
    fleet.move(COMPANY, 'a')
    expect((await fetch(`${a.url}/health`, { headers: { 'x-company': COMPANY } })).status).toBe(418)
  })
})
