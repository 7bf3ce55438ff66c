/** Read receipts while the messenger is away: sent once after reconnecting, only for opened conversations. */
import { expect, test } from 'bun:test'
import { DAY } from '../../src/platform/time'
import { LOJA } from '../support/company-world'
import { quiet, until } from '../support/until'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

const sentReads = (w: World) => w.telephones.called('markRead').map(({ detail }) => detail)
const pendingReads = (w: World) => w.rows('SELECT 1 FROM read_wishes').length
const leave = (w: World) => w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })

/** Ana attends Maria, who writes; then the connection is lost. */
async function lost() {
  const w = world()
  const ana = w.attendant()
  const said = w.whatsapp.person(MARIA).says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  leave(w)
  const open = (query: { read?: '0' } = {}) => ana.api.messages({ id: 1 }).get({ query })
  return { w, ana, said, open }
}

test('a conversation opened while the connection is down: read receipts are sent after reconnecting, exactly once', async () => {
  const { w, open, said } = await lost()
  await open()
  await quiet()
  expect(w.ticketNow(1).unread).toBe(0)
  expect(sentReads(w)).toEqual([])
  w.connect(LOJA)
  await until(() => pendingReads(w) === 0, 'the read receipt')
  leave(w)
  w.connect(LOJA)
  await quiet()
  expect(sentReads(w)).toEqual([{ to: MARIA, externalIds: [said.externalId], authors: [null] }])
})

test('a prefetched conversation sends no read receipts', async () => {
  const { w, open } = await lost()
  await open({ read: '0' })
  w.connect(LOJA)
  await quiet()
  expect([w.ticketNow(1).unread, pendingReads(w), sentReads(w)]).toEqual([1, 0, []])
})

test('read receipts survive a restart', async () => {
  const { w, open } = await lost()
  await open()
  const next = await w.reopen()
  next.connect(LOJA)
  await until(() => pendingReads(next) === 0, 'the read receipt')
  expect(sentReads(next)).toMatchObject([{ to: MARIA }])
})

test('after a day no read receipts are sent', async () => {
  const { w, open } = await lost()
  await open()
  w.clock.forward(DAY + 1)
  w.connect(LOJA)
  await until(() => pendingReads(w) === 0, 'the end of the pending update')
  expect(sentReads(w)).toEqual([])
})

test('a conversation that the messenger refuses is retried and does not delay others', async () => {
  const { w, ana, open } = await lost()
  w.whatsapp.person(JOAO).says('oi')
  await ana.api.tickets({ id: 2 }).put({ status: 'open' })
  await open()
  await ana.api.messages({ id: 2 }).get({ query: {} })
  const { markRead } = w.telephones.channel
  let refusals = 0
  w.telephones.channel.markRead = async (ref, chat, messages) => {
    if (chat.value === MARIA && ++refusals < 2) throw new Error('not now')
    return markRead(ref, chat, messages)
  }
  w.connect(LOJA)
  await until(() => pendingReads(w) === 1, 'the other one')
  expect(sentReads(w)).toMatchObject([{ to: JOAO }])
  w.connect(LOJA)
  await until(() => pendingReads(w) === 0, 'the read receipt')
  expect(sentReads(w)).toMatchObject([{ to: JOAO }, { to: MARIA }])
})

test('read receipts added during sending follow, and none is sent twice', async () => {
  const { w, ana, open } = await lost()
  const maria = w.whatsapp.person(MARIA)
  await open()
  const { markRead } = w.telephones.channel
  const answers: (() => void)[] = []
  w.telephones.channel.markRead = async (ref, chat, messages) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return markRead(ref, chat, messages)
  }
  w.connect(LOJA)
  maria.says('e agora?')
  await ana.api.messages({ id: 1 }).get({ query: {} })
  w.connect(LOJA)
  await quiet()
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await until(() => answers.length === 2, 'the second')
  answers[1]?.()
  await until(() => pendingReads(w) === 0, 'the end of the pending updates')
  expect(sentReads(w)).toMatchObject([{ externalIds: ['WA1'] }, { externalIds: ['WA2'] }])
})

test('a dead connection is tried three times, not once per conversation', async () => {
  const w = world()
  const ana = w.attendant()
  for (let n = 0; n < 10; n++) w.whatsapp.person(`55219${80_000_000 + n}`).says('oi')
  leave(w)
  for (let id = 1; id <= 10; id++) {
    await ana.api.tickets({ id }).put({ status: 'open' })
    await ana.api.messages({ id }).get({ query: {} })
  }
  let asked = 0
  const { markRead } = w.telephones.channel
  w.telephones.channel.markRead = async () => {
    asked += 1
    throw new Error('the connection is gone')
  }
  w.connect(LOJA)
  await quiet()
  expect([asked, pendingReads(w)]).toEqual([3, 10])
  w.telephones.channel.markRead = markRead
  leave(w)
  w.connect(LOJA)
  await until(() => pendingReads(w) === 0, 'all read receipts')
})

test('messages of the connection’s former number get no read receipts', async () => {
  const { w, said, open } = await lost()
  await open()
  w.connect(LOJA, '5511999997777')
  leave(w)
  w.telephones.deliver(w.refOf(LOJA), { ...said, externalId: 'BEFORE' })
  w.connect(LOJA, '5511999996666')
  w.telephones.deliver(w.refOf(LOJA), { ...said, externalId: 'AFTER' })
  await open()
  await until(() => sentReads(w).length > 0, 'the read receipt')
  await quiet()
  expect(sentReads(w)).toMatchObject([{ to: MARIA, externalIds: ['AFTER'] }])
})
