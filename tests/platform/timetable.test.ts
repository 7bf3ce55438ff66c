/** Company jobs run when their rows are due, whichever process changed them, and nothing polls. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../src/platform/databases'
import { defineCompanyJob } from '../../src/platform/jobs'
import type { Module } from '../../src/platform/module'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import type { Server } from '../../src/server/server'
import { userUpdated } from '../../src/users/contract'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { inSuite, isLong } from '../support/long'
import { createRandom } from '../support/random'
import { type World, type WorldOptions, world } from '../support/world'

type Run = { readonly job: string; readonly uuid: string }

/** A job over rows with key `due.…` and the instant as value. */
const probe = defineCompanyJob<Server>({
  name: 'probe',
  every: SECOND,
  due: "SELECT min(CAST(value AS INTEGER)) FROM settings WHERE key LIKE 'due.%'",
  run({ db, now }) {
    db.$client.prepare("DELETE FROM settings WHERE key LIKE 'due.%' AND CAST(value AS INTEGER) <= ?").run(now())
  },
})
const withJobs = (...jobs: NonNullable<Module['jobs']>): readonly Module[] => [{ name: 'test', jobs }]

function place(options: WorldOptions = {}) {
  let runs: Run[] = []
  const w = world({ ...options, ran: (job, uuid) => void runs.push({ job, uuid }) })
  /** The jobs that run in one pass. */
  const pass = async () => {
    runs = []
    await w.server.timetable.pass()
    return runs
  }
  const wait = async (ms: number, step = SECOND) => {
    const all: Run[] = []
    for (let passed = 0; passed < ms; passed += step) {
      w.clock.forward(step)
      all.push(...(await pass()))
    }
    return all
  }
  return { w, pass, wait }
}

const of = (name: string, runs: readonly Run[]) =>
  runs
    .filter(({ job }) => job === name)
    .map(({ uuid }) => uuid)
    .toSorted()

