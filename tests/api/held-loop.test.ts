/** No single request blocks the event loop for 100 ms. */
import { expect, test } from 'bun:test'
import { watchLoop } from '../../src/platform/metrics'
import { SALES } from '../support/company-world'
import { inSuite, isLong, shareOf } from '../support/long'
import { type World, world } from '../support/world'
import { bare, bodySchemas } from './bodies'
import { furnish } from './furnish'
import { type Hostile, hostileBodies, hostileForms } from './hostile-bodies'
import { isPlanned, keyOf, methodOf, routeTable } from './route-table'

/** Parts of the bodies of which each route gets one in the short lane. */
const PARTS = 12
/** Seconds. */
const LONGEST = 0.1
/** Milliseconds between measurements. */
const A_LOOK = 30

type Asked = {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: () => string
}
/** Label for time in which the test itself blocks the loop. */
const OURSELVES = 'the test'
/** Repetitions of what was held: a slow request blocks every time, a busy machine only sometimes. */
const LOOKS = 6

/** Requests that block the loop too long every time, or fail. */
async function holding(w: World, requests: Iterable<Asked>): Promise<string[]> {
  const { url } = w.listen()
  const neighbour = await w.company().admin().token()
  const sendTo = (asked: Iterable<Asked>) => sendBeside(url, neighbour, asked)
  let { suspects, failed } = await sendTo(requests)
  for (let look = 1; look < LOOKS && suspects.size > 0; look++) suspects = (await sendTo(suspects.keys())).suspects
  return [...failed, ...[...suspects].map(([{ name }, held]) => `${Math.round(held * 1000)} ms: ${name}`)]
}

/**
 * Sends all requests one after the other to a real server, while a user of another company sends requests continuously.
 * `suspects` are those during which the loop was blocked too long, in seconds, as measured by the server's own watch
 * without waits for a core.
 */
async function sendBeside(url: string, neighbour: string, requests: Iterable<Asked>) {
  const suspects = new Map<Asked, number>()
  const failed: string[] = []
  let doing: readonly (Asked | typeof OURSELVES)[] = [OURSELVES]
  const watch = watchLoop(({ held }) => {
    if (held <= LONGEST || doing.includes(OURSELVES)) return
    for (const one of doing) if (one !== OURSELVES) suspects.set(one, held)
  })
  let isOver = false
  const beside = (async () => {
    while (!isOver) {
      watch.stir()
      const answer = await fetch(`${url}/api/queue/`, { headers: { authorization: `Bearer ${neighbour}` } })
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      await Bun.sleep(1)
    }
  })()
  try {
    for (const asked of requests) {
      const { name, path, method, headers, body } = asked
      const began = performance.now()
      const sent = body && Buffer.from(body())
      if (performance.now() - began > 5) {
        doing = [OURSELVES]
        await Bun.sleep(A_LOOK)
      }
      doing = doing[0] === OURSELVES ? [asked] : [asked, ...doing.slice(0, 1)]
      const init = { method, headers, ...(sent && { body: sent }) }
      const answer = await fetch(`${url}${path}`, init).catch(() => undefined) // refused before it was sent completely
      if (answer && !isPlanned(answer.status)) failed.push(`${answer.status}: ${name}`)
      await answer?.arrayBuffer().catch(() => {})
    }
    await Bun.sleep(A_LOOK)
  } finally {
    isOver = true
    watch.stop()
    await beside
  }
  return { suspects, failed }
}

async function place() {
  const w = world()
  const ids = await furnish(w, 'A')
  // Users with fewer rights are refused earlier.
  const people = {
    admin: w.attendant([SALES, ids.queue], { profile: 'admin' }),
    ...(isLong && { user: w.attendant([SALES, ids.queue], { profile: 'user' }) }),
  }
  return {
    w,
    ids,
    people: await Promise.all(Object.entries(people).map(async ([name, who]) => [name, await who.token()] as const)),
  }
}

/** Routes to walk: no sign-out, and none that removes example rows. */
const walked = (w: World) => w.app.routes.map(keyOf).filter((key) => routeTable[key] && !/^(WS|ALL)|logout/.test(key))

