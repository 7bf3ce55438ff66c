/** Undecrypted messages are requested from the phone until they arrive, across crashes. */
import { afterEach, expect } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Database } from 'better-sqlite3'
import { loadBaileys } from '../../../../src/channels/whatsapp/baileys/baileys'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { openGaps } from '../../../../src/channels/whatsapp/receiving/gaps'
import { test } from '../../../support/trace'
import { emptyNextMessage, openConnectionOf } from '../server-connection'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const LIMITS = { placeholder: 300, gap: 100, keepAlive: 100 }
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Kept = { readonly asked: number; readonly askedAt: number }

const gapsOf = (db: Database) =>
  db
    .prepare<[], { value: string }>("SELECT value FROM session_rows WHERE type = 'x-gap'")
    .all()
    .map(({ value }) => JSON.parse(value) as Kept)

/**
 * Maria wrote a message that could not be decrypted. WhatsApp considers it delivered, the request to her phone failed,
 * and the session closed before it asked its own phone. `open` opens the next session, `late` milliseconds later.
 */
async function unread() {
  const all = await linkedTestbed({ limits: LIMITS })
  const { simulator, session, company, maria } = all
  await maria.say(COMPANY, 'zero')
  await session.hears('zero')
  simulator.intercept((_connection, { tag, attrs }) =>
    tag === 'receipt' && attrs.type === 'retry' ? 'drop' : undefined,
  )
  const asked: string[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'message' && attrs.category === 'peer') asked.push(attrs.id ?? '')
    return undefined
  })
  await simulator.run({ do: 'setFault', name: 'undecryptable', on: true, phone: COMPANY })
  const id = await maria.say(COMPANY, 'um')
  await company.until(() => gapsOf(session.db).length === 1 && company.view().devices[0]?.pending === 0)
  await simulator.run({ do: 'clearFaults' })
  await session.close()
  const open = async (late = 0, limits = LIMITS) => {
    const next = openSession(simulator, { db: session.db, limits, now: () => Date.now() + late })
    afterThisTest(next.close)
    next.channel.start(REF)
    await next.becomes('CONNECTED')
    return next
  }
  return { ...all, id, asked, open, gaps: () => gapsOf(session.db) }
}

for (const [what, spoil] of [
  [
    'cannot be read',
    ({ simulator }) => simulator.run({ do: 'setFault', name: 'undecryptable', on: true, phone: COMPANY }),
  ],
  ['came without its content', async ({ simulator }) => emptyNextMessage(await openConnectionOf(simulator, COMPANY))],
] as const satisfies [string, (testbed: Awaited<ReturnType<typeof linkedTestbed>>) => Promise<unknown>][])
  test(`a message ${what} is recorded on disk before WhatsApp is told that it arrived`, async () => {
    const all = await linkedTestbed({ limits: LIMITS })
    await all.maria.say(COMPANY, 'zero')
    await all.session.hears('zero')
    await spoil(all)
    const kept: number[] = []
    all.simulator.intercept((_connection, { tag, attrs }) => {
      if ((tag === 'ack' && attrs.class === 'message') || attrs.type === 'retry')
        kept.push(gapsOf(all.session.db).length)
      return undefined
    })
    await all.maria.say(COMPANY, 'um')
    await until(() => kept.length > 0)
    expect(new Set(kept)).toEqual(new Set([1]))
  })

test('a repetition by the sender needs no request', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: LIMITS })
  await maria.say(COMPANY, 'zero')
  await session.hears('zero')
  await simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
  await maria.say(COMPANY, 'um')
  await session.hears('um')
  await until(() => gapsOf(session.db).length === 0)
})

test('a duplicate is not a gap', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: LIMITS })
  const connection = await openConnectionOf(simulator, COMPANY)
  const send = connection.send.bind(connection)
  const said: BinaryNode[] = []
  connection.send = (stanza) => {
    if (stanza.tag === 'message') said.push(stanza)
    send(stanza)
  }
  await maria.say(COMPANY, 'um')
  await session.hears('um')
  for (const stanza of said) send(stanza)
  await maria.say(COMPANY, 'dois')
  await session.hears('dois')
  expect(gapsOf(session.db)).toEqual([])
})

test('a request that was not sent before a crash is sent afterwards, and the message arrives', async () => {
  const { open, id, asked, gaps } = await unread()
  expect([asked, gaps()]).toMatchObject([[], [{ asked: 0 }]])
  // However long the answer takes, no placeholder is shown.
  const next = await open(0, { ...LIMITS, placeholder: 30_000 })
  expect(await next.hears('um')).toMatchObject({ externalId: id, chat: [{ value: MARIA }, {}] })
  await until(() => gaps().length === 0)
  expect(asked).toHaveLength(1)
  expect(next.messages.map(({ kind }) => kind)).toEqual(['chat'])
})