describe('the timetable', () => {
  for (const seed of isLong ? [1, 2, 3, 4] : [1, 2])
    test(`runs what a scan of all companies would run, after any change and clock jump (${seed})`, async () => {
      const random = createRandom(seed)
      const { w, pass } = place({ modules: withJobs(probe), mostOpen: 1 })
      const all = [w.tenant, ...Array.from({ length: 6 }, (_, n) => w.company(`Empresa ${n}`).tenant)]
      for (const { uuid } of all) w.server.timetable.ask(uuid)
      for (const { uuid } of all) w.server.databases.release(uuid)
      w.company('Mais uma') // from now on only one of the other files is open at a time
      expect(w.server.databases.listOpen()).toHaveLength(1)
      await pass()
      const planned = new Map(all.map(({ uuid }) => [uuid, new Map<string, number>()]))
      for (let step = 0; step < inSuite(60, 120); step++) {
        for (let n = random.below(4); n > 0; n--) {
          const { uuid } = random.pick(all)
          const key = `due.${random.below(4)}`
          const { $client } = w.server.databases.tenant(uuid)
          if (random.oneIn(4)) {
            $client.prepare('DELETE FROM settings WHERE key = ?').run(key)
            planned.get(uuid)?.delete(key)
          } else {
            const at = w.clock.now() + random.between(-5, 60) * SECOND
            $client.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(key, String(at))
            planned.get(uuid)?.set(key, at)
          }
        }
        w.clock.forward(random.oneIn(15) ? -30 * SECOND : random.between(1, 20) * SECOND)
        const now = w.clock.now()
        const due = [...planned].filter(([, rows]) => [...rows.values()].some((at) => at <= now)).map(([uuid]) => uuid)
        expect(of('probe', await pass())).toEqual(due.toSorted())
        for (const uuid of due)
          for (const [key, at] of planned.get(uuid) ?? []) if (at <= now) planned.get(uuid)?.delete(key)
      }
    })

  test('runs no job and opens no file in an hour if nothing is due', async () => {
    const { w, pass, wait } = place({ mostOpen: 1 })
    const all = [w, w.company(), w.company('Farmácia')]
    for (const { tenant } of all) w.server.timetable.ask(tenant.uuid)
    // A round over a company's files, which are counted after it, is due every 17 hours, by the clock.
    const isRoundNear = () =>
      all.some(({ tenant }) => w.server.fileRounds.dueAt({ tenant, now: w.clock.now }) < w.clock.now() + 2 * HOUR)
    while (isRoundNear()) await wait(HOUR, 10 * MINUTE)
    // A pass has a time limit: on a busy machine, what a new company begins with takes any number of them.
    for (let idle = 0; idle < 6; ) idle = (await pass()).length === 0 ? idle + 1 : 0
    for (const { tenant } of all) w.server.databases.release(tenant.uuid)
    const open = () => all.map(({ tenant }) => w.server.databases.isOpen(tenant.uuid))
    const before = open()
    expect(await wait(HOUR, 10 * SECOND)).toEqual([])
    expect(open()).toEqual(before)
  })

  test('notices within a minute what another process writes to open and closed files', async () => {
    const { w, pass, wait } = place({ modules: withJobs(probe), mostOpen: 1 })
    const b = w.company()
    for (const { tenant } of [w, b]) w.server.timetable.ask(tenant.uuid)
    await pass()
    for (const { tenant } of [w, b]) w.server.databases.release(tenant.uuid)
    w.server.databases.tenant(w.tenant.uuid)
    w.server.databases.handOver(b.tenant.uuid)
    w.server.databases.takeBack(b.tenant.uuid)
    w.server.timetable.ask(b.tenant.uuid)
    expect([w, b].map(({ tenant }) => w.server.databases.isOpen(tenant.uuid))).toEqual([true, false])
    await pass()
    for (const { tenant } of [w, b]) {
      const other = new Sqlite(tenantPath(w.dataDir, tenant.uuid))
      other.prepare("INSERT INTO settings VALUES ('due.1', '0')").run()
      other.close()
    }
    expect(of('probe', await wait(MINUTE + 2 * SECOND))).toEqual([w.tenant.uuid, b.tenant.uuid].toSorted())
  })

  test('backs off a failing job, logs each failure, and continues with other companies', async () => {
    let isBroken = true
    const failing = defineCompanyJob<Server>({
      name: 'failing',
      every: SECOND,
      slowest: 16 * SECOND,
      due: "SELECT 0 FROM settings WHERE key = 'due.1'",
      run({ db, tenant }) {
        if (isBroken && tenant.id === 1) throw new Error('broken')
        db.$client.prepare("DELETE FROM settings WHERE key = 'due.1'").run()
      },
    })
    const { w, wait } = place({ modules: withJobs(failing) })
    w.expectErrors()
    const b = w.company()
    for (const { db } of [w, b]) db.$client.exec("INSERT INTO settings VALUES ('due.1', '0')")
    const runs = await wait(MINUTE)
    expect(of('failing', runs).filter((uuid) => uuid === b.tenant.uuid)).toHaveLength(1)
    const failed = of('failing', runs).filter((uuid) => uuid === w.tenant.uuid).length
    expect(failed).toBeGreaterThanOrEqual(5)
    expect(failed).toBeLessThanOrEqual(8)
    expect(w.logged.filter(({ msg }) => msg === 'job failed')).toHaveLength(failed)
    isBroken = false
    expect(of('failing', await wait(16 * SECOND))).toEqual([w.tenant.uuid])
  })

  test('runs no held job, and resumes once it is released', async () => {
    let isHeld = true
    const held = defineCompanyJob<Server>({ ...probe, name: 'held', isHeld: () => isHeld })
    const { w, wait } = place({ modules: withJobs(held) })
    w.db.$client.exec("INSERT INTO settings VALUES ('due.1', '0')")
    expect(of('held', await wait(20 * SECOND))).toEqual([])
    isHeld = false
    expect(of('held', await wait(SECOND))).toEqual([w.tenant.uuid])
  })

  test('lets a slow job overlap others, never itself', async () => {
    const gates: (() => void)[] = []
    const slow = defineCompanyJob<Server>({
      name: 'slow',
      every: SECOND,
      due: "SELECT 0 FROM settings WHERE key = 'due.1'",
      run: () => new Promise<void>((resolve) => void gates.push(resolve)),
    })
    const { w } = place({ modules: withJobs(slow, probe) })
    const b = w.company()
    for (const { db } of [w, b]) db.$client.exec("INSERT INTO settings VALUES ('due.1', '0')")
    const first = w.server.timetable.pass()
    while (gates.length < 2) await new Promise(setImmediate)
    w.clock.forward(MINUTE)
    const second = w.server.timetable.pass()
    await new Promise(setImmediate)
    expect(gates).toHaveLength(2)
    for (const open of gates) open()
    await Promise.all([first, second])
  })
})

const iso = (ms: number) => new Date(ms).toISOString()

