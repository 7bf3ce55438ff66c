/** How many recipients a person may send e-mails to within an hour. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { usualRefusal } from '../../src/simulator/mail/mailbox'
import { seededRandom } from '../../src/simulator/wire/random'
import { findUserOrFail } from '../../src/users/people'
import type { Attendant } from '../support/company-world'
import { inSuite } from '../support/long'
import { mailbox } from '../support/mailbox'
import { NOON, type World, world } from '../support/world'
import { act, details, listed, reaching, runSender, send, setServer, states } from './support'

/** A try of a copy. The address begins with the sender's name. */
type Try = { readonly who: string; readonly at: number }

async function limitedWorld(limit: number | undefined) {
  const tries: Try[] = []
  let now = () => NOON
  const box = await mailbox({
    refusal(address) {
      tries.push({ who: /(ana|bia)/.exec(address)?.[0] ?? '', at: now() })
      return usualRefusal(address)
    },
  })
  const w = world({
    localMail: reaching(box),
    ...(limit !== undefined && { environment: { emailRecipientsPerHour: limit } }),
  })
  now = w.clock.now
  const admin = w.admin()
  await setServer(admin)
  const [ana, bia] = [w.attendant([], { name: 'ana' }), w.attendant([], { name: 'bia' })]
  return { w, box, tries, admin, ana, bia, run: () => runSender(w) }
}

let count = 0
const people = (many: number, name = 'ana') =>
  Array.from({ length: many }, () => `${name}${++count}@casa.example`).join()

describe('the limit', () => {
  test('is 200 recipients, of each person, and the refusal says what remains and when', async () => {
    const { w, ana, bia, run } = await limitedWorld(undefined)
    await send(ana, { email: people(100) })
    w.clock.forward(10 * MINUTE)
    await send(ana, { email: people(90) })
    expect(await send(ana, { email: people(11) })).toMatchObject({
      error: 'ERR_EMAIL_HOURLY_LIMIT',
      message: 'Cada pessoa envia a 200 destinatários por hora: agora restam 10, e às 10:00 cabem todos.',
      details: { limit: 200, left: 10, at: '2026-03-02T13:00:00.000Z', time: '10:00', retryAfter: 50 * 60 },
    })
    expect(await send(bia, { email: people(100) })).toMatchObject({ state: 'sending' })
    expect(await send(ana, { email: people(10) })).toMatchObject({ state: 'sending' })
    await run()
    w.clock.forward(50 * MINUTE)
    expect(await send(ana, { email: people(100) })).toMatchObject({ state: 'sending' })
    expect(await send(ana, { email: people(1) })).toMatchObject({
      error: 'ERR_EMAIL_HOURLY_LIMIT',
      details: { left: 0 },
    })
  })

  test('of zero is none', async () => {
    const { ana } = await limitedWorld(0)
    for (let n = 0; n < 3; n++) expect(await send(ana, { email: people(100) })).toMatchObject({ state: 'sending' })
  })

  test('refuses what never fits, unless it is scheduled: then its copies go out hour by hour', async () => {
    const { w, tries, ana, run } = await limitedWorld(3)
    expect(await send(ana, { email: people(4) })).toMatchObject({
      error: 'ERR_EMAIL_OVER_HOURLY_LIMIT',
      message: 'São 4 destinatários, e cada pessoa envia a 3 por hora: divida o envio ou agende-o.',
    })
    const sendAt = new Date(NOON + HOUR).toISOString()
    const { id } = await send(ana, { email: people(7), sendAt }, 'agendar-envio-email')
    w.clock.forward(HOUR)
    await run()
    expect(Object.values(await states(ana, id)).filter((state) => state === 'hourlyLimit')).toHaveLength(4)
    expect(await details(ana, id)).toMatchObject({ state: 'sending', nextAt: new Date(NOON + 2 * HOUR).toISOString() })
    expect(await send(ana, { email: people(1) })).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT' })
    for (let n = 0; n < 2; n++) {
      w.clock.forward(HOUR)
      await run()
    }
    expect(tries.map(({ at }) => (at - NOON) / HOUR)).toEqual([1, 1, 1, 2, 2, 2, 3])
    expect(await details(ana, id)).toMatchObject({ state: 'done', sent: 7 })
  })

  test('counts a corrected address, another try, and a scheduled e-mail that is sent at once', async () => {
    const { ana, run } = await limitedWorld(3)
    const { id } = await send(ana, { email: 'naoexiste-ana@casa.example' })
    await run()
    const [wrong] = (await details(ana, id)).to
    const correct = (email: string) =>
      ana.json(`/api/emails/${id}/recipients/${wrong?.id}`, 'PUT', { email }).then((answer) => answer.json())
    await act(ana, id, 'retry')
    await run()
    await correct('naoexiste-ana2@casa.example')
    await run()
    expect(await correct('ana@casa.example')).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT', details: { left: 0 } })
    expect(await act(ana, id, 'retry')).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT' })
    const sendAt = new Date(NOON + 2 * HOUR).toISOString()
    const planned = await send(ana, { email: people(1), sendAt }, 'agendar-envio-email')
    expect(await act(ana, planned.id, 'send-now')).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT' })
    expect(await listed(ana, 'agendados')).toMatchObject({ count: 1 })
  })

  test('holds over a restart, and does not take an e-mail that was deleted as unsent', async () => {
    const { w, ana, run } = await limitedWorld(3)
    const { id } = await send(ana, { email: people(3) })
    await run()
    await ana.request(`/api/emails/${id}`, { method: 'DELETE' })
    const again = await w.reopen()
    const same = again.signedIn(findUserOrFail(again.db, ana.userId))
    expect(await send(same, { email: people(1) })).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT' })
    expect(again.rows('SELECT recipients FROM email_uses')).toEqual([{ recipients: 3 }])
    again.clock.forward(HOUR)
    await send(same, { email: people(1) })
    expect(again.rows('SELECT recipients FROM email_uses')).toEqual([{ recipients: 1 }])
  })

  test('that was lowered counts what was sent before', async () => {
    const { w, ana, admin } = await limitedWorld(undefined)
    await send(ana, { email: people(50) })
    w.clock.forward(MINUTE)
    await send(ana, { email: people(50) })
    w.server.operatorSettings.store(w.clock.now(), new Map([['emailRecipientsPerHour', 60]]))
    expect(await send(ana, { email: people(11) })).toMatchObject({
      details: { left: 0, at: new Date(NOON + HOUR + MINUTE).toISOString() },
    })
    expect(await send(admin, { email: people(60) })).toMatchObject({ state: 'sending' })
  })
})