test('while the phone is off a placeholder is shown; after three requests, hours apart, the message arrives', async () => {
  const { open, asked, simulator, gaps } = await unread()
  await simulator.run({ do: 'setOnline', phone: COMPANY, on: false })
  for (const [late, times] of [
    [0, 1],
    [HOUR / 2, 1],
    [2 * HOUR, 2],
    [4 * HOUR, 3],
    [6 * HOUR, 3],
  ] as const) {
    const next = await open(late)
    await until(() => next.messages.some(({ placeholder }) => placeholder))
    // On a busy machine the placeholder may be shown first.
    await until(() => asked.length >= times && gaps()[0]?.asked === times)
    expect([late, asked.length]).toEqual([late, times])
    await next.close()
  }
  const last = await open(8 * HOUR)
  await simulator.run({ do: 'setOnline', phone: COMPANY, on: true })
  await last.hears('um')
  await until(() => gaps().length === 0)
})

test('a message whose socket closed before Baileys emitted it is shown as a placeholder on the next socket', async () => {
  const { simulator, session, company, maria } = await linkedTestbed({ limits: LIMITS })
  await maria.say(COMPANY, 'zero')
  await session.hears('zero')
  const isSettled = () => company.view().devices[0]?.pending === 0
  await company.until(isSettled)
  await simulator.run({ do: 'dropConnections' })
  const connection = await openConnectionOf(simulator, COMPANY)
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    if (stanza.tag !== 'ib') send(stanza) // Baileys emits nothing until it arrives
  }
  emptyNextMessage(connection)
  await simulator.run({ do: 'setOnline', phone: COMPANY, on: false })
  await maria.say(COMPANY, 'um')
  await company.until(() => gapsOf(session.db).length === 1 && isSettled())
  await simulator.run({ do: 'dropConnections' })
  await until(() => session.messages.some(({ placeholder }) => placeholder))
})

test('is no longer requested after two weeks', async () => {
  const { open, asked, gaps } = await unread()
  const next = await open(14 * DAY + HOUR)
  await Bun.sleep(LIMITS.placeholder + 100)
  expect([asked, gaps(), next.messages]).toEqual([[], [], []])
})

test('a message that only the phone can show keeps its position after a crash, and is not requested', async () => {
  const full = () => {
    throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  }
  const { simulator, session, maria } = await linkedTestbed({ limits: LIMITS, listener: { incoming: full } })
  const photo = { kind: 'image', mimetype: 'image/png', base64: 'AAAA', viewOnce: true } as const
  const id = await maria.sendMedia(COMPANY, photo)
  await until(() => session.db.prepare("SELECT 1 FROM inbox WHERE attrs ->> '$.id' = ?").all(id).length === 1)
  await session.close()
  const next = openSession(simulator, { db: session.db, limits: LIMITS })
  afterThisTest(next.close)
  next.channel.start(REF)
  const shown = await until(() => next.messages[0])
  expect([session.messages, shown.externalId, shown.placeholder]).toEqual([[], id, undefined])
  expect(gapsOf(session.db)).toEqual([])
})

test('two gaps with the same id are filled by their own messages, under either address', async () => {
  const { session } = await linkedTestbed({ limits: LIMITS })
  const baileys = await loadBaileys(null)
  const otherHalf = (kind: 'phone' | 'lid', value: string) => (kind === 'lid' && value === '901' ? MARIA : null)
  const me = () => ({ id: `${COMPANY}@s.whatsapp.net` })
  const log = { info() {}, warn() {}, error() {} }
  const context = { ref: REF, db: session.db, limits: { ...defaultLimits, ...LIMITS }, log, now: Date.now }
  const gaps = openGaps(context, { baileys, credentials: { otherHalf }, me })
  const kept = (from: string) => gaps.toKeep({ id: 'UM', from, t: '1' }, { isAction: false, isViewOnce: false })
  const write = session.db.prepare(
    "INSERT INTO session_rows (connection_id, type, id, value) VALUES (?, 'x-gap', ?, ?)",
  )
  for (const from of ['901@lid', '902@lid']) {
    const { key, gap } = kept(from) ?? expect.unreachable()
    write.run(REF.connectionId, key, JSON.stringify(gap))
  }
  expect(kept(`${MARIA}@s.whatsapp.net`)).toBeNull()
  const base = { externalId: 'UM', fromMe: false, isGroup: false, author: null }
  gaps.filled({
    ...base,
    chat: [
      { kind: 'phone', value: MARIA },
      { kind: 'lid', value: '901' },
    ],
  })
  expect(gapsOf(session.db)).toMatchObject([{ attrs: { from: '902@lid' } }])
})
