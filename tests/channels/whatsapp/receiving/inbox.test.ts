/** From the journal to our server: together, in order, never lost. */
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

test('what comes together is stored together, in order, and leaves the journal', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([1, 2, 3, 4, 5].map(row))
  await Bun.sleep(20)
  expect(batches).toEqual([['m1', 'm2', 'm3', 'm4', 'm5']])
  expect(forgotten).toEqual([1, 2, 3, 4, 5])
})

test('noise leaves the journal and is not handed on', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([{ ...row(1), attrs: { id: 'noise' } }])
  await Bun.sleep(20)
  expect(batches).toEqual([])
  expect(forgotten).toEqual([1])
})

test('what cannot be read stays in the journal, and holds up nobody', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept([{ ...row(1), attrs: { id: 'riddle' } }, row(2)])
  await Bun.sleep(20)
  expect(batches).toEqual([['m2']])
  expect(forgotten).toEqual([2])
})

test('while our server cannot store, messages wait, in order, and come when it can', async () => {
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

test('after a long absence it is handed over in portions, so that everybody else gets a turn', async () => {
  const { inbox, batches, forgotten } = makeInbox()
  inbox.accept(Array.from({ length: 450 }, (_, index) => row(index + 1)))
  await until(() => forgotten.length === 450)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(50)
  expect(batches.flat()).toHaveLength(450)
  expect(forgotten).toHaveLength(450)
})

test('a portion is as long as it may be, by the work of the one before, whatever the disk takes', async () => {
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

test('a message our server can never store does not take those before it along', async () => {
  const { inbox, batches, forgotten } = makeInbox(
    (messages) => messages.some(({ externalId }) => externalId === 'm2') && new Error('odd'),
  )
  inbox.accept([row(1), row(2), row(3)])
  await Bun.sleep(20)
  expect(batches).toEqual([['m1']])
  expect(forgotten).toEqual([1])
  inbox.close()
})

test('one that the database will never take is set aside, and those behind it come', async () => {
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

test('a gap is shown only when the repetition does not come', async () => {
  const { inbox, batches } = makeInbox()
  inbox.awaitRepetition(gapOf(row(1)))
  inbox.awaitRepetition(gapOf(row(2)))
  inbox.accept([row(1)])
  await until(() => batches.length === 2)
  expect(batches).toEqual([['m1'], ['m2']])
})

test('what could not be deciphered is not filled by what somebody else says under its id', async () => {
  const { inbox, batches } = makeInbox()
  inbox.awaitRepetition({ ...gapOf(row(1)), chat: [{ kind: 'phone', value: '44' }] })
  inbox.accept([row(1)])
  expect(batches).toEqual([['m1']])
  await until(() => batches.length === 2)
})