async function withSchedule(options: WorldOptions = {}) {
  const { w, pass, wait } = place(options)
  const ana = w.attendant()
  const contactId = w.contact({ number: '5521996124087', name: 'Maria' }).id
  const remindAt = async (at: number) => {
    const body = { contactId, body: 'Ligar', type: 'lembrete', sendAt: iso(at) }
    const answer = await ana.json('/api/schedules', 'POST', body)
    return ((await answer.json()) as { schedules: { id: number }[] }).schedules[0]?.id ?? 0 // the route's answer
  }
  await pass()
  return { w, ana, pass, wait, remindAt }
}
/** The world's own handle may be closed by now. */
const sentIn = ({ server, tenant }: World) =>
  server.databases
    .tenant(tenant.uuid)
    .$client.prepare("SELECT sent_at FROM schedules WHERE status = 'sucess'")
    .pluck()
    .all()

describe('a schedule', () => {
  test('is sent on time after it was created or moved, also with the file closed; a deleted one is not', async () => {
    const { w, ana, wait, remindAt } = await withSchedule({ mostOpen: 1 })
    const at = w.clock.now() + 30 * MINUTE
    await remindAt(at)
    const moved = await remindAt(at + HOUR)
    const gone = await remindAt(at)
    await ana.json(`/api/schedules/${moved}`, 'PUT', { sendAt: iso(at + 5 * MINUTE) })
    await ana.request(`/api/schedules/${gone}`, { method: 'DELETE' })
    const b = w.company()
    w.server.databases.release(w.tenant.uuid)
    w.server.databases.tenant(b.tenant.uuid)
    await w.server.timetable.pass()
    w.server.databases.tenant(w.company('Farmácia').tenant.uuid)
    expect(w.server.databases.isOpen(w.tenant.uuid)).toBe(false)
    expect(of('schedules.send', await wait(30 * MINUTE - 10 * SECOND, 10 * SECOND))).toEqual([])
    expect(of('schedules.send', await wait(9 * SECOND))).toEqual([])
    expect(of('schedules.send', await wait(SECOND))).toEqual([w.tenant.uuid])
    await wait(10 * MINUTE, 10 * SECOND)
    expect(sentIn(w)).toEqual([at, at + 5 * MINUTE])
  })
})

describe('the next process', () => {
  const onStandby = async () => {
    const { w, pass, remindAt } = await withSchedule()
    const at = w.clock.now() + 10 * MINUTE
    await remindAt(at)
    w.db.$client.exec("UPDATE connections SET status = 'DISCONNECTED'")
    w.server.timetable.ask(w.tenant.uuid)
    await pass()
    const again = async (meanwhile: () => void = () => {}) => {
      await w.close()
      meanwhile()
      const next = await w.reopen()
      next.server.databases.handOver(w.tenant.uuid) // the world itself has opened it
      next.server.databases.takeBack(w.tenant.uuid)
      await next.server.wakeUp()
      return next
    }
    return { w, at, again }
  }

  test('opens no file of an idle company, and knows what is due there', async () => {
    const { w, at, again } = await onStandby()
    const next = await again()
    expect(next.server.databases.isOpen(w.tenant.uuid)).toBe(false)
    await next.server.timetable.pass()
    expect(next.server.databases.isOpen(w.tenant.uuid)).toBe(false)
    next.clock.forward(10 * MINUTE)
    await next.server.timetable.pass()
    expect(sentIn(next)).toEqual([at])
  })

  test('asks companies whose file has changed or is unknown', async () => {
    const { w, at, again } = await onStandby()
    const next = await again(() => {
      const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
      other.prepare('UPDATE schedules SET send_at = ?').run(at - 5 * MINUTE)
      other.close()
    })
    next.clock.forward(5 * MINUTE)
    await next.server.timetable.pass()
    expect(sentIn(next)).toHaveLength(1)
  })

  test('starts the sessions of companies that have any', async () => {
    const { w } = await withSchedule()
    await w.close()
    const next = await w.reopen()
    await next.server.wakeUp()
    expect(next.telephones.called('start')).toHaveLength(1)
    expect(next.server.databases.isOpen(w.tenant.uuid)).toBe(true)
  })
})

