/** Linked devices of other products go on here, over the real protocol. */
import { afterEach, describe, expect } from 'bun:test'
import type { Baileys } from '../../../../src/channels/whatsapp/baileys/baileys'
import { type Conversion, convertSession } from '../../../../src/channels/whatsapp/moving-in/convert'
import { sessionInDatabase, sessionInRedis } from '../../../../src/channels/whatsapp/moving-in/foreign-session'
import { readRedisExport } from '../../../../src/channels/whatsapp/moving-in/redis-export'
import { encryptRow } from '../../../../src/channels/whatsapp/storage/encrypted-rows'
import { startSimulator } from '../../../../src/simulator/simulator'
import { test } from '../../../support/trace'
import { COMPANY, ENCRYPTION, JOAO, MARIA, openSession, PATIENT, REF, sessionDb } from '../support'
import { afterThisTest, runCleanups } from '../testbed'
import { baileysFor, linkForeign, MARIA_JID, redisStore, saasStore, ticketzStore } from './foreign-device'

afterEach(runCleanups)

/** A store, and the session as it is read from the product's dump. */
const products = {
  'Ticketz’ table of keys': (baileys: Baileys) => {
    const store = ticketzStore(baileys)
    return { store, read: () => sessionInDatabase(store.session(), store.keys()) }
  },
  'a SaaS fork’s column': (baileys: Baileys) => {
    const store = saasStore(baileys)
    return { store, read: () => sessionInDatabase(store.session()) }
  },
  'the 2025 fork’s Redis': (baileys: Baileys) => {
    const store = redisStore(baileys)
    return { store, read: () => sessionInRedis(readRedisExport(store.printed()).get('7') ?? new Map()) }
  },
}

async function place(product: keyof typeof products) {
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' })
  simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  simulator.addPhone({ phone: JOAO, name: 'João', role: 'customer' })
  const baileys = await baileysFor(simulator)
  const { store, read } = products[product](baileys)
  const theirs = await linkForeign(simulator, baileys, store)
  const convert = (): Conversion => {
    const session = read()
    if (!session) throw new Error('no session was found')
    return convertSession(session)
  }
  return { simulator, theirs, convert, maria: simulator.phone(MARIA), joao: simulator.phone(JOAO) }
}

/** Our session with the converted rows. */
function goOn(simulator: Parameters<typeof openSession>[0], converted: Conversion) {
  if (converted.outcome !== 'converted') throw new Error(converted.outcome)
  const db = sessionDb()
  const insert = db.prepare('INSERT INTO session_rows VALUES (?, ?, ?, ?)')
  for (const { type, id, value } of converted.rows)
    insert.run(REF.connectionId, type, id, encryptRow({ ref: REF, encryption: ENCRYPTION }, type, id, value))
  const session = openSession(simulator, { db, limits: PATIENT })
  afterThisTest(() => session.close())
  session.channel.start(REF)
  return session
}

describe.each(Object.keys(products) as (keyof typeof products)[])('from %s', (product) => {
  test('a session goes on without a code: people and groups, both ways', async () => {
    const { simulator, theirs, convert, maria, joao } = await place(product)
    const made = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
    if (!made.ok || !made.id) throw new Error('no group')
    await maria.say(COMPANY, 'oi')
    await theirs.hears('oi')
    await theirs.say(MARIA_JID, 'olá')
    await maria.gets('olá')
    await maria.say(made.id, 'oi, grupo')
    await theirs.hears('oi, grupo')
    await theirs.stop()
    await maria.say(COMPANY, 'ninguém aí?')
    await maria.say(made.id, 'e no grupo?')

    const converted = convert()
    expect(converted).toMatchObject({ outcome: 'converted', number: COMPANY, dropped: 0 })
    const session = goOn(simulator, converted)
    await session.becomes('CONNECTED')
    await session.hears('ninguém aí?')
    await session.hears('e no grupo?')
    expect(await session.say(MARIA, 'aqui estou')).toMatchObject({ outcome: 'sent' })
    await maria.gets('aqui estou')
    expect(await session.say('', 'e no grupo', { to: { kind: 'group', value: made.id } })).toMatchObject({
      outcome: 'sent',
    })
    await joao.gets('e no grupo')
    await maria.say(COMPANY, 'que bom')
    await session.hears('que bom')
    await joao.say(COMPANY, 'sou novo')
    await session.hears('sou novo')
    expect(session.messages.filter(({ kind }) => kind !== 'chat')).toEqual([])
    expect(session.news.every(({ qrcode }) => !qrcode)).toBe(true)
  })
})

test('with a dump older than the last messages, what cannot be read is asked for again, and the session goes on', async () => {
  const { simulator, theirs, convert, maria } = await place('Ticketz’ table of keys')
  await maria.say(COMPANY, 'oi')
  await theirs.hears('oi')
  await theirs.say(MARIA_JID, 'olá')
  await maria.gets('olá')
  const old = convert()
  for (const round of ['um', 'dois', 'três']) {
    await maria.say(COMPANY, `${round}?`)
    await theirs.hears(`${round}?`)
    await theirs.say(MARIA_JID, `${round}!`)
    await maria.gets(`${round}!`)
  }
  await theirs.stop()
  await maria.say(COMPANY, 'ninguém aí?')
  const session = goOn(simulator, old)
  await session.becomes('CONNECTED')
  await session.hears('ninguém aí?')
  expect(await session.say(MARIA, 'aqui estou')).toMatchObject({ outcome: 'sent' })
  await maria.gets('aqui estou')
  await maria.say(COMPANY, 'que bom')
  await session.hears('que bom')
})

test('while the old system still runs, each throws the other out, and ours stops', async () => {
  const { simulator, convert } = await place('Ticketz’ table of keys')
  const session = goOn(simulator, convert())
  await session.becomes('REPLACED')
})
