/** The rate of an official number: Meta's quality and limit decide, not the caution with linked phones. */
import { expect, test } from 'bun:test'
import { receiveAccountNews } from '../../src/channels/meta/accounts'
import type { MetaAccount } from '../../src/channels/meta/tables'
import { admit, sendLimitsOf } from '../../src/outbound/rate/limiter'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { sendUnattended } from '../../src/tickets/sending/send-unattended'
import { templateDraft } from '../../src/tickets/sending/template'
import { addTemplate, connectionOver, ORDER, settleAll, writes } from '../campaigns/official'
import { world } from '../support/world'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const ALWAYS = { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] }

function place(account: Partial<MetaAccount> = {}) {
  const w = world()
  changeCampaignSettings(w.cx, null, { settings: { ...ALWAYS, coldCap: 0, messageInterval: 120 } })
  const id = connectionOver(w, 'whatsapp_cloud', account)
  addTemplate(w, id)
  const post = (contactId: number, connectionId = id) =>
    sendUnattended(w.cx, {
      contactId,
      connectionId,
      queueId: null,
      ...templateDraft(w.db, connectionId, TEMPLATE, { values: {}, media: null }),
    })
  /** Asks for one more template, and posts it to somebody new. */
  const send = (connectionId = id) => {
    const wait = admit(w.cx, connectionId, true, { isFirst: true })
    if (wait) return wait.why
    post(w.contact().id, connectionId)
    settleAll(w, connectionId, () => ({ failure: null }))
    return null
  }
  const people = () => sendLimitsOf(w.cx, id).coldToday
  return { w, id, send, post, people }
}
const TEMPLATE = { ...ORDER, variables: { body: ['Ana', '123'] } }

test('writes first to as many people as the company’s cap for linked phones would hold back, without intervals', () => {
  const { send } = place()
  expect(Array.from({ length: 30 }, () => send())).toEqual(Array(30).fill(null))
})

test('keeps the company’s hours and daily cap', () => {
  const { w, send } = place()
  changeCampaignSettings(w.cx, null, { settings: { dailyCap: 2 } })
  expect([send(), send(), send()]).toEqual([null, null, 'dailyCap'])
  changeCampaignSettings(w.cx, null, { settings: { dailyCap: 0, sendFrom: '10:00', sendTo: '11:00' } })
  expect(send()).toBe('hours')
})

test('stops while Meta rates its quality as low, and slows down while it is medium', () => {
  const { w, id, send } = place()
  receiveAccountNews(w.cx, id, { quality: 'RED' })
  expect([send(), sendLimitsOf(w.cx, id).wait]).toEqual(['lowQuality', { why: 'lowQuality', until: null }])
  receiveAccountNews(w.cx, id, { quality: 'YELLOW' })
  w.clock.forward(2 * MINUTE)
  expect(send()).toBeNull()
  expect(sendLimitsOf(w.cx, id)).toMatchObject({ factor: 4, linkedDays: null })
  receiveAccountNews(w.cx, id, { quality: 'GREEN' })
  w.clock.forward(2 * MINUTE)
  expect([send(), sendLimitsOf(w.cx, id).factor]).toEqual([null, 1])
})

test('writes to no more people within 24 hours than Meta allows, and goes on as each of them is a day old', () => {
  const { w, id, send } = place({ limit: 3 })
  const began = w.clock.now()
  const asked = [0, 1, 2, 3].map(() => {
    const wait = send()
    w.clock.forward(MINUTE)
    return wait
  })
  expect(asked).toEqual([null, null, null, 'peopleLimit'])
  expect(sendLimitsOf(w.cx, id).wait).toEqual({ why: 'peopleLimit', until: began + DAY })
  w.clock.forward(began + DAY - w.clock.now() + 1)
  expect([send(), send()]).toEqual([null, 'peopleLimit'])
  receiveAccountNews(w.cx, id, { limit: -1 })
  expect(send()).toBeNull()
})

test('counts each person once, whoever sends the template, and nobody who may be answered or was not reached', async () => {
  const { w, id, post, people } = place({ limit: 4 })
  const admin = w.admin()
  const contactId = w.contact().id
  post(contactId)
  post(contactId)
  expect(people()).toBe(1)

  const answered = writes(w, id, { kind: 'phone', value: '5521996120001' })
  post(answered)
  expect(people()).toBe(1)

  const ticket = w.ticket({ contactId: w.contact().id, connectionId: id, userId: admin.userId, status: 'open' })
  expect((await admin.json(`/api/messages/${ticket.id}`, 'POST', { template: TEMPLATE })).status).toBe(200)
  expect(people()).toBe(2)

  settleAll(w, id, (number) => ({ failure: number === '5521996120001' ? 'unreachable' : null }))
  const gone = w.contact({ number: '5521996120002' }).id
  post(gone)
  expect(people()).toBe(3)
  settleAll(w, id, () => ({ failure: 'unreachable' }))
  expect(people()).toBe(2)
  w.clock.forward(DAY + MINUTE)
  expect(people()).toBe(0)
})

test('numbers of one business account share the limit; answers and scheduled answers do not wait for it', () => {
  const { w, id, send } = place({ limit: 2, businessId: '77' })
  const second = connectionOver(w, 'whatsapp_cloud', { limit: 2, businessId: '77' })
  addTemplate(w, second)
  const other = connectionOver(w, 'whatsapp_cloud', { limit: 2, businessId: '88' })
  addTemplate(w, other)
  expect([send(), send(second), send(), send(second), send(other)]).toEqual([
    null,
    null,
    'peopleLimit',
    'peopleLimit',
    null,
  ])
  const until = w.clock.now() + DAY
  expect(admit(w.cx, id, true, { isScheduled: true, isFirst: true })).toEqual({ why: 'peopleLimit', until })
  expect(admit(w.cx, id, false, { isScheduled: true })).toBeNull()
  expect(admit(w.cx, id, false)).toBeNull()
})
