/** Companies that placement moves from node to node while requests and pages are on their way. */
import { expect, test } from 'bun:test'
import { Door } from '../../src/fleet/forwarding/door'
import { InnerListener } from '../../src/fleet/forwarding/inner-listener'
import { ownersSeenFrom } from '../../src/fleet/forwarding/owners'
import { orderMove } from '../../src/fleet/placement/move'
import { Placement } from '../../src/fleet/placement/placement'
import { systemTimers } from '../../src/fleet/placement/timers'
import { newBucket } from '../support/bucket'
import { newAuthority } from '../support/fleet-certificates'
import { COMPANY } from '../support/fleet-nodes'
import { createRandom } from '../support/random'
import { until } from '../support/until'
import { afterThisTest } from '../survival/support/cleanups'

async function newPlacedFleet(names: readonly string[]) {
  const authority = newAuthority()
  const buckets = { nodes: newBucket<never>(), owners: newBucket<never>(), orders: newBucket<never>() }
  let epoch = 0
  /** What was done, by which node. */
  const done: { readonly at: string; readonly what: string }[] = []
  const open = async (name: string) => {
    const handle = async (request: Request, server: { upgrade(request: Request, options: never): boolean }) => {
      if (request.headers.has('upgrade')) {
        const data = { message: (ws: { send(text: string): void }, text: string) => ws.send(`${name} ${text}`) }
        return server.upgrade(request, { data } as never) ? undefined : new Response('no socket', { status: 400 })
      }
      if (!placement.owns(COMPANY)) throw new Error(`${name} begins what it does not own`)
      const what = await request.text()
      if (what !== '') done.push({ at: name, what })
      return new Response(name)
    }
    const websocket = {
      open: (ws: { data: { open?(ws: unknown): void } }) => ws.data.open?.(ws),
      message: (ws: { data: { message?(...given: unknown[]): void } }, frame: unknown) => ws.data.message?.(ws, frame),
      close: (ws: { data: { close?(...given: unknown[]): void } }, code: number, why: string) =>
        ws.data.close?.(ws, code, why),
    }
    const certificate = authority.node(name)
    const inner = new InnerListener({
      node: name,
      certificate,
      hostname: '127.0.0.1',
      port: 0,
      options: { websocket },
      handle,
      owns: (company) => placement.owns(company),
    })
    const self = { node: name, url: `https://127.0.0.1:${inner.port}` }
    const placement: Placement = new Placement({
      node: name,
      buckets: buckets as never,
      timers: systemTimers,
      firstCompany: 'another',
      facts: () =>
        ({ url: self.url, versions: { program: '1', schema: 1, record: 1 }, load: { busy: 0, capacity: 1 } }) as never,
      newIncarnation: () => crypto.randomUUID(),
      effects: {
        follow: async () => {},
        unfollow: async () => {},
        claim: async () => ++epoch,
        open: async () => {},
        hold: () => {},
        drop: () => {},
        part: async () => {},
        close: async () => {},
        putAside: async () => {},
      },
    })
    const door = new Door({
      self,
      certificate,
      ownerOf: ownersSeenFrom(name, placement),
      companyOf: () => COMPANY,
      personOf: (request) => ({ address: '127.0.0.1', network: '127.0.0.1', origin: new URL(request.url).origin }),
      refuse: (error) => Response.json({ error: String(error) }, { status: 503 }),
      log: { warn: () => {} } as never,
      moveWithin: 60_000, // whatever the load of the machine
    })
    const outer = Bun.serve({ hostname: '127.0.0.1', port: 0, websocket, fetch: door.around(handle as never) } as never)
    await placement.start()
    void placement.until(() => {
      door.ownersChanged()
      return false
    })
    afterThisTest(async () => {
      await placement.stop()
      door.close()
      await Promise.all([outer.stop(true), inner.stop(true)])
    })
    return { name, placement, door, url: `http://127.0.0.1:${outer.port}` }
  }
  const nodes = await Promise.all(names.map(open))
  return { nodes, done, buckets }
}

