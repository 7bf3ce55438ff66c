/** Sockets of a real server: authentication, events, reconnects, closing. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { serverJobsOf } from '../../src/jobs'
import { startJobs } from '../../src/platform/jobs'
import { privateNetworks } from '../../src/platform/networks'
import { MOST_PAGES, MOST_UNAUTHENTICATED } from '../../src/platform/sockets'
import { TOO_MANY_PAGES } from '../../src/platform/wire'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { connect } from '../support/socket'
import { quiet, until } from '../support/until'
import { world } from '../support/world'
import { afterThisTest } from '../survival/support/cleanups'

const place = () => {
  const w = world()
  return { w, server: w.listen() }
}
const isServing = async ({ url }: { url: string }) => expect((await fetch(`${url}/health`)).status).toBe(200)

describe('authentication', () => {
  test('a page that authenticates in its first frame receives events from then on', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const page = connect(server, w.tenant.uuid)
    const ready = await page.authenticate(await ana.token())
    expect(ready).toMatchObject({ event: 'ready', data: { userId: ana.userId } })
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => page.bodies().length > 0, 'the message')
    expect(page.events().map(({ event, data }) => [event, data.action])).toEqual([
      ['company-1-contact', 'update'],
      ['company-1-ticket', 'update'],
      ['company-1-appMessage', 'create'],
    ])
    page.say({ emit: 'ping' })
    await until(() => page.frames.some(({ event }) => event === 'pong'), 'the answer to a ping')
    page.leave()
    await until(() => w.server.hub.size() === 1, 'the page to be forgotten') // Ana's own page in the test's world stays
  })

  test('frames after the token wait until it has been checked', async () => {
    const { w, server } = place()
    const [ana, bruno] = [w.attendant(), w.company().attendant()]
    const page = connect(server, w.tenant.uuid)
    const other = connect(server, w.tenant.uuid)
    for (const [one, person] of [[page, ana] as const, [other, bruno] as const]) {
      await one.isOpen()
      one.say({ emit: 'authenticate', data: { token: await person.token() } })
      one.say({ emit: 'joinTickets', data: 'open' })
    }
    expect(await page.isReady()).toMatchObject({ event: 'ready', data: { userId: ana.userId } })
    expect(await other.isClosed()).toBe(4003)
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => page.bodies().length > 0, 'the message')
    expect(other.frames).toEqual([])
  })

  test('a page receives events and replies even if its activity cannot be stored', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const [page, token] = [connect(server, w.tenant.uuid), await ana.token()]
    const other = new Sqlite(w.db.$client.name)
    other.exec('BEGIN IMMEDIATE')
    expect(await page.authenticate(token)).toMatchObject({ event: 'ready' })
    page.say({ emit: 'ping' })
    await until(() => page.frames.some(({ event }) => event === 'pong'), 'the answer to a ping')
    other.close()
  })

  test('a socket without a frame within five seconds is closed', async () => {
    const { w, server } = place()
    const page = connect(server, w.tenant.uuid)
    await page.isOpen()
    const start = performance.now()
    expect(await page.isClosed(7000)).toBe(4003)
    expect(performance.now() - start).toBeGreaterThan(4500)
  })

  test('an invalid token, another company’s token, or any earlier frame closes the socket', async () => {
    const { w, server } = place()
    const b = w.company()
    const [ana, bruno] = [w.attendant(), b.attendant()]
    const tries: [string, unknown, number][] = [
      [w.tenant.uuid, { emit: 'authenticate', data: { token: 'nonsense' } }, 4003],
      [b.tenant.uuid, { emit: 'authenticate', data: { token: await ana.token() } }, 4003],
      [w.tenant.uuid, { emit: 'authenticate', data: { token: await bruno.token() } }, 4003],
      ['none', { emit: 'authenticate', data: { token: await ana.token() } }, 4003],
      [w.tenant.uuid, { emit: 'userStatus' }, 4003],
      [w.tenant.uuid, { emit: 'joinTickets' }, 4003],
      [w.tenant.uuid, { emit: 'ping' }, 4003],
      [w.tenant.uuid, { emit: 'authenticate' }, 1007],
      [w.tenant.uuid, { emit: 'authenticate', data: { token: 1 } }, 1007],
      [w.tenant.uuid, { emit: 'joinRoom', data: 'company-2' }, 1007],
      [w.tenant.uuid, 'nonsense', 1007],
      [w.tenant.uuid, '[]', 1007],
      [w.tenant.uuid, 'null', 1007],
      [w.tenant.uuid, '', 1007],
    ]
    for (const [company, frame, code] of tries) {
      const page = connect(server, company)
      await page.isOpen()
      page.say(frame)
      expect([frame, await page.isClosed()]).toEqual([frame, code])
      expect(page.frames).toEqual([])
    }
    const page = connect(server, w.tenant.uuid)
    await page.isOpen()
    page.raw(new Uint8Array([1, 2, 3]))
    await page.isClosed()
    await isServing(server)
  })

  test('ended sessions, inactive users and suspended companies are refused', async () => {
    const { w, server } = place()
    const b = w.company()
    const [ana, bia, bruno] = [w.attendant(), w.attendant(), b.attendant()]
    const tokens = await Promise.all([ana.token(), bia.token(), bruno.token()])
    w.server.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', bia.userId)
    b.suspend()
    for (const [n, uuid] of [w.tenant.uuid, w.tenant.uuid, b.tenant.uuid].entries()) {
      const page = connect(server, uuid)
      await page.isOpen()
      page.say({ emit: 'authenticate', data: { token: tokens[n] } })
      expect(await page.isClosed()).toBe(4003)
    }
  })

  test('a page of an overdue company receives the end of its session and nothing else', async () => {
    const { w, server } = place()
    const b = w.company()
    const bruno = b.admin()
    b.setDue(0)
    const page = connect(server, b.tenant.uuid)
    await page.authenticate(await bruno.token())
    b.whatsapp.person('5521990003333').says('oi')
    w.server.auth.revoke({ companyId: b.tenant.id }, 'blocked')
    expect(await page.isClosed()).toBe(4001)
    expect(page.frames.map(({ event }) => event)).toEqual(['ready', `company-${b.tenant.id}-auth`])
  })

  test('another origin gets no socket', async () => {
    const { w, server } = place()
    const own = `http://127.0.0.1:${server.port}`
    for (const [origin, may] of [
      [own, true],
      ['https://evil.example', false],
      ['null', false],
      [`http://127.0.0.1:${server.port + 1}`, false],
    ] as const) {
      const page = connect(server, w.tenant.uuid, { headers: { origin } })
      expect([origin, await page.isOpen()]).toEqual([origin, may])
    }
    expect(await connect(server, w.tenant.uuid).isOpen()).toBe(true)
  })

  test('an oversized frame closes only its socket', async () => {
    const { w, server } = place()
    const page = connect(server, w.tenant.uuid)
    await page.isOpen()
    page.say({ emit: 'authenticate', data: { token: 'x'.repeat(100_000) } })
    await page.isClosed()
    await isServing(server)
  })

  test('much activity is one write a minute, and too many frames close the socket', async () => {
    const { w, server } = place()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const [page, other] = [connect(server, w.tenant.uuid), connect(server, w.tenant.uuid)]
    await page.authenticate(await ana.token())
    await other.authenticate(await bia.token())
    const writes = () => Number(w.db.$client.prepare('SELECT total_changes()').pluck().get())
    const before = writes()
    for (let n = 0; n < 90; n++) page.say({ emit: 'userStatus' })
    page.say({ emit: 'authenticate', data: { token: 'x' } }) // answered after all the others
    await quiet()
    expect(page.closed).toBeUndefined()
    for (let n = 0; n < 300; n++) page.say({ emit: 'userStatus' })
    expect(await page.isClosed()).toBe(1008)
    expect(writes()).toBe(before)
    other.say({ emit: 'userStatus' })
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => other.bodies().length > 0, 'the other page to go on')
  })

  test('a plain request to the socket’s path is refused', async () => {
    const { w, server } = place()
    const answer = await fetch(`${server.url}/ws/${w.tenant.uuid}`)
    expect([400, 404, 426]).toContain(answer.status)
  })
})

describe('events', () => {
  test('each page receives what its user may see, each frame once and in order, also in broadcasts', async () => {
    const { w, server } = place()
    const sales = w.connection({ queueIds: [SALES] })
    const support = w.connection({ queueIds: [SUPPORT] })
    const people = Array.from({ length: 12 }, (_, n) => w.attendant([n % 2 ? SALES : SUPPORT]))
    const pages = await Promise.all(
      people.map(async (person) => {
        const page = connect(server, w.tenant.uuid)
        await page.authenticate(await person.token())
        return page
      }),
    )
    for (let n = 0; n < 40; n++) {
      w.whatsapp.person('5511999990001', { connectionId: sales.id }).says(`v${n}`)
      w.whatsapp.person('5511999990002', { connectionId: support.id }).says(`s${n}`)
    }
    await until(() => pages.every((page) => page.bodies().length >= 40), 'forty messages on each page')
    for (const [n, page] of pages.entries()) {
      expect(page.bodies()).toEqual(Array.from({ length: 40 }, (_, m) => `${n % 2 ? 'v' : 's'}${m}`))
      const numbers = page.frames.map(({ seq }) => seq)
      expect(numbers).toEqual([...numbers].sort((x, y) => x - y))
    }
  })

  test('a page receives nothing of another company, whatever it sends', async () => {
    const { w, server } = place()
    const b = w.company()
    const ana = w.admin()
    const page = connect(server, w.tenant.uuid)
    await page.authenticate(await ana.token())
    for (const emit of ['joinTickets', 'joinNotification', 'joinChatBox']) page.say({ emit, data: b.tenant.uuid })
    page.say({ emit: 'userStatus' })
    await until(() => w.rows('SELECT 1 FROM users WHERE id = ? AND last_seen_at IS NOT NULL', ana.userId).length > 0)
    b.whatsapp.person('5511999990000').says('CANARIO')
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => page.bodies().length > 0)
    expect(JSON.stringify(page.frames)).not.toContain('CANARIO')
  })
})

describe('a reconnect', () => {
  test('replays missed events by number, none twice', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const maria = w.whatsapp.person('5511999990000')
    const first = connect(server, w.tenant.uuid)
    await first.authenticate(await ana.token())
    maria.says('um')
    await until(() => first.bodies().length === 1)
    const seen = first.frames.at(-1)?.seq ?? 0
    first.leave()
    await first.isClosed()
    maria.says('dois')
    maria.says('três')
    const second = connect(server, w.tenant.uuid)
    expect(await second.authenticate(await ana.token(), seen)).toMatchObject({ event: 'ready', seq: seen })
    maria.says('quatro')
    await until(() => second.bodies().length === 3)
    expect(second.bodies()).toEqual(['dois', 'três', 'quatro'])
  })

  test('gets resync after a restart', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const page = connect(server, w.tenant.uuid)
    const { seq } = await page.authenticate(await ana.token())
    w.whatsapp.person('5511999990000').says('um')
    await until(() => page.bodies().length === 1)
    const token = await ana.token()
    const again = await w.reopen()
    expect(await page.isClosed()).toBeGreaterThan(999)
    again.clock.forward(1000)
    const back = connect(again.listen(), w.tenant.uuid)
    expect(await back.authenticate(token, seq + 5)).toMatchObject({ event: 'resync' })
  })
})

test('a page that signs out is notified and receives nothing more', async () => {
  const { w, server } = place()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const page = connect(server, w.tenant.uuid)
  const other = connect(server, w.tenant.uuid)
  await page.authenticate(await ana.token())
  await other.authenticate(await bia.token())
  expect((await ana.request('/api/auth/logout', { method: 'DELETE' })).status).toBe(200)
  w.whatsapp.person('5511999990000').says('segredo')
  await until(() => page.closed, 'the end of the socket', 1000)
  await until(() => other.bodies().length === 1, 'the message')
  expect(page.closed).toBe(4001)
  expect(page.events().map(({ event, data }) => [event, data.reason])).toEqual([['company-1-auth', 'revoked']])
  expect(other.closed).toBeUndefined()
})

describe('changes by another process', () => {
  /** A second connection to the files, standing for a CLI command. */
  async function commanded() {
    const { w, server } = place()
    const connection = w.connection({ queueIds: [SALES] })
    const people = [w.attendant([SALES]), w.attendant([SALES]), w.attendant([SALES])] as const
    const enter = async (person: Attendant) => {
      const page = connect(server, w.tenant.uuid)
      await page.authenticate(await person.token())
      return page
    }
    const pages = [await enter(people[0]), await enter(people[1]), await enter(people[2])] as const
    const follow = serverJobsOf(w.server.modules).filter(({ name }) => name === 'access.follow-commands') // without the regular check of all sockets
    await Promise.all(follow.map((job) => job.run(w.server))) // the first poll only records the files' state
    const clockwork = startJobs(w.server, follow, w.server.log)
    const [control, tenant] = [new Sqlite(w.server.databases.control.$client.name), new Sqlite(w.db.$client.name)]
    afterThisTest(() => {
      clockwork.stop()
      control.close()
      tenant.close()
    })
    return { w, connection, people, pages, control, tenant }
  }
  const within = async (done: () => unknown, what: string) => {
    const start = performance.now()
    await until(done, what, 3000)
    expect([what, performance.now() - start < 1000]).toEqual([what, true])
  }

  test('ending a session closes the page within a second, repeatedly', async () => {
    const { people, pages, tenant } = await commanded()
    for (const n of [0, 1]) {
      tenant
        .prepare("UPDATE sessions SET ended_at = 1, ended_because = 'revoked' WHERE user_id = ?")
        .run(people[n]?.userId)
      await within(() => pages[n]?.closed, 'the end of a session')
      expect(pages[n]?.closed).toBe(4001)
    }
    expect(pages[2].closed).toBeUndefined()
  })

  test('suspending a company closes its pages within a second', async () => {
    const { pages, control } = await commanded()
    control.prepare('UPDATE companies SET active = 0 WHERE id = 1').run()
    await within(() => pages.every(({ closed }) => closed === 4001), 'the suspension')
  })

  test('deactivation and changed queues apply to open sockets within a second', async () => {
    const { w, connection, people, pages, tenant } = await commanded()
    tenant.prepare('UPDATE users SET active = 0 WHERE id = ?').run(people[0].userId)
    await within(() => pages[0].closed, 'the deactivation')
    tenant.prepare('UPDATE user_queues SET queue_id = ? WHERE user_id = ?').run(SUPPORT, people[1].userId)
    const hers = () => w.server.hub.all().find(({ actor }) => actor.userId === people[1].userId)
    await within(() => hers()?.actor.queueIds.includes(SUPPORT), 'the other queue')
    w.whatsapp.person('5511999990000', { connectionId: connection.id }).says('só vendas')
    w.whatsapp.person('5511999990009').says('sem fila')
    await until(() => pages[1].bodies().length === 1 && pages[2].bodies().length === 2)
    expect([pages[1].bodies(), pages[2].bodies()]).toEqual([['sem fila'], ['só vendas', 'sem fila']])
    expect(pages[1].closed).toBeUndefined()
  })
})

