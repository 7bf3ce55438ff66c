/** Numbers are looked up little by little, over a connection that may, and what is known is not asked. */
import { expect, test } from 'bun:test'
import { MOST_LOOKED_UP } from '../../src/channels/channel'
import { wantLookedUp } from '../../src/features/contact-lists/check'
import { MOST_AN_HOUR } from '../../src/features/contact-lists/check-pace'
import { listItemsProgressed, listItemUpdated } from '../../src/features/contact-lists/contract'
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

test('a hundred at a time, with pauses; each answer is stored, told, and counted', async () => {
  const { w, admin, id } = await place(people(250))
  w.telephones.register('5521996131010', null)
  admin.forget()
  await check(w)
  await check(w) // at once again: nothing
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

test('nobody is asked twice: who is a contact of the messenger, or was asked for another list, is known', async () => {
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

test('so many in an hour, and then it waits for the next; a restart does not forget that', async () => {
  const { w: before, id } = await place(people(MOST_AN_HOUR + 5))
  let w = before
  const half = MOST_AN_HOUR / MOST_LOOKED_UP / 2
  // The pauses are random: here each is over at once.
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

test('only over a connection that is linked and not restricted, the default one first', async () => {
  const { w, admin, id } = await place(people(250))
  const spare = w.connection({ name: 'Reserva' })
  const tell = (connectionId: number, status: 'CONNECTED' | 'RESTRICTED' | 'DISCONNECTED') =>
    w.telephones.report({ tenantUuid: w.cx.tenant.uuid, connectionId }, { status, number: null })
  const waits = async () => (await admin.api['contact-lists']({ id }).get()).data?.check?.wait
  tell(LOJA, 'RESTRICTED')
  tell(spare.id, 'DISCONNECTED')
  await look(w)
  expect([asked(w), await waits()]).toEqual([0, { why: 'restricted', until: null }])
  tell(LOJA, 'DISCONNECTED')
  expect(admin.heard(listItemsProgressed).at(-1)?.check?.wait?.why).toBe('disconnected')
  expect(await waits()).toEqual({ why: 'disconnected', until: null })
  tell(spare.id, 'CONNECTED')
  await look(w)
  expect(w.telephones.called('lookUp').map(({ connectionId }) => connectionId)).toEqual(
    Array(MOST_LOOKED_UP).fill(spare.id),
  )
  tell(LOJA, 'CONNECTED')
  await look(w)
  expect(w.telephones.called('lookUp').at(-1)?.connectionId).toBe(LOJA)
})

test('a number that gets no answer stays unknown, and is given up after three times', async () => {
  const { w, admin, id } = await place(people(1))
  w.telephones.breakAt('lookUp')
  await look(w, 5)
  expect(asked(w)).toBe(3)
  expect(await validity(admin, id)).toEqual({ P0: null })
  expect((await admin.api['contact-lists']({ id }).get()).data?.check).toBeNull()
  // Corrected, it is looked up again.
  const item = (await itemsOf(admin, id))?.contacts[0]
  await admin.api['contact-list-items']({ id: item?.id ?? 0 }).put({ number: '21996139999' })
  expect((await admin.api['contact-lists']({ id }).get()).data?.check).toMatchObject({ done: 0, total: 1 })
})

test('whom three look-ups left unanswered is asked again after a day', async () => {
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

test('a number that somebody waits for is looked up before the others', async () => {
  const { w, id } = await place(people(250))
  w.cx.transaction((cx) => wantLookedUp(cx, id, ['5521996131249']))
  await check(w)
  expect(w.telephones.called('lookUp')[0]?.detail).toBe('5521996131249')
  expect(asked(w)).toBe(MOST_LOOKED_UP)
})

test('the messenger’s own form of a number is kept', async () => {
  const { w, admin, id } = await place('Nome,Número\nMaria,2196124087')
  w.telephones.register('552196124087', [phone('5521996124087')])
  await look(w)
  expect((await itemsOf(admin, id))?.contacts).toMatchObject([{ number: '5521996124087', isWhatsappValid: true }])
})