test('every request is answered, every change is done once, and pages come again, through twenty moves', async () => {
  const { nodes, done, buckets } = await newPlacedFleet(['a', 'b', 'c'])
  const [a, b, c] = nodes
  if (!a || !b || !c) throw new Error('three nodes were opened')
  await a.placement.adopt(COMPANY)
  await until(() => nodes.some(({ placement }) => placement.owns(COMPANY)), 'an owner')

  let isOver = false
  const statuses = new Map<number, number>()
  let sent = 0
  const work = async (url: string) => {
    while (!isOver) {
      const isChange = sent++ % 2 === 0
      const answered = await fetch(`${url}/api/x`, isChange ? { method: 'POST', body: `${sent}` } : {})
      statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
      await answered.text()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const codes = new Set<number>()
  let isAnswered = false
  const page = () => {
    const socket = new WebSocket(`${c.url.replace('http', 'ws')}/ws/x`)
    socket.onopen = () => socket.send('hello')
    socket.onmessage = () => {
      isAnswered = true
    }
    socket.onclose = ({ code }) => {
      isAnswered = false
      codes.add(code)
      if (!isOver) page()
    }
    afterThisTest(() => socket.close())
  }
  page()
  const working = Promise.all(nodes.flatMap(({ url }) => [work(url), work(url)]))
  for (let n = 0; n < 20; n++) {
    const to = nodes.find(({ placement }) => !placement.owns(COMPANY) && (n % 2 === 0 || placement !== c.placement))
    if (!to) throw new Error('one of three nodes does not own the company')
    const { picture } = to.placement
    await orderMove(
      { buckets: buckets as never, picture, timers: systemTimers, firstCompany: 'another' },
      COMPANY,
      to.name,
    )
    await until(() => to.placement.owns(COMPANY), `the company on ${to.name}`)
    await until(() => isAnswered, 'the page to be back')
  }
  isOver = true
  await working
  expect([...statuses.keys()]).toEqual([200])
  const changes = done.map(({ what }) => what)
  expect(new Set(changes).size).toBe(changes.length)
  expect(changes.length).toBe(Math.ceil(sent / 2))
  expect(new Set(done.map(({ at }) => at)).size).toBeGreaterThan(1)
  for (const code of codes) expect([1012, 1013]).toContain(code)
}, 120_000)

test('what is answered was done once, and what was broken off at most once, whoever leaves when', async () => {
  const { nodes, done, buckets } = await newPlacedFleet(['a', 'b', 'c'])
  const { next: random } = createRandom(42)
  const [first] = nodes
  await first?.placement.adopt(COMPANY)
  await until(() => nodes.some(({ placement }) => placement.owns(COMPANY)), 'an owner')
  const answered: string[] = []
  let isOver = false
  const moving = (async () => {
    while (!isOver) {
      const to = nodes[Math.floor(random() * nodes.length)]
      if (!to || to.placement.owns(COMPANY)) continue
      const { picture } = to.placement
      await orderMove(
        { buckets: buckets as never, picture, timers: systemTimers, firstCompany: 'another' },
        COMPANY,
        to.name,
      )
      await until(() => to.placement.owns(COMPANY), `the company on ${to.name}`)
    }
  })()
  const one = async (n: number) => {
    const { url } = nodes[n % nodes.length] ?? { url: '' }
    const body = `${n} ${'x'.repeat(random() < 0.2 ? 200_000 : Math.floor(random() * 2000))}`
    const leaving = new AbortController()
    const timer = random() < 0.3 ? setTimeout(() => leaving.abort(), random() * 10) : undefined
    const method = ['POST', 'PUT', 'PATCH', 'DELETE'][n % 4] ?? 'POST'
    try {
      const response = await fetch(`${url}/api/x`, { method, body, signal: leaving.signal })
      if (response.status === 200) answered.push(body)
      await response.text()
    } catch {
      // it has left
    } finally {
      clearTimeout(timer)
    }
  }
  for (let n = 0; n < 600; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => one(n + k)))
  isOver = true
  await moving
  const counts = new Map<string, number>()
  for (const { what } of done) counts.set(what, (counts.get(what) ?? 0) + 1)
  expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
  expect(answered.filter((body) => counts.get(body) !== 1)).toEqual([])
  expect(answered.length).toBeGreaterThan(300)
  await until(() => nodes.every(({ door }) => door.load.requests === 0), 'the requests to be forgotten')
}, 120_000)

test('a company that this node is taking or letting go of is nowhere', () => {
  const peer = { node: 'b', url: 'https://127.0.0.1:7443', epoch: 3 }
  const seen = (owns: boolean, owner: typeof peer | undefined) =>
    ownersSeenFrom('a', { owns: () => owns, ownerOf: () => owner })(COMPANY)
  expect(seen(true, undefined)).toEqual({ at: 'here' })
  expect(seen(false, peer)).toEqual({ at: 'there', node: 'b', url: 'https://127.0.0.1:7443' })
  for (const owner of [undefined, { ...peer, node: 'a' }]) expect(seen(false, owner)).toMatchObject({ at: 'nowhere' })
})
