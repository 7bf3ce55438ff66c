/** Live events: numbering, audiences, and replay after a reconnect. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { Actor } from '../../src/actor'
import type { Tenant } from '../../src/platform/cx'
import { type Audience, defineEvent, thingOf, wireName } from '../../src/platform/events'
import { CONTROL, type Gate, NotAcknowledged } from '../../src/platform/gate'
import { createHub, REPLAY_BACKLOG } from '../../src/platform/hub'
import type { Listener } from '../../src/platform/listeners'
import { anActor } from '../support/actor'
import { createRandom } from '../support/random'

const said = defineEvent('thing.said', v.object({ text: v.string() }))
const company = (id: number): Tenant => ({
  id,
  uuid: `company-${id}`,
  timeZone: 'UTC',
  language: 'en',
  features: null,
  limits: {},
  dueAt: 0,
  standbySince: null,
})
const everybody: Audience = () => true
const NOW = 1_700_000_000_000

type Frame = {
  event: string
  data: { action?: string; text?: string; userId?: number }
  seq: number
  operatorSeq?: number
}

/** A hub whose sockets are arrays, with the runtime's broadcast by topic. */
function hall(now: number | (() => number) = NOW, gate?: Gate) {
  const topics = new Map<string, Set<Listener>>()
  const hub = createHub(typeof now === 'number' ? () => now : now, undefined, gate)
  let broadcasts = 0
  hub.broadcastWith((topic, frame) => {
    broadcasts++
    for (const listener of topics.get(topic) ?? []) listener.send(frame)
  })
  const person = (userId: number, options: Partial<Actor> = {}) => {
    const frames: Frame[] = []
    const listener: Listener = {
      actor: anActor({ userId, sessionId: `s${userId}`, ...options }),
      send: (frame) => frames.push(JSON.parse(frame) as Frame) > 0, // frames of our hub
      subscribe: (topic) => void topics.set(topic, (topics.get(topic) ?? new Set()).add(listener)),
      unsubscribe: (topic) => void topics.get(topic)?.delete(listener),
      backlog: () => 0,
      close() {},
    }
    return { listener, frames, texts: () => frames.flatMap(({ data }) => data.text ?? []) }
  }
  const say = (text: string, audience = everybody, tenantId = 1) =>
    hub.emit(company(tenantId), said({ text }), audience)
  return { hub, person, say, broadcasts: () => broadcasts }
}

test('an event carries the name and action of the specification', () => {
  expect(wireName('ticket.update', 3)).toEqual({ event: 'company-3-ticket', action: 'update' })
  expect(wireName('whatsappSession.update', 3)).toEqual({ event: 'company-3-whatsappSession', action: 'update' })
  expect(wireName('tag.update', 3)).toEqual({ event: 'company3-tag', action: 'update' })
  const things = ['company-3-ticket', 'company3-tag', 'company-3-tag', 'company-33-ticket', 'company33-tag', 'ready']
  expect(things.map((event) => thingOf(event, 3))).toEqual(['ticket', 'tag', 'tag', undefined, undefined, undefined])
  const { hub, person, say } = hall()
  const ana = person(1)
  hub.join(ana.listener, null)
  say('oi')
  expect(ana.frames).toEqual([
    { event: 'ready', data: { userId: 1 }, seq: NOW * 1000, operatorSeq: NOW * 1000 },
    { event: 'company-1-thing', data: { action: 'said', text: 'oi' }, seq: NOW * 1000 + 1 },
  ])
})

test('each listener receives its events in order, also in broadcasts', () => {
  const { hub, person, say, broadcasts } = hall()
  const { below, oneIn } = createRandom(5)
  const people = Array.from({ length: 20 }, (_, n) => person(n, { queueIds: [n % 3] }))
  for (const { listener } of people) hub.join(listener, null)
  const expected = people.map((): string[] => [])
  for (let n = 0; n < 300; n++) {
    const [queue, user] = [below(4), below(20)]
    const kind = below(3)
    const audience: Audience = (listener) =>
      kind === 0 || (kind === 1 ? listener.queueIds.includes(queue) : listener.userId === user)
    people.forEach(({ listener }, index) => {
      if (audience(listener.actor)) expected[index]?.push(`m${n}`)
    })
    say(`m${n}`, audience)
    if (oneIn(10)) {
      const who = people[below(20)]
      if (who) hub.changeActor(who.listener, { ...who.listener.actor, queueIds: [below(3)] })
    }
  }
  expect(people.map(({ texts }) => texts())).toEqual(expected)
  expect(broadcasts()).toBeGreaterThan(100)
})