/** By the timetable alone, without calling the job. */
describe('the timetable reacts to changes:', () => {
  const company = async () => {
    const made = place()
    const { w, pass } = made
    w.server.timetable.ask(w.tenant.uuid)
    await pass()
    expect(await pass()).toEqual([])
    const jobs = async () => [...new Set((await pass()).map(({ job }) => job))]
    return { ...made, jobs, maria: w.whatsapp.person('5521996124087', { name: 'Maria' }) }
  }

  test('messages are indexed', async () => {
    const { w, maria, jobs } = await company()
    maria.says('bom dia')
    expect(await jobs()).toContain('messages.index')
    expect(w.rows('SELECT * FROM message_search_due')).toEqual([])
  })

  test('an idle ticket is closed after its connection’s limit', async () => {
    const { w, maria, wait } = await company()
    await w.admin().api.whatsapp({ id: LOJA }).put({ expiresTicket: 1 })
    maria.says('oi')
    w.clock.forward(HOUR - 2 * SECOND)
    expect(of('tickets.close-idle', await wait(SECOND))).toEqual([])
    expect(of('tickets.close-idle', await wait(SECOND))).toEqual([w.tenant.uuid])
    expect(w.ticketNow(1).status).toBe('closed')
  })

  test('a message that waited a day for its connection fails', async () => {
    const { w, wait } = await company()
    const ana = w.attendant()
    const { id } = w.ticket({ status: 'open', userId: ana.userId })
    w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
    await ana.json(`/api/messages/${id}`, 'POST', { body: 'oi' })
    expect(of('outbox.expire', await wait(MINUTE))).toEqual([])
    w.clock.forward(24 * HOUR)
    await wait(SECOND)
    expect(w.rows('SELECT * FROM outbox')).toEqual([])
  })

  test('tickets of a deactivated user return to their queue', async () => {
    const { w, jobs } = await company()
    const ana = w.attendant()
    const { id } = w.ticket({ status: 'open', userId: ana.userId })
    w.db.$client.prepare('UPDATE users SET active = 0 WHERE id = ?').run(ana.userId)
    expect(await jobs()).toContain('tickets.return-left')
    expect(w.ticketNow(id).status).toBe('pending')
  })

  test('an inactive user goes offline', async () => {
    const { w, pass, wait } = await company()
    const ana = w.attendant()
    w.server.seen(ana.actor())
    await pass()
    w.server.hub.leave(ana.listener)
    const boss = w.admin()
    const gone = () => boss.heard(userUpdated).filter(({ user }) => user.id === ana.userId && !user.online)
    await wait(5 * MINUTE - SECOND)
    expect(gone()).toEqual([])
    await wait(12 * SECOND)
    expect(gone()).toHaveLength(1)
  })

  test('switching off a connection’s bot hands its tickets to attendants', async () => {
    const { w, maria, jobs } = await company()
    await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá' })
    w.db.$client.exec('UPDATE connections SET enable_queue_chatbot = 1')
    maria.says('oi')
    await jobs()
    expect(w.ticketNow(1).isBot).toBe(true)
    w.db.$client.exec('UPDATE connections SET enable_queue_chatbot = 0')
    expect(await jobs()).toContain('bot.time')
    expect(w.ticketNow(1).isBot).toBe(false)
  })

  test('a waiting ticket is assigned to the first available attendant', async () => {
    const { w, maria, wait } = await company()
    const boss = w.admin()
    await boss.api.queue({ id: SALES }).put({
      attendantsPool: {
        active: true,
        typeAssignment: 'balanced',
        enableReassignment: true,
        timeWithoutResponse: 10,
        conversationLimit: null,
      },
    })
    maria.says('oi')
    await boss.api.tickets({ id: 1 }).put({ queueId: SALES, userId: null })
    await wait(30 * SECOND)
    expect(w.ticketNow(1).status).toBe('pending')
    const ana = w.attendant([SALES])
    await wait(15 * SECOND)
    expect(w.ticketNow(1)).toMatchObject({ status: 'open', userId: ana.userId })
    await wait(10 * MINUTE)
    expect(w.ticketNow(1).status).toBe('pending')
  })

  test('a deleted contact list is cleared, and an interrupted import resumes', async () => {
    const { w, jobs } = await company()
    w.db.$client.exec(
      "INSERT INTO contact_lists (name, name_folded, created_at, updated_at, deleted_at) VALUES ('A', 'a', 0, 0, 1)",
    )
    w.db.$client.exec(
      "INSERT INTO imports (target, file_name, total, state, columns, head_rows, user_id, user_name, created_at) VALUES ('contacts', 'a.csv', 1, 'running', '[]', 0, 1, 'Ana', 0)",
    )
    expect((await jobs()).toSorted()).toEqual(['contact-lists.clear', 'imports.continue'])
    expect(w.rows('SELECT id FROM contact_lists')).toEqual([])
    expect(w.rows('SELECT state FROM imports')).toEqual([{ state: 'failed' }]) // its file is not there
  })
})
