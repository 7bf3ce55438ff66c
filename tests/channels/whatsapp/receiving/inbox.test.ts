/** From the journal to our server: in batches, in order, without loss. */
import { expect, test } from 'bun:test'
import type { Incoming } from '../../../../src/channels/channel'
import { createInbox } from '../../../../src/channels/whatsapp/receiving/inbox'
import type { InboxRow } from '../../../../src/channels/whatsapp/receiving/inbox-rows'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { workedMs } from '../../../../src/platform/time'
import { until } from '../support'

const LOG = { info() {}, warn() {}, error() {} }
const LIMITS = { placeholder: 30 }
const row = (seq: number): InboxRow => ({ seq, attrs: { id: `m${seq}` }, plain: Uint8Array.of(), me: null })
const messageOf = ({ attrs }: InboxRow): Incoming => ({
  externalId: attrs.id ?? '',
  fromMe: false,
  chat: [{ kind: 'phone', value: '55' }],
  isGroup: false,
  author: null,
  pushName: null,
  kind: 'chat',
  body: '',
  media: null,
  quotedExternalId: null,
  quotedBody: null,
  sentAt: 0,
})
const gapOf = (one: InboxRow): Incoming => ({ ...messageOf(one), placeholder: true })

function makeInbox(refuse: (messages: readonly Incoming[]) => unknown = () => null) {
  const batches: string[][] = []
  const forgotten: number[] = []
  const inbox = createInbox({
    read(one) {
      if (one.attrs.id === 'riddle') throw new Error('what is this?')
      return one.attrs.id === 'noise' ? null : messageOf(one)
    },
    came() {},
    storeActions() {},
    store(messages) {
      const error = refuse(messages)
      if (error) throw error
      batches.push(messages.map(({ externalId }) => externalId))
    },
    forget: (rows) => void forgotten.push(...rows.map(({ seq }) => seq)),
    limits: LIMITS,
    scheduler: createScheduler(),
    log: LOG,
  })
  return { inbox, batches, forgotten }
}

test('messages that arrive together are stored together, in order, and deleted from the journal', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([1, 2, 3, 4, 5].map(row))
  await Bun.sleep(20)
  expect(batches).toEqual([['m1', 'm2', 'm3', 'm4', 'm5']])
  expect(forgotten).toEqual([1, 2, 3, 4, 5])
})

test('irrelevant rows are deleted from the journal and not reported', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([{ ...row(1), attrs: { id: 'noise' } }])
  await Bun.sleep(20)
  expect(batches).toEqual([])
  expect(forgotten).toEqual([1])
})

test('an unreadable row stays in the journal and does not delay others', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([{ ...row(1), attrs: { id: 'riddle' } }, row(2)])
  await Bun.sleep(20)
  expect(batches).toEqual([['m2']])
  expect(forgotten).toEqual([2])
})

test('messages wait in order while our server cannot store', async () => {
  let isFull = true
  const { inbox, batches, forgotten } = makeInbox(
    () => isFull && Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
  )
  inbox.accept([row(1), row(2)])
  await Bun.sleep(20)
  inbox.accept([row(3)])
  await Bun.sleep(20)
  expect(forgotten).toEqual([])
  isFull = false
  await until(() => forgotten.length === 3)
  expect(batches).toEqual([['m1', 'm2', 'm3']])
  expect(forgotten).toEqual([1, 2, 3])
})

test('a long backlog is reported in batches, yielding in between', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept(Array.from({ length: 450 }, (_, index) => row(index + 1)))
  await until(() => forgotten.length === 450)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(50)
  expect(batches.flat()).toHaveLength(450)
  expect(forgotten).toHaveLength(450)
})

test('the batch size follows the duration of the last one, without disk time', async () => {
  let each = 6
  const { inbox, batches } = makeInbox((messages) => {
    for (const end = workedMs() + each * messages.length; workedMs() < end; );
    Bun.sleepSync(60)
    return null
  })
  inbox.accept(Array.from({ length: 50 }, (_, index) => row(index + 1)))
  await until(() => batches.flat().length === 50)
  expect(batches[0]).toHaveLength(32)
  expect(Math.max(...batches.slice(1).map(({ length }) => length))).toBeLessThan(9)
  each = 0
  batches.length = 0
  inbox.accept(Array.from({ length: 100 }, (_, index) => row(index + 1)))
  await until(() => batches.flat().length === 100)
  expect(Math.max(...batches.slice(1).map(({ length }) => length))).toBe(32)
})

test('a message that can never be stored does not affect earlier ones', async () => {
  const { inbox, batches, forgotten } = makeInbox(
    (messages) => messages.some(({ externalId }) => externalId === 'm2') && new Error('odd'),
  )
  inbox.accept([row(1), row(2), row(3)])
  await Bun.sleep(20)
  expect(batches).toEqual([['m1']])
  expect(forgotten).toEqual([1])
  inbox.close()
})

test('a message that can never be stored is set aside, and later ones are stored', async () => {
  const { inbox, batches, forgotten } = makeInbox(
    (messages) =>
      messages.some(({ externalId }) => externalId === 'm2') &&
      Object.assign(new Error('UNIQUE constraint failed'), { code: 'SQLITE_CONSTRAINT_UNIQUE' }),
  )
  inbox.accept([row(1), row(2), row(3)])
  await until(() => forgotten.includes(3))
  expect(batches.flat()).toEqual(['m1', 'm3'])
  expect(forgotten).toEqual([1, 3])
  inbox.close()
})

test('a placeholder is shown only if the repetition does not arrive', async () => {
  const { inbox, batches } = makeInbox()
  inbox.awaitRepetition(gapOf(row(1)))
  inbox.awaitRepetition(gapOf(row(2)))
  inbox.accept([row(1)])
  await until(() => batches.length === 2)
  expect(batches).toEqual([['m1'], ['m2']])
})

test('a gap is not filled by another person’s message with the same id', async () => {
  const { inbox, batches } = makeInbox()
  inbox.awaitRepetition({ ...gapOf(row(1)), chat: [{ kind: 'phone', value: '44' }] })
  inbox.accept([row(1)])
  expect(batches).toEqual([['m1']])
  await until(() => batches.length === 2)
})
