/** The account is online exactly while a conversation is open on a screen. */
import { afterEach, expect } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Address } from '../../../../src/channels/channel'
import type { Socket } from '../../../../src/channels/whatsapp/baileys/baileys'
import { createOnline } from '../../../../src/channels/whatsapp/session/online'
import { contactTyping } from '../../../../src/tickets/messages/contract'
import { test } from '../../../support/trace'
import { openInstallation, openTestbed } from '../../../tickets/backfill/support'
import { talking } from '../installation'
import { COMPANY, JOAO, MARIA, REF, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const MARIA_AT: Address = { kind: 'phone', value: MARIA }
const JOAO_AT: Address = { kind: 'phone', value: JOAO }
const GROUP: Address = { kind: 'group', value: '120363000000000001' }

/** A linked session, and the presence that it sends to WhatsApp. */
async function watchedTestbed(linger = 200) {
  const all = await linkedTestbed({ limits: { linger } })
  const sent: string[] = []
  await until(() => all.simulator.trace().includes('type="unavailable"')) // sent by Baileys when a socket opens
  all.simulator.intercept((_connection, { tag, attrs: { type, to } }) => {
    if (tag === 'presence' && type) sent.push(to ? `${type} ${to.split('@')[0]}` : type)
    return undefined
  })
  return { ...all, sent, watch: (...chats: Address[]) => all.session.channel.watch(REF, chats, []) }
}

test('the first open conversation brings the account online and requests presence; after the last one it goes offline with a delay', async () => {
  const { watch, sent } = await watchedTestbed()
  watch(MARIA_AT)
  watch(MARIA_AT)
  await until(() => sent.length === 2)
  watch(MARIA_AT, JOAO_AT)
  watch(JOAO_AT)
  watch()
  watch()
  await until(() => sent.length === 4)
  await Bun.sleep(300)
  expect(sent).toEqual(['available', `subscribe ${MARIA}`, `subscribe ${JOAO}`, 'unavailable'])
})

test('the account stays online when a conversation is opened before the delay is over', async () => {
  const { watch, sent } = await watchedTestbed(300)
  watch(MARIA_AT)
  watch()
  await Bun.sleep(100)
  watch(JOAO_AT)
  await Bun.sleep(400)
  expect(sent).toEqual(['available', `subscribe ${MARIA}`, `subscribe ${JOAO}`])
})

test('an open group brings the account online without requesting presence', async () => {
  const { watch, sent } = await watchedTestbed()
  watch(GROUP)
  watch()
  await until(() => sent.includes('unavailable'))
  expect(sent).toEqual(['available', 'unavailable'])
})

test('receipts are the same online and offline', async () => {
  const { watch, session, simulator, maria: phone } = await watchedTestbed()
  const types: string[] = []
  simulator.intercept((_connection, { tag, attrs: { to, type = 'plain' } }) => {
    if (tag === 'receipt' && to?.startsWith(MARIA)) types.push(type)
    return undefined
  })
  const away = await phone.say(COMPANY, 'ninguém aí?')
  await phone.until(() => phone.message(COMPANY, away)?.ack === 3)
  watch(MARIA_AT)
  const there = await phone.say(COMPANY, 'e agora?')
  await phone.until(() => phone.message(COMPANY, there)?.ack === 3)
  expect(types).toEqual(['inactive', 'plain'])
  const marks = [away, there].map((externalId) => ({ externalId, author: null }))
  await session.channel.markRead(REF, { kind: 'phone', value: MARIA }, marks)
  await phone.until(() => marks.every(({ externalId }) => phone.message(COMPANY, externalId)?.ack === 4))
})

test('presence is sent only once WhatsApp has sent the account’s name', async () => {
  const ev = new EventEmitter()
  const me: { name?: string } = {}
  const sent: string[] = []
  const sock = {
    authState: { creds: { me } },
    ev,
    sendPresenceUpdate: async (word: string) => void sent.push(word),
    presenceSubscribe: async (jid: string) => void sent.push(jid),
  }
  const online = createOnline(sock as unknown as Socket, 50) // all that is used
  online.watch([MARIA_AT], [])
  expect(sent).toEqual([])
  ev.emit('creds.update', { me: Object.assign(me, { name: 'Loja' }) })
  expect(sent).toEqual(['available', `${MARIA}@s.whatsapp.net`])
  online.stop()
})

test('the current state is sent again after a reconnect and after a restart of the session', async () => {
  const { simulator, company, run } = await openTestbed()
  const installation = await openInstallation(simulator)
  const sent: string[] = []
  simulator.intercept((_connection, { tag, attrs: { type } }) => {
    if (tag === 'presence' && type) sent.push(type)
    return undefined
  })
  await installation.link(company)
  await until(() => sent.length === 1)
  const page = {}
  installation.server.attention.look(page, { ref: installation.ref, chat: MARIA_AT, userId: 1, ticketId: 1 })
  const expected = ['unavailable', 'available', 'subscribe']
  await until(() => sent.length === 3)
  await run({ do: 'dropConnections' })
  await until(() => sent.length === 6)
  await installation.server.sessions.restartCompany(installation.cx)
  await until(() => sent.length === 9)
  installation.server.attention.look(page, undefined)
  await Bun.sleep(400)
  expect(sent).toEqual([...expected, ...expected, ...expected])
})

test('each page that opens a conversation gets the current presence, even if another page shows it', async () => {
  const { installation } = await talking()
  const { attention } = installation.server
  const heard = () => installation.heard(contactTyping.eventName).map(({ payload }) => payload)
  const opens = async (page: object) => {
    const before = heard().length
    attention.look(page, { ref: installation.ref, chat: MARIA_AT, userId: 1, ticketId: 1 })
    await until(() => heard().length > before)
  }
  const [first, colleague, reloaded] = [{}, {}, {}]
  await opens(first)
  await opens(colleague)
  attention.look(first, undefined)
  await opens(reloaded)
  expect(heard()).toEqual(Array(3).fill({ ticketId: 1, state: 'available' }))
})