test('no company receives another’s events', () => {
  const { hub, person, say } = hall()
  const [ana, bruno] = [person(1), person(1, { tenantId: 2 })]
  hub.join(ana.listener, null)
  hub.join(bruno.listener, null)
  say('só aqui')
  expect([ana.texts(), bruno.texts()]).toEqual([['só aqui'], []])
})

test('a listener that left receives no more events', () => {
  const { hub, person, say } = hall()
  const people = Array.from({ length: 6 }, (_, n) => person(n))
  for (const { listener } of people) hub.join(listener, null)
  hub.leave(people[0]?.listener as Listener)
  say('adeus')
  expect(people.map(({ texts }) => texts().length)).toEqual([0, 1, 1, 1, 1, 1])
  expect([hub.size(), hub.all().length]).toEqual([5, 5])
})

describe('a reconnect', () => {
  test('replays exactly the missed events, in order, that the user may see now', () => {
    const { hub, person, say } = hall()
    const first = person(1)
    hub.join(first.listener, null)
    say('a')
    const seen = first.frames.at(-1)?.seq ?? 0
    hub.leave(first.listener)
    say('b')
    say('não é para ela', ({ userId }) => userId === 2)
    say('só para a fila 3', ({ queueIds }) => queueIds.includes(3))
    say('c')
    const back = person(1, { queueIds: [3] })
    expect(hub.join(back.listener, seen)).toBe('ready')
    expect(back.frames[0]).toEqual({ event: 'ready', data: { userId: 1 }, seq: seen, operatorSeq: NOW * 1000 })
    expect(back.texts()).toEqual(['b', 'só para a fila 3', 'c'])
    say('d')
    expect(back.texts()).toEqual(['b', 'só para a fila 3', 'c', 'd'])
    const numbers = back.frames.map(({ seq }) => seq)
    expect(numbers).toEqual([...numbers].sort((x, y) => x - y))
  })

  test('replays nothing if nothing was missed', () => {
    const { hub, person, say } = hall()
    say('a')
    const ana = person(1)
    expect(hub.join(ana.listener, NOW * 1000 + 1)).toBe('ready')
    expect(ana.frames).toHaveLength(1)
  })

  test('from too long ago gets resync, with the number to continue from', () => {
    const { hub, person, say } = hall()
    for (let n = 0; n < 3000; n++) say(`m${n}`)
    const ana = person(1)
    expect(hub.join(ana.listener, NOW * 1000 + 1)).toBe('resync')
    expect(ana.frames).toEqual([
      { event: 'resync', data: { userId: 1 }, seq: NOW * 1000 + 3000, operatorSeq: NOW * 1000 },
    ])
  })

  test('with a number from before a restart gets resync', () => {
    const before = hall(NOW)
    for (let n = 0; n < 50; n++) before.say(`m${n}`)
    const after = hall(NOW + 5000)
    const ana = after.person(1)
    expect(after.hub.join(ana.listener, NOW * 1000 + 50)).toBe('resync')
  })

  test('gets resync if a missed event was withdrawn, but not if it was received', () => {
    const { hub, person } = hall()
    const said = defineEvent('thing.said', v.object({ id: v.number(), text: v.string() }), {
      about: ({ id }) => [`thing ${id}`],
    })
    const unsaid = defineEvent('thing.unsaid', v.object({ id: v.number() }), { takesBack: ({ id }) => `thing ${id}` })
    const tell = (id: number, audience = everybody) => hub.emit(company(1), said({ id, text: `t${id}` }), audience)
    tell(1, ({ userId }) => userId === 2)
    tell(2)
    hub.emit(company(1), unsaid({ id: 1 }), everybody)
    hub.emit(company(1), unsaid({ id: 3 }), everybody)
    tell(3)
    const back = (userId: number, missed: number) => {
      const { listener, texts } = person(userId)
      return [hub.join(listener, NOW * 1000 + 5 - missed), ...texts()]
    }
    expect(back(1, 5)).toEqual(['ready', 't2', 't3'])
    expect(back(2, 5)).toEqual(['resync'])
    expect(back(2, 4)).toEqual(['ready', 't2', 't3'])
  })

  test('with a number never issued, as after the clock was set back, gets resync', () => {
    const { hub, person, say } = hall(NOW - 3_600_000)
    say('a')
    const ana = person(1)
    expect(hub.join(ana.listener, NOW * 1000 + 7)).toBe('resync')
    expect(ana.frames[0]?.seq).toBe((NOW - 3_600_000) * 1000 + 1)
  })
})

