import { expect, test } from 'bun:test'
import type { Outgoing, Sending } from '../../../ui/features/messages/rules/outgoing'
import { isWorthWaiting, Sender } from '../../../ui/features/messages/sending/sender'
import type { UnsentStore } from '../../../ui/features/messages/sending/unsent'
import { failureOf, unreachable } from '../../../ui/shared/session/failure'
import { message } from './support'

const DOWN = new Error('no line')
const NO = new Error('refused')

/** The browser storage of one user. */
function drawer() {
  const rows = new Map<string, Outgoing>()
  const watchers = new Set<(clientId: string) => void>()
  const store: UnsentStore = {
    keep: (outgoing) => void rows.set(outgoing.clientId, outgoing),
    forget(clientId) {
      rows.delete(clientId)
      for (const forgotten of watchers) forgotten(clientId)
    },
    watch(forgotten) {
      watchers.add(forgotten)
      return () => void watchers.delete(forgotten)
    },
    list: async () => [...rows.values()],
  }
  return { rows, store }
}

/** A server that answers as `answer` says, and a page with a sender. */
function page(
  store: UnsentStore,
  answer: (sending: Sending, signal: AbortSignal) => Promise<void> = async () => {},
  newestIn: () => number | undefined = () => undefined,
) {
  const asked: string[] = []
  const sent: string[] = []
  const unseen: string[] = []
  const sender = new Sender({
    store,
    post: async (sending, signal) => {
      asked.push(sending.body)
      await answer(sending, signal)
      return message({ clientId: sending.clientId, body: sending.body })
    },
    sent: ({ body }) => void sent.push(body),
    isWorthWaiting: (failure) => failure === DOWN,
    reasonOf: (failure) => String(failure),
    staleReason: () => 'too old',
    newestIn,
    refusedUnseen: ({ body }) => void unseen.push(body),
  })
  return { sender, asked, sent, unseen }
}

const sending = (body: string, more: Partial<Sending> = {}): Sending => ({
  clientId: `c-${body}`,
  ticketId: 7,
  body,
  isNote: false,
  quoted: null,
  file: null,
  createdAt: new Date().toISOString(),
  ...more,
})
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('sends one at a time per ticket, and several tickets in parallel', async () => {
  const { store, rows } = drawer()
  const answers = new Map<string, () => void>()
  const { sender, asked, sent } = page(store, ({ body }) => new Promise((resolve) => answers.set(body, resolve)))
  await sender.open()
  for (const body of ['a1', 'a2']) sender.send(sending(body))
  sender.send(sending('b1', { ticketId: 8 }))
  await turn()
  expect(asked).toEqual(['a1', 'b1'])
  expect([...rows.keys()]).toEqual(['c-a1', 'c-a2', 'c-b1'])
  answers.get('a1')?.()
  await turn()
  expect(asked).toEqual(['a1', 'b1', 'a2'])
  answers.get('a2')?.()
  answers.get('b1')?.()
  await turn()
  expect(sent.toSorted()).toEqual(['a1', 'a2', 'b1'])
  expect(rows.size).toBe(0)
  expect(sender.countUnsent()).toBe(0)
})

test('waits while offline, and continues afterwards', async () => {
  const { store } = drawer()
  let isDown = true
  const { sender, asked, sent } = page(store, async () => {
    if (isDown) throw DOWN
  })
  await sender.open()
  sender.send(sending('oi'))
  await turn()
  expect(sender.of(7)).toMatchObject([{ body: 'oi', state: 'waiting' }])
  expect(sender.countUnsent()).toBe(1)
  isDown = false
  sender.hurry()
  await turn()
  expect([asked, sent]).toEqual([['oi', 'oi'], ['oi']])
})

test('sends nothing of an ended session; the same message is sent when its user is back', async () => {
  const camilas = drawer()
  const before = page(camilas.store, () => Promise.reject(DOWN))
  await before.sender.open()
  before.sender.send(sending('primeira'))
  before.sender.send(sending('segunda'))
  await turn()
  before.sender.close()
  await turn()
  const asked = before.asked.length

  const julianas = page(drawer().store)
  await julianas.sender.open()
  await turn()
  expect(julianas.asked).toEqual([])
  expect(before.asked).toHaveLength(asked)

  const back = page(camilas.store)
  await back.sender.open()
  await turn()
  expect(back.sent).toEqual(['primeira', 'segunda'])
  expect(camilas.rows.size).toBe(0)
})

test('messages written together are sent in order after a reload, and so are retries', async () => {
  const { store, rows } = drawer()
  const shuffled = { ...store, list: async () => [...rows.values()].toSorted((a, b) => (a.body < b.body ? 1 : -1)) }
  let failure = NO
  const before = page(shuffled, () => Promise.reject(failure))
  await before.sender.open()
  const createdAt = new Date().toISOString()
  before.sender.send(sending('4', { createdAt }))
  await turn()
  failure = DOWN
  for (const body of ['1', '2', '3']) before.sender.send(sending(body, { createdAt }))
  for (const refused of before.sender.of(7).filter(({ state }) => state === 'refused')) before.sender.retry(refused)
  before.sender.close()

  const back = page(shuffled)
  await back.sender.open()
  await turn()
  expect(back.sent).toEqual(['1', '2', '3', '4'])
})

test('a message in flight when the session ended is not sent again if it arrived', async () => {
  const { store, rows } = drawer()
  const answer = Promise.withResolvers<void>()
  const { sender, sent } = page(store, () => answer.promise)
  await sender.open()
  sender.send(sending('oi'))
  await turn()
  sender.close()
  answer.resolve()
  await turn()
  expect(rows.size).toBe(0)
  expect(sent).toEqual([])
})