test('no sequence of sends, corrections, schedules and cancellations exceeds the limit in any hour', async () => {
  for (let seed = 1; seed <= inSuite(6, 60); seed++) {
    const random = seededRandom(seed)
    const upTo = (most: number) => random.below(most + 1)
    const limit = 1 + upTo(8)
    const { w, tries, ana, bia } = await limitedWorld(limit)
    const usedBy = (who: string) => tries.filter((one) => one.who === who && one.at > w.clock.now() - HOUR).length
    for (let step = 0; step < 60; step++) {
      const [who, name] = upTo(1) === 0 ? [ana, 'ana'] : [bia, 'bia']
      const used = usedBy(name)
      const { refused, recipients } = await doSomething({ w, who, name, upTo })
      if (refused) {
        const { left, at } = refused
        expect({ seed, step, left }).toEqual({ seed, step, left: Math.max(0, limit - used) })
        const then = Date.parse(at)
        const stillUsed = tries.filter((one) => one.who === name && one.at > then - HOUR).length
        expect(stillUsed + recipients).toBeLessThanOrEqual(limit)
      }
      await runSender(w)
      if (upTo(2) === 0) w.clock.forward((1 + upTo(40)) * MINUTE)
      else w.clock.forward(5 * SECOND)
      await runSender(w)
    }
    for (let n = 0; n < 30; n++) {
      w.clock.forward(HOUR)
      await runSender(w)
    }
    for (const { who, at } of tries) {
      const inHour = tries.filter((one) => one.who === who && one.at > at - HOUR && one.at <= at).length
      expect({ seed, who, at, isWithin: inHour <= limit }).toEqual({ seed, who, at, isWithin: true })
    }
    expect(w.rows("SELECT 1 FROM email_recipients WHERE state IN ('queued', 'sending')")).toEqual([])
    await w.close()
  }
})

type Doing = { w: World; who: Attendant; name: string; upTo(most: number): number }
type Done = { refused?: { left: number; at: string } | undefined; recipients: number }

/** One request of a person, chosen at random. */
async function doSomething({ w, who, name, upTo }: Doing): Promise<Done> {
  const recipients = 1 + upTo(4)
  const addresses = `${people(recipients - 1, name)},${upTo(2) === 0 ? 'naoexiste-' : ''}${people(1, name)}`
  const refusalIn = (answer: { error?: string; details?: unknown }) =>
    answer.error === 'ERR_EMAIL_HOURLY_LIMIT' ? (answer.details as Done['refused']) : undefined // as its route sends it
  const idsOf = (sql: string) =>
    w.rows<{ id: number; other: number }>(`${sql} AND e.user_id = ? ORDER BY e.id`, who.userId)
  const chosen = (sql: string) => {
    const found = idsOf(sql)
    return found[upTo(Math.max(0, found.length - 1))]
  }
  const planned = "SELECT e.id, 0 AS other FROM emails e WHERE e.state = 'scheduled'"
  const failed =
    "SELECT e.id, r.id AS other FROM emails e JOIN email_recipients r ON r.email_id = e.id WHERE r.state = 'failed'"
  switch (upTo(5)) {
    case 0: {
      const sendAt = new Date(w.clock.now() + (1 + upTo(90)) * MINUTE).toISOString()
      await send(who, { email: addresses, sendAt }, 'agendar-envio-email')
      return { recipients }
    }
    case 1: {
      const one = chosen(planned)
      if (one) await who.request(`/api/emails/${one.id}`, { method: 'DELETE' })
      return { recipients: 0 }
    }
    case 2: {
      const one = chosen(planned)
      if (!one) return { recipients: 0 }
      const { to } = await details(who, one.id)
      return { refused: refusalIn(await act(who, one.id, 'send-now')), recipients: to.length }
    }
    case 3: {
      const one = chosen(failed)
      if (!one) return { recipients: 0 }
      const answer = await who.json(`/api/emails/${one.id}/recipients/${one.other}`, 'PUT', { email: people(1, name) })
      return { refused: refusalIn((await answer.json()) as { error?: string }), recipients: 1 } // the answer of its route
    }
    case 4: {
      const one = chosen(failed)
      if (!one) return { recipients: 0 }
      const answer = await act(who, one.id, 'retry', { recipientIds: [one.other] })
      return { refused: refusalIn(answer), recipients: 1 }
    }
    default:
      return { refused: refusalIn(await send(who, { email: addresses })), recipients }
  }
}
