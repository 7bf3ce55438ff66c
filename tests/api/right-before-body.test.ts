/** Permissions are checked before the body is read, whatever it is. */
import { describe, expect, test } from 'bun:test'
import { SALES } from '../support/company-world'
import { BASE, type World, world } from '../support/world'
import { furnish } from './furnish'
import { methodOf, routeTable } from './route-table'

const barred = Object.keys(routeTable).filter(
  (key) => routeTable[key]?.for?.includes('user') === false && methodOf(key) !== 'GET',
)

async function place() {
  const w = world()
  const ids = await furnish(w, 'A')
  return { w, ids, token: await w.attendant([SALES], { profile: 'user' }).token() }
}

/** A body that starts but never continues. */
function endless() {
  let pulled = 0
  const body = new ReadableStream({
    type: 'bytes',
    pull: () => {
      pulled++
      return new Promise<void>(() => {})
    },
  })
  return { body, wasRead: () => pulled > 0 }
}

const send = (w: World, key: string, path: string, token: string, type: string, body: BodyInit) =>
  w.app.handle(
    new Request(`${BASE}${path}`, {
      method: methodOf(key),
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    }),
  )

describe('a user without permission', () => {
  test('is refused whatever the body is', async () => {
    const { w, ids, token } = await place()
    expect(barred.length).toBeGreaterThan(10)
    for (const key of barred) {
      const path = routeTable[key]?.example(ids).path ?? '/'
      for (const [type, body] of [
        ['application/json', '{'],
        ['application/json', '[]'],
        ['application/json', JSON.stringify({ userIds: Array.from({ length: 9_990 }, () => -1) })],
        ['text/plain', 'olá'],
        ['multipart/form-data; boundary=x', 'x'],
      ] as const) {
        const answer = await send(w, key, path, token, type, body)
        const { error } = (await answer.json()) as { error: string } // the catalogue's shape
        expect([key, type, answer.status, error]).toEqual([key, type, 403, 'ERR_NO_PERMISSION'])
      }
    }
  })

  test('is refused before the first byte is read', async () => {
    const { w, ids, token } = await place()
    for (const key of barred) {
      const { body, wasRead } = endless()
      const path = routeTable[key]?.example(ids).path ?? '/'
      const answer = await send(w, key, path, token, 'application/json', body)
      expect([key, answer.status, wasRead()]).toEqual([key, 403, false])
    }
  })

  test('is refused before path parameters are validated', async () => {
    const { w, ids, token } = await place()
    for (const key of barred.filter((one) => one.includes(':'))) {
      const path = routeTable[key]?.example(ids).path.replaceAll(/\b\d+\b/g, 'abc') ?? '/'
      const answer = await send(w, key, path, token, 'application/json', '{}')
      expect([key, answer.status]).toEqual([key, 403])
    }
  })
})

test('an unauthenticated client is refused before the first byte is read', async () => {
  const w = world()
  const ids = await furnish(w, 'A')
  for (const key of Object.keys(routeTable)) {
    const line = routeTable[key]
    if ((line?.opens !== 'session' && line?.opens !== 'key') || methodOf(key) === 'GET') continue
    const { body, wasRead } = endless()
    const answer = await send(w, key, line.example(ids).path, 'nonsense', 'application/json', body)
    expect([key, answer.status, wasRead()]).toEqual([key, line.opens === 'key' ? 401 : 403, false])
  }
})