test('a refused message survives a reload with its reason, blocks nothing, and can be retried', async () => {
  const { store } = drawer()
  const first = page(store, async ({ body }) => {
    if (body === 'ruim') throw NO
  })
  await first.sender.open()
  first.sender.send(sending('ruim'))
  first.sender.send(sending('boa'))
  await turn()
  expect(first.sent).toEqual(['boa'])
  first.sender.close()

  const { sender, sent } = page(store)
  await sender.open()
  await turn()
  expect(sent).toEqual([])
  const [refused] = sender.of(7)
  expect(refused).toMatchObject({ body: 'ruim', state: 'refused', reason: String(NO) })
  if (refused) sender.retry(refused)
  await turn()
  expect(sent).toEqual(['ruim'])
})

test('a message older than a day asks its user before it is sent', async () => {
  const { store, rows } = drawer()
  const old = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
  rows.set('c-velha', { ...sending('velha', { createdAt: old }), state: 'sending', reason: null })
  const { sender, asked, unseen } = page(store)
  await sender.open()
  await turn()
  expect([asked, unseen]).toEqual([[], ['velha']])
  expect(sender.of(7)).toMatchObject([{ state: 'refused', reason: 'too old' }])
  for (const outgoing of sender.of(7)) sender.discard(outgoing)
  expect([rows.size, sender.of(7).length]).toEqual([0, 0])
})

test('a refusal is shown in its conversation, or by a toast when that is not on screen', async () => {
  const { store, rows } = drawer()
  rows.set('c-de ontem', { ...sending('de ontem'), state: 'sending', reason: null })
  const answers = new Map<string, () => void>()
  const { sender, unseen } = page(store, ({ body }) => new Promise((_, reject) => answers.set(body, () => reject(NO))))
  const refuse = async (body: string) => {
    answers.get(body)?.()
    await turn()
  }
  await sender.open()
  await refuse('de ontem')
  const leave = sender.show(7)
  sender.send(sending('à vista'))
  sender.send(sending('ao sair'))
  await refuse('à vista')
  leave()
  await refuse('ao sair')
  expect(unseen).toEqual(['de ontem', 'ao sair'])

  sender.send(sending('na despedida'))
  sender.close()
  await refuse('na despedida')
  expect(unseen).toHaveLength(2)
})

test('a message without an answer of its own waits: offline, signed out, subscription expired, or company busy or moving', () => {
  const refused = (status: number, error: string) => failureOf(status, { error })
  expect(isWorthWaiting(unreachable())).toBe(true)
  expect(isWorthWaiting(refused(403, 'ERR_SESSION_EXPIRED'))).toBe(true)
  expect(isWorthWaiting(refused(402, 'ERR_SUBSCRIPTION_EXPIRED'))).toBe(true)
  expect(isWorthWaiting(refused(503, 'ERR_TENANT_BUSY'))).toBe(true)
  expect(isWorthWaiting(refused(503, 'ERR_TENANT_UNAVAILABLE'))).toBe(true)
  expect(isWorthWaiting(refused(503, 'ERR_COMPANY_MOVING'))).toBe(true)
  expect(isWorthWaiting(refused(504, 'ERR_OUTCOME_UNKNOWN'))).toBe(true)
  expect(isWorthWaiting(refused(507, 'ERR_STORAGE_FULL'))).toBe(false)
  expect(isWorthWaiting(refused(409, 'ERR_TICKET_CLOSED'))).toBe(false)
  expect(isWorthWaiting(new Error('a fault of ours'))).toBe(false)
})

test('a refused message records the newest one then, and a retried one the newest now', async () => {
  const { store, rows } = drawer()
  let newest: number | undefined = 3
  const { sender } = page(
    store,
    () => Promise.reject(NO),
    () => newest,
  )
  await sender.open()
  sender.send(sending('a'))
  newest = 4
  await turn()
  expect(rows.get('c-a')).toMatchObject({ state: 'refused', behind: 4 })
  newest = undefined
  sender.retry(sender.of(7)[0] as Outgoing)
  expect(sender.of(7)).toMatchObject([{ state: 'sending', behind: 4 }])
  newest = 9
  await turn()
  expect(rows.get('c-a')).toMatchObject({ state: 'refused', behind: 9 })
})

test('a message cancelled in flight is not retried, and the next one is sent at once', async () => {
  const { store, rows } = drawer()
  const { sender, asked, sent, unseen } = page(store, ({ body }, signal) =>
    body === 'film'
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(DOWN)))
      : Promise.resolve(),
  )
  await sender.open()
  for (const body of ['film', 'words']) sender.send(sending(body))
  await turn()
  const [film] = sender.of(7)
  if (film) sender.discard(film)
  await turn()
  expect({ asked, sent, unseen, kept: [...rows.keys()] }).toEqual({
    asked: ['film', 'words'],
    sent: ['words'],
    unseen: [],
    kept: [],
  })
})

test('a message cancelled in one tab is not sent from another', async () => {
  const { store } = drawer()
  const [first, second] = [page(store, () => Promise.reject(DOWN)), page(store, () => Promise.reject(DOWN))]
  await first.sender.open()
  first.sender.send(sending('oi'))
  await second.sender.open()
  await turn()
  const [waiting] = second.sender.of(7)
  if (!waiting) throw new Error('the other tab does not have it')
  first.sender.discard(waiting)
  second.sender.hurry()
  await turn()
  expect([second.sender.of(7), second.asked]).toEqual([[], ['oi']])
})
