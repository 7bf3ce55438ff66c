/** Looking up numbers: in batches, over a usable connection, without repeating known answers. */
import { expect, test } from 'bun:test'
import { MOST_LOOKED_UP } from '../../src/channels/channel'
import { prioritizeLookUp } from '../../src/features/contact-lists/check'
import { listItemsProgressed, listItemUpdated } from '../../src/features/contact-lists/contract'
import { MOST_AN_HOUR } from '../../src/features/contact-lists/lookup-quota'
import { type Attendant, LOJA } from '../support/company-world'
import { runJob } from '../support/jobs'
import { lid, phone } from '../support/telephones'
import { type World, world } from '../support/world'
import { imported, itemsOf, makeList } from './support'

const check = (w: World) => runJob(w.server, 'contact-lists.check')
const PAUSE = 41_000
const look = async (w: World, times = 1) => {
  for (let n = 0; n < times; n++) {
    await check(w)
    w.clock.forward(PAUSE)
  }
}
const asked = (w: World) => w.telephones.called('lookUp').length
const validity = async (who: Attendant, id: number) =>
  Object.fromEntries(
    (await itemsOf(who, id))?.contacts.map(({ name, isWhatsappValid }) => [name, isWhatsappValid]) ?? [],
  )
const people = (count: number, from = 0) =>
  ['Nome,Número', ...Array.from({ length: count }, (_, n) => `P${n + from},2199613${String(1000 + n + from)}`)].join(
    '\n',
  )

async function place(rows: string) {
  const w = world()
  const admin = w.admin()
  const list = await makeList(admin)
  await imported(w, admin, list.id, rows)
  return { w, admin, id: list.id }
}

test('looks up a hundred at a time, with pauses, and stores, announces and counts each answer', async () => {
  const { w, admin, id } = await place(people(250))
  w.telephones.register('5521996131010', null)
  admin.forget()
  await check(w)
  await check(w) // during the pause: nothing
  expect(asked(w)).toBe(MOST_LOOKED_UP)
  expect(admin.heard(listItemUpdated)).toHaveLength(MOST_LOOKED_UP)
  expect(admin.heard(listItemsProgressed)).toEqual([
    { contactListId: id, check: { done: MOST_LOOKED_UP, total: 250, wait: null } },
  ])
  w.clock.forward(PAUSE)
  await look(w, 2)
  expect(asked(w)).toBe(250)
  const found = await validity(admin, id)
  expect([found.P10, found.P1, found.P100]).toEqual([false, true, true])
  const { data } = await admin.api['contact-lists']({ id }).get()
  expect(data).toMatchObject({ validCount: 249, invalidCount: 1, check: null })
  await look(w, 2)
  expect(asked(w)).toBe(250)
})

test('skips numbers known from a contact’s account or from another list', async () => {
  const w = world()
  const admin = w.admin()
  w.contact({ name: 'Júlia', addresses: [phone('5521996131000'), lid('123')] })
  const one = await makeList(admin)
  await imported(w, admin, one.id, people(2))
  expect(await validity(admin, one.id)).toEqual({ P0: true, P1: null })
  await look(w)
  expect(asked(w)).toBe(1)
  const other = await makeList(admin, 'Outra')
  await imported(w, admin, other.id, people(2))
  expect(await validity(admin, other.id)).toEqual({ P0: true, P1: true })
})

test('keeps the hourly limit, also over a restart', async () => {
  const { w: before, id } = await place(people(MOST_AN_HOUR + 5))
  let w = before
  const half = MOST_AN_HOUR / MOST_LOOKED_UP / 2
  // Skips the random pauses.
  const rush = async (times: number) => {
    for (let n = 0; n < times; n++) {
      w.rows('UPDATE number_look_ups SET next_at = 0 RETURNING count')
      await check(w)
    }
  }
  await rush(half)
  const first = asked(w)
  w = await before.reopen()
  w.telephones.report(
    { tenantUuid: w.cx.tenant.uuid, connectionId: LOJA },
    { status: 'CONNECTED', number: '5511900000000' },
  )
  await rush(half + 2)
  expect(first + asked(w)).toBe(MOST_AN_HOUR)
  const admin = w.admin()
  const { data } = await admin.api['contact-lists']({ id }).get()
  expect(data?.check).toMatchObject({ done: MOST_AN_HOUR, wait: { why: 'limit' } })
  w.clock.forward(3_600_000)
  await look(w)
  expect(first + asked(w)).toBe(MOST_AN_HOUR + 5)
})