test('kept events are bounded in number and bytes', () => {
  const { hub, person, say } = hall()
  const big = 'x'.repeat(50_000)
  for (let n = 0; n < 400; n++) say(big)
  const missed = (back: number) => {
    const ana = person(1)
    const outcome = hub.join(ana.listener, NOW * 1000 + 400 - back)
    hub.leave(ana.listener)
    return [outcome, ana.texts().length]
  }
  expect(missed(50)).toEqual(['ready', 50])
  expect(missed(120)).toEqual(['resync', 0]) // 120 × 50 kB is more than we hold
  for (let n = 0; n < 2600; n++) say('x')
  const ana = person(1)
  expect(hub.join(ana.listener, NOW * 1000 + 3000 - 2000)).toBe('ready')
  expect(ana.texts().length).toBe(2000)
})

test('kept events of all companies share a limit: a busy company keeps its share, a quiet one what it has', () => {
  const { hub, person, say } = hall()
  const big = 'x'.repeat(50_000)
  const companies = Array.from({ length: 20 }, (_, n) => n + 2)
  for (const company of companies) say('oi', everybody, company)
  for (let n = 0; n < 20; n++) say(big)
  for (let n = 1; n < 60; n++) for (const company of companies) say(big, everybody, company)
  const missed = (tenantId: number, seq: number) => {
    const ana = person(1, { tenantId })
    return [hub.join(ana.listener, NOW * 1000 + seq), ana.texts().length]
  }
  expect(missed(1, 0)).toEqual(['ready', 20]) // more than its share
  expect(companies.map((company) => missed(company, 60 - 10))).toEqual(companies.map(() => ['ready', 10]))
  expect(companies.map((company) => missed(company, 60 - 25))).toEqual(companies.map(() => ['resync', 0])) // 20 × 25 × 50 kB
})