test('no body, within or beyond its limits, blocks the loop, with or without permission', async () => {
  const { w, ids, people } = await place()
  const schemas = bodySchemas(w)
  function* all(): Generator<Asked> {
    for (const [n, key] of walked(w)
      .filter((one) => !one.startsWith('GET'))
      .entries()) {
      const { path, body } = routeTable[key]?.example(ids) ?? { path: '/' }
      const schema = schemas.get(key)
      const hostile: Hostile[] = hostileBodies(schema && bare(schema), body as object | undefined) // examples are objects
      for (const [role, token] of people)
        for (const { name, body: sent } of shareOf(hostile, n, PARTS)) {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
          yield { name: `${role} ${key} ${name}`, path, method: methodOf(key), headers, body: sent }
        }
    }
  }
  expect(await holding(w, all())).toEqual([])
}, 180_000)

test('no form blocks the loop on any route', async () => {
  const { w, ids, people } = await place()
  function* all(): Generator<Asked> {
    for (const [role, token] of people)
      for (const { name, body } of hostileForms) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
        for (const [path, size] of [
          [`/api/messages/${ids.ticket}`, Infinity],
          ['/api/tickets/', 1_000_000],
        ] as const)
          yield {
            name: `${role} ${path} ${name}`,
            path,
            method: 'POST',
            headers,
            body: () => body().slice(0, size),
          }
      }
  }
  expect(await holding(w, all())).toEqual([])
}, 180_000)

test('many simultaneous requests of one user do not block the loop, on any GET route', async () => {
  const { w, ids, people } = await place()
  const words = Array.from({ length: 800 }, (_, n) => (n * 7919).toString(36)).join(' ')
  const common = words.slice(2_000, 2_010)
  w.rows(
    `INSERT INTO quick_messages (shortcode, shortcode_folded, message, words, general, active, send_only_media, created_at,
       updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT 'atalho ' || i, 'atalho ' || i, ?, 'atalho ' || i || ' ' || ?, 1, 1, 0, 1, 1 FROM n RETURNING id`,
    inSuite(4_000, 10_000),
    words,
    words,
  )
  const { url } = w.listen()
  const [[, token] = ['', '']] = people
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  const paths = walked(w)
    .filter((key) => key.startsWith('GET') && routeTable[key]?.opens === 'session')
    .map((key) => routeTable[key]?.example(ids).path ?? '/')
  const held = new Map<string, number>()
  for (const path of [...paths, `/api/quick-messages/?searchParam=${common}`, '/api/quick-messages/?searchParam=~~']) {
    let worst = Infinity
    for (let look = 0; look < LOOKS && worst > LONGEST; look++) {
      let longest = 0
      const watch = watchLoop(({ held }) => {
        longest = Math.max(longest, held)
      })
      await Promise.all(Array.from({ length: inSuite(12, 30) }, () => get(path)))
      await Bun.sleep(A_LOOK)
      watch.stop()
      worst = Math.min(worst, longest)
    }
    if (worst > LONGEST) held.set(path, worst)
  }
  expect(Object.fromEntries(held)).toEqual({})
}, 180_000)

test('no URL blocks the loop, and none may exceed 16 kB', async () => {
  const { w, ids, people } = await place()
  const long = ['a', '1,', '[', '%20', '%F0%9F%98%80', '&a=', '+'].map((piece) => piece.repeat(14_000 / piece.length))
  function* all(): Generator<Asked> {
    for (const [n, key] of walked(w)
      .filter((one) => one.startsWith('GET'))
      .entries()) {
      const { path } = routeTable[key]?.example(ids) ?? { path: '/' }
      const [plain, query] = path.split('?')
      const fields = [...new URLSearchParams(query).keys(), 'searchQuery']
      for (const [role, token] of people)
        for (const value of shareOf(long, n, long.length)) {
          const asked = { method: 'GET', headers: { authorization: `Bearer ${token}` } }
          yield { name: `${role} ${key} ${value.slice(0, 9)}`, path: `${plain}${value}`, ...asked }
          for (const field of fields)
            yield { name: `${role} ${key} ${field}=${value.slice(0, 9)}`, path: `${plain}?${field}=${value}`, ...asked }
        }
    }
  }
  expect(await holding(w, all())).toEqual([])
  const tooLong = `/api/tickets?searchParam=${'a'.repeat(17_000)}`
  expect((await fetch(`${w.app.server?.url.origin}${tooLong}`)).status).toBe(431)
}, 180_000)