test('uses only linked, unrestricted connections, the default one first', async () => {
  const { w, admin, id } = await place(people(250))
  const spare = w.connection({ name: 'Reserva' })
  const setStatus = (connectionId: number, status: 'CONNECTED' | 'RESTRICTED' | 'DISCONNECTED') =>
    w.telephones.report({ tenantUuid: w.cx.tenant.uuid, connectionId }, { status, number: null })
  const waits = async () => (await admin.api['contact-lists']({ id }).get()).data?.check?.wait
  setStatus(LOJA, 'RESTRICTED')
  setStatus(spare.id, 'DISCONNECTED')
  await look(w)
  expect([asked(w), await waits()]).toEqual([0, { why: 'restricted', until: null }])
  setStatus(LOJA, 'DISCONNECTED')
  expect(admin.heard(listItemsProgressed).at(-1)?.check?.wait?.why).toBe('disconnected')
  expect(await waits()).toEqual({ why: 'disconnected', until: null })
  setStatus(spare.id, 'CONNECTED')
  await look(w)
  expect(w.telephones.called('lookUp').map(({ connectionId }) => connectionId)).toEqual(
    Array(MOST_LOOKED_UP).fill(spare.id),
  )
  setStatus(LOJA, 'CONNECTED')
  await look(w)
  expect(w.telephones.called('lookUp').at(-1)?.connectionId).toBe(LOJA)
})

test('gives up a number after three tries without an answer, and keeps it unknown', async () => {
  const { w, admin, id } = await place(people(1))
  w.telephones.breakAt('lookUp')
  await look(w, 5)
  expect(asked(w)).toBe(3)
  expect(await validity(admin, id)).toEqual({ P0: null })
  expect((await admin.api['contact-lists']({ id }).get()).data?.check).toBeNull()
  // A corrected number is looked up again.
  const item = (await itemsOf(admin, id))?.contacts[0]
  await admin.api['contact-list-items']({ id: item?.id ?? 0 }).put({ number: '21996139999' })
  expect((await admin.api['contact-lists']({ id }).get()).data?.check).toMatchObject({ done: 0, total: 1 })
})

test('tries again a day after three unanswered look-ups', async () => {
  const { w, admin, id } = await place(people(1))
  w.telephones.breakAt('lookUp')
  await look(w, 4)
  expect(asked(w)).toBe(3)
  w.telephones.mend('lookUp')
  w.clock.forward(86_400_000 - 10 * PAUSE)
  await runJob(w.server, 'contact-lists.ask-again')
  await look(w)
  expect(asked(w)).toBe(3)
  w.clock.forward(10 * PAUSE)
  await runJob(w.server, 'contact-lists.ask-again')
  await look(w)
  expect(asked(w)).toBe(4)
  expect(await validity(admin, id)).toEqual({ P0: true })
})

test('looks up a number first that a send waits for', async () => {
  const { w, id } = await place(people(250))
  w.cx.transaction((cx) => prioritizeLookUp(cx, id, ['5521996131249']))
  await check(w)
  expect(w.telephones.called('lookUp')[0]?.detail).toBe('5521996131249')
  expect(asked(w)).toBe(MOST_LOOKED_UP)
})

test('stores the messenger’s own form of a number', async () => {
  const { w, admin, id } = await place('Nome,Número\nMaria,2196124087')
  w.telephones.register('552196124087', [phone('5521996124087')])
  await look(w)
  expect((await itemsOf(admin, id))?.contacts).toMatchObject([{ number: '5521996124087', isWhatsappValid: true }])
})