describe('a socket that reads its replay slowly', () => {
  const said = defineEvent('thing.said', v.object({ text: v.string() }), { about: ({ text }) => [text.slice(0, 9)] })
  const unsaid = defineEvent('thing.unsaid', v.object({ of: v.string() }), { takesBack: ({ of }) => of })
  const text = (n: number, letter = 'x') =>
    `${String(n).padStart(9, '0')}${letter.repeat(3000 / Buffer.byteLength(letter))}`

  /** Three hundred missed events; the network accepts nothing until allowed to. */
  function slow(letter = 'x') {
    const { hub, person } = hall()
    const tell = (n: number, audience = everybody) => hub.emit(company(1), said({ text: text(n, letter) }), audience)
    for (let n = 0; n < 300; n++) tell(n)
    const { listener: plain, frames } = person(1, { queueIds: [3] })
    let waiting = 0
    let most = 0
    const listener: Listener = {
      ...plain,
      send(frame) {
        waiting += Buffer.byteLength(frame)
        most = Math.max(most, waiting)
        return plain.send(frame)
      },
      backlog: () => waiting,
    }
    const drain = () => {
      waiting = 0
      hub.drained(listener)
    }
    const received = () => frames.flatMap(({ data }) => (data.text ? Number(data.text.slice(0, 9)) : []))
    const events = () => frames.map(({ event }) => event)
    return { hub, tell, listener, frames, drain, received, events, most: () => most }
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

  test('buffers only a few frames, and gets everything once and in order, including new events', () => {
    for (const letter of ['x', 'ş', '😀']) {
      const { hub, tell, listener, drain, received, most } = slow(letter)
      expect(hub.join(listener, NOW * 1000)).toBe('ready')
      expect(received().length).toBeLessThan(REPLAY_BACKLOG / 3000 + 1)
      hub.drained(listener) // nothing has been taken yet
      const before = received().length
      tell(300)
      expect(received()).toEqual(upTo(before))
      for (let lap = 0; lap < 80; lap++) drain()
      tell(301)
      expect(received()).toEqual(upTo(302))
      expect(most()).toBeLessThan(REPLAY_BACKLOG + 4 * 3100)
    }
  })

  test('is counted, listed and removed like any other', () => {
    const { hub, listener, drain, received } = slow()
    hub.join(listener, NOW * 1000)
    expect([hub.size(), hub.all()]).toEqual([1, [listener]])
    const before = received().length
    hub.leave(listener)
    drain()
    expect([hub.size(), hub.all(), received().length]).toEqual([0, [], before])
  })

  test('receives events by its current rights', () => {
    const { hub, tell, listener, drain, received } = slow()
    hub.join(listener, NOW * 1000)
    tell(300, ({ queueIds }) => queueIds.includes(3))
    tell(301, ({ queueIds }) => queueIds.includes(4))
    hub.changeActor(listener, { ...listener.actor, queueIds: [4] })
    for (let lap = 0; lap < 80; lap++) drain()
    expect(received().slice(-2)).toEqual([299, 301])
  })

  test('gets resync if an event it has not received is withdrawn, and then new events', () => {
    const { hub, tell, listener, drain, received, frames } = slow()
    hub.join(listener, NOW * 1000)
    const before = received().length
    hub.emit(company(1), unsaid({ of: '000000299' }), everybody)
    drain()
    expect(frames.at(-1)).toEqual({
      event: 'resync',
      data: { userId: 1 },
      seq: NOW * 1000 + 301,
      operatorSeq: NOW * 1000,
    })
    tell(301)
    expect(received()).toEqual([...upTo(before), 301])
  })

  test('gets resync when it falls behind the kept events, and when the company’s data are replaced', () => {
    const far = slow()
    far.hub.join(far.listener, NOW * 1000)
    for (let n = 300; n < 3300; n++) far.tell(n)
    far.drain()
    expect(far.events().at(-1)).toBe('resync')
    far.tell(9999)
    expect(far.received().at(-1)).toBe(9999)

    const other = slow()
    other.hub.join(other.listener, NOW * 1000)
    other.hub.startAnew(company(1))
    expect(other.events().filter((event) => event === 'resync')).toHaveLength(1)
    other.drain()
    other.tell(9999)
    expect([other.received().at(-1), other.hub.size()]).toEqual([9999, 1])
  })
})

test('when a company’s data are replaced, open pages refetch, and so do up-to-date pages that were away', () => {
  const { hub, person, say } = hall()
  const [ana, beto, elsewhere] = [person(1), person(2), person(3, { tenantId: 2 })]
  for (const { listener } of [ana, beto, elsewhere]) hub.join(listener, null)
  say('um')
  const last = beto.frames.at(-1)?.seq ?? 0
  hub.leave(beto.listener)
  hub.startAnew(company(1))
  expect(ana.frames.at(-1)).toMatchObject({ event: 'resync', data: { userId: 1 }, seq: last + 1 })
  expect(hub.join(beto.listener, last)).toBe('resync')
  expect(hub.join(ana.listener, last + 1)).toBe('ready')
  expect(elsewhere.frames.map(({ event }) => event)).toEqual(['ready'])
})

test('numbers go on rising when a company comes back from another node, which gave some meanwhile', () => {
  let now = NOW
  const { hub, person, say } = hall(() => now)
  const ana = person(1)
  hub.join(ana.listener, null)
  say('um')
  now += 60_000
  hub.startAnew(company(1))
  say('dois')
  expect(ana.frames.at(-1)?.seq).toBe(now * 1000 + 1)
})

test('numbers go on rising when what waited to leave is lost as the company comes back', async () => {
  let now = NOW
  let waits: Promise<void> | undefined
  const gate: Gate = { wait: (of) => (of === CONTROL ? undefined : waits), waitForAll: () => undefined }
  const { hub, person, say } = hall(() => now, gate)
  const ana = person(1)
  hub.join(ana.listener, null)
  waits = Promise.reject(new NotAcknowledged())
  now += 60_000
  hub.startAnew(company(1))
  await waits.catch(() => {})
  await Promise.resolve()
  waits = undefined
  say('dois')
  expect(ana.frames.at(-1)?.seq).toBe(now * 1000 + 1)
})

describe('events of the operator', () => {
  const created = defineEvent('announcement.create', v.object({ text: v.string() }), {
    about: ({ text }) => [text],
  })
  const withdrawn = defineEvent('announcement.delete', v.object({ text: v.string() }), {
    takesBack: ({ text }) => text,
  })

  test('reach the people of all companies, or of one, with numbers of their own', () => {
    const { hub, person, say } = hall()
    const [ana, bruno] = [person(1), person(2, { tenantId: 2 })]
    for (const { listener } of [ana, bruno]) hub.join(listener, null)
    say('oi')
    hub.emitByOperator(created({ text: 'aviso' }), everybody)
    hub.emitByOperator(created({ text: 'só da 2' }), everybody, 2)
    hub.emitByOperator(created({ text: 'só supers' }), (who) => who.super)
    expect([ana.texts(), bruno.texts()]).toEqual([
      ['oi', 'aviso'],
      ['aviso', 'só da 2'],
    ])
    expect(bruno.frames.slice(1)).toMatchObject([
      { event: 'company-announcement', seq: 0, operatorSeq: NOW * 1000 + 1, data: { action: 'create' } },
      { operatorSeq: NOW * 1000 + 2 },
    ])
  })

  test('that a page missed follow what it missed of its company, and none comes twice', () => {
    const { hub, person, say } = hall()
    const ana = person(1)
    hub.join(ana.listener, null)
    hub.leave(ana.listener)
    say('um')
    hub.emitByOperator(created({ text: 'aviso' }), everybody)
    say('dois')
    hub.emitByOperator(created({ text: 'outro' }), everybody)
    const back = person(1)
    expect(hub.join(back.listener, NOW * 1000, NOW * 1000 + 1)).toBe('ready')
    expect(back.texts()).toEqual(['um', 'dois', 'outro'])
    expect(back.frames[0]).toMatchObject({ event: 'ready', seq: NOW * 1000, operatorSeq: NOW * 1000 + 1 })
    say('três')
    hub.emitByOperator(created({ text: 'último' }), everybody)
    expect(back.texts()).toEqual(['um', 'dois', 'outro', 'três', 'último'])
  })

  test('of which one was taken back, or that are gone, make the page fetch everything', () => {
    const { hub, person } = hall()
    hub.emitByOperator(created({ text: 'aviso' }), everybody)
    hub.emitByOperator(withdrawn({ text: 'aviso' }), everybody)
    const [late, early, lost] = [person(1), person(1), person(1)]
    expect(hub.join(late.listener, NOW * 1000, NOW * 1000)).toBe('resync')
    expect(late.frames).toMatchObject([{ event: 'resync', operatorSeq: NOW * 1000 + 2 }])
    expect(hub.join(early.listener, NOW * 1000, NOW * 1000 + 1)).toBe('ready')
    expect(hub.join(lost.listener, NOW * 1000, NOW * 1000 + 3)).toBe('resync')
  })

  test('a client that reconnects receives each event exactly once', () => {
    const { hub, person, say } = hall()
    const { below, oneIn } = createRandom(11)
    const last = { seq: NOW * 1000, operatorSeq: NOW * 1000 }
    const heard: string[] = []
    const expected: string[] = []
    let page: ReturnType<typeof person> | null = null
    const listen = () => {
      for (const { seq, operatorSeq, data } of page?.frames.splice(0) ?? []) {
        last.seq = Math.max(last.seq, seq)
        last.operatorSeq = Math.max(last.operatorSeq, operatorSeq ?? 0)
        heard.push(...(data.text === undefined ? [] : [data.text]))
      }
    }
    for (let n = 0; n < 400; n++) {
      expected.push(`m${n}`)
      if (oneIn(3)) hub.emitByOperator(created({ text: `m${n}` }), everybody, below(2) === 0 ? null : 1)
      else say(`m${n}`)
      listen()
      if (!oneIn(8)) continue
      if (page) hub.leave(page.listener)
      page = page ? null : person(1)
      if (page) expect(hub.join(page.listener, last.seq, last.operatorSeq)).toBe('ready')
      listen()
    }
    if (!page) {
      page = person(1)
      hub.join(page.listener, last.seq, last.operatorSeq)
    }
    listen()
    expect(heard.toSorted()).toEqual(expected.toSorted())
  })
})