test('an expired subscription reaches an open page within six seconds', async () => {
  const { w, server } = place()
  const page = connect(server, w.tenant.uuid)
  await page.authenticate(await w.attendant().token())
  const clockwork = startJobs(w.server, serverJobsOf(w.server.modules), w.server.log)
  try {
    w.setDue(w.clock.now() - 1)
    expect(await page.isClosed(6500)).toBe(4001)
  } finally {
    clockwork.stop()
  }
})

describe('limits', () => {
  test('a user’s twenty-first page closes the oldest with a reason', async () => {
    const { w, server } = place()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const open = async (person: Attendant) => {
      const page = connect(server, w.tenant.uuid)
      await page.authenticate(await person.token())
      return page
    }
    const hers = await open(bia)
    const pages: Awaited<ReturnType<typeof open>>[] = []
    for (let n = 0; n < MOST_PAGES; n++) pages.push(await open(ana))
    pages[3]?.leave()
    await pages[3]?.isClosed()
    await open(ana)
    expect(pages.map(({ closed }) => closed).filter(Boolean)).toHaveLength(1)
    await open(ana)
    expect(await pages[0]?.isClosed()).toBe(TOO_MANY_PAGES)
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => pages[1]?.bodies().length === 1 && hers.bodies().length === 1, 'the message')
    expect([pages[0]?.bodies(), pages[1]?.closed, hers.closed]).toEqual([[], undefined, undefined])
    expect(w.server.hub.all().filter(({ actor }) => actor.userId === ana.userId)).toHaveLength(MOST_PAGES + 1) // plus the one of the test's world
  })

  test('at most a thousand sockets of a network may be unauthenticated, without effect on other networks', async () => {
    const w = world({ trustProxy: privateNetworks })
    const server = w.listen()
    const token = await w.attendant().token()
    const from = (address: string) => connect(server, w.tenant.uuid, { headers: { 'x-forwarded-for': address } })
    const crowd = Array.from({ length: MOST_UNAUTHENTICATED }, () => from('203.0.113.1'))
    for (const one of crowd) expect(await one.isOpen()).toBe(true)
    expect([await from('203.0.113.1').isOpen(), await from('198.51.100.7').isOpen()]).toEqual([false, true])
    crowd[0]?.say({ emit: 'authenticate', data: { token } })
    await crowd[0]?.isReady()
    crowd[1]?.leave()
    await crowd[1]?.isClosed()
    const more = [from('203.0.113.1'), from('203.0.113.1'), from('203.0.113.1')].map((one) => one.isOpen())
    expect((await Promise.all(more)).filter(Boolean)).toHaveLength(2)
  })
})

