/** Edits, deletions and reactions through WhatsApp, in both directions. */
import { afterEach, expect } from 'bun:test'
import type { MessageAction, OutgoingAction } from '../../../src/channels/channel'
import type { Simulator } from '../../../src/simulator/simulator'
import { test } from '../../support/trace'
import { COMPANY, JOAO, MARIA, newId, openSession, REF, until } from './support'
import { afterThisTest, linkedTestbed, runCleanups } from './testbed'

afterEach(runCleanups)

const to = { kind: 'phone', value: MARIA } as const
const own = (externalId: string) => ({ to, target: { externalId, fromMe: true, author: null } })
const deedsOf = (actions: readonly MessageAction[]) =>
  actions.map((action) => [
    action.target,
    action.do === 'edit' ? action.body : action.do === 'react' ? action.emoji : action.do,
  ])

async function groupOf(simulator: Simulator) {
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  return group.id
}

test('a customer’s action is reported with target, author and time, and not as a message', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'bom dia')
  await session.hears('bom dia')
  const before = Date.now()
  await simulator.run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'boa tarde' })
  await simulator.run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '🙏' })
  await simulator.run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '' })
  await simulator.run({ do: 'revoke', from: MARIA, chat: COMPANY, id })
  await until(() => session.actions.length === 4)
  expect(deedsOf(session.actions)).toEqual([
    [id, 'boa tarde'],
    [id, '🙏'],
    [id, null],
    [id, 'revoke'],
  ])
  expect(session.actions[0]).toMatchObject({ fromMe: false, isGroup: false, author: null })
  expect(session.actions[0]?.chat).toContainEqual(to)
  expect(Math.abs((session.actions[0]?.at ?? 0) - before)).toBeLessThan(2_000)
  expect(session.messages).toHaveLength(1)
})

test('an action on the company’s own phone is reported as ours', async () => {
  const { session, company, simulator } = await linkedTestbed()
  const id = await company.say(MARIA, 'do celular')
  await session.hears('do celular')
  await simulator.run({ do: 'edit', from: COMPANY, chat: MARIA, id, text: 'do telefone' })
  await until(() => session.actions.length === 1)
  expect(session.actions[0]).toMatchObject({ do: 'edit', body: 'do telefone', target: id, fromMe: true })
  expect(session.actions[0]?.chat).toContainEqual(to)
})

test('a group member’s action has its author', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  const group = await groupOf(simulator)
  const id = await maria.say(group, 'oi')
  await session.hears('oi')
  await simulator.run({ do: 'react', from: JOAO, chat: group, id, emoji: '👍' })
  await until(() => session.actions.length === 1)
  expect(session.actions[0]).toMatchObject({ isGroup: true, chat: [{ kind: 'group', value: group }], target: id })
  expect(session.actions[0]?.author?.addresses).toContainEqual({ kind: 'phone', value: JOAO })
})

test('missed actions arrive after reconnecting, in order with messages', async () => {
  const order: string[] = []
  const { session, maria, simulator } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'um')
  await session.hears('um')
  await session.close()
  await simulator.run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'um, dois' })
  await maria.say(COMPANY, 'três')
  await simulator.run({ do: 'revoke', from: MARIA, chat: COMPANY, id })
  const next = openSession(simulator, {
    db: session.db,
    listener: {
      incoming: (_ref, list) => void order.push(...list.map(({ body }) => body)),
      actions: (_ref, list) => void order.push(...list.map((action) => action.do)),
    },
  })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => order.length === 3)
  expect(order).toEqual(['edit', 'três', 'revoke'])
})

test('an action that was not stored before a crash is reported from the journal after the restart', async () => {
  let refused = 0
  const { session, maria, simulator } = await linkedTestbed({
    listener: {
      actions() {
        refused += 1
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      },
    },
  })
  const id = await maria.say(COMPANY, 'oi')
  await session.hears('oi')
  await simulator.run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'olá' })
  await simulator.run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '👍' })
  await until(() => refused > 0 && session.db.prepare('SELECT count(*) FROM inbox').pluck().get() === 2)
  await session.close()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => next.actions.length === 2)
  expect(deedsOf(next.actions)).toEqual([
    [id, 'olá'],
    [id, '👍'],
  ])
  await until(() => session.db.prepare('SELECT count(*) FROM inbox').pluck().get() === 0)
})

test('our edit, reaction and deletion appear on the phone and are confirmed by the server', async () => {
  const { session, maria } = await linkedTestbed()
  const theirs = await maria.say(COMPANY, 'obrigada')
  await session.hears('obrigada')
  const { id } = await session.say(MARIA, 'de nda')
  await maria.gets('de nda')
  const shown = () => maria.message(COMPANY, id)
  const action = (one: OutgoingAction) => session.channel.sendAction(REF, one)

  expect(await action({ ...own(id), externalId: newId(), do: 'edit', body: 'de nada' })).toEqual({ outcome: 'sent' })
  await maria.until(() => shown()?.edited && shown()?.text === 'de nada')

  const target = { externalId: theirs, fromMe: false, author: null }
  const reaction = { externalId: newId(), to, target, do: 'react', emoji: '🎉', at: Date.now() } as const
  expect(await action(reaction)).toEqual({ outcome: 'sent' })
  await maria.until(() => maria.message(COMPANY, theirs)?.reactions.some(({ emoji }) => emoji === '🎉'))
  expect(await action({ ...reaction, externalId: newId(), emoji: null })).toEqual({ outcome: 'sent' })
  await maria.until(() => maria.message(COMPANY, theirs)?.reactions.length === 0)

  expect(await action({ ...own(id), externalId: newId(), do: 'revoke' })).toEqual({ outcome: 'sent' })
  await maria.until(() => shown()?.revoked)
  expect(maria.messages(COMPANY)).toHaveLength(2)
})

test('our reaction in a group has the author of its target', async () => {
  const { session, maria, joao, simulator } = await linkedTestbed()
  const group = await groupOf(simulator)
  const id = await maria.say(group, 'oi')
  await session.hears('oi')
  const target = { externalId: id, fromMe: false, author: to }
  const chat = { kind: 'group', value: group } as const
  const reaction = { externalId: newId(), to: chat, target, do: 'react', emoji: '👍', at: Date.now() } as const
  expect(await session.channel.sendAction(REF, reaction)).toEqual({ outcome: 'sent' })
  for (const phone of [maria, joao])
    await phone.until(() => phone.message(group, id)?.reactions.some(({ author }) => author === COMPANY))
})

test('reports a refusal of the server, and does nothing while the connection is not open', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'oi')
  await maria.gets('oi')
  await simulator.run({ do: 'setFault', name: 'ackError', on: true, value: 479, times: 1 })
  const edit = { ...own(id), externalId: newId(), do: 'edit', body: 'olá' } as const
  expect(await session.channel.sendAction(REF, edit)).toEqual({ outcome: 'refused', reason: 'rejected' })
  await session.close()
  expect(await session.channel.sendAction(REF, edit)).toEqual({ outcome: 'notNow' })
})

test('a phone that could not decrypt our edit requests and receives it again', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'oi')
  await maria.gets('oi')
  const edit = { ...own(id), externalId: newId(), do: 'edit', body: 'olá' } as const
  session.sent.set(edit.externalId, edit)
  await simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  await session.channel.sendAction(REF, edit)
  await maria.until(() => maria.message(COMPANY, id)?.text === 'olá')
})