describe('the HTTP server', () => {
  test('a JSON body of unknown length is refused, a form is streamed', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const { id } = w.ticket({ userId: ana.userId })
    const headers = { authorization: `Bearer ${await ana.token()}` }
    const endless = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"email":"a@b.example","password":"'))
        for (let n = 0; n < 30; n++) controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)))
        controller.enqueue(new TextEncoder().encode('"}'))
        controller.close()
      },
    })
    const refused = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
    })
    expect(refused.status).toBe(413)
    const form = new FormData()
    form.append('medias', new File(['x'.repeat(3_000_000)], 'grande.txt'))
    const sent = await fetch(`${server.url}/api/messages/${id}`, { method: 'POST', headers, body: form })
    expect(sent.status).toBe(200)
    const { mediaUrl } = (await sent.json()) as { mediaUrl: string }
    const part = await fetch(`${server.url}${mediaUrl}`, { headers: { ...headers, range: 'bytes=2999990-' } })
    expect([part.status, (await part.text()).length]).toEqual([206, 10])
  })

  test('a truncated form gets a response or a closed connection, and never ends the server', async () => {
    const { w, server } = place()
    const ana = w.attendant()
    const { id } = w.ticket({ userId: ana.userId })
    const head = `POST /api/messages/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await ana.token()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="medias"; filename="a.txt"\r\n\r\nabc`
    for (let lap = 0; lap < 5; lap++) {
      const line = await Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { data() {}, error() {} } })
      line.write(head)
      await Bun.sleep(10)
      line.end()
    }
    await isServing(server)
    await until(() => w.rows('SELECT 1 FROM messages').length === 0)
    expect((await ana.json(`/api/messages/${id}`, 'POST', { body: 'ainda aqui' })).status).toBe(200)
  })
})
