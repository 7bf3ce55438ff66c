import { expect } from 'bun:test'
import type { Command } from '../../src/simulator/contract'
import { test } from '../support/trace'
import { pairedClient, textOf } from './support/client'
import { afterThisTest, COMPANY, MARIA, TIAGO, testbed } from './support/world'

async function groupTestbed(addressing: 'pn' | 'lid') {
  const { simulator, ...phones } = await testbed()
  const sent = new Map<string, object>()
  const client = await pairedClient(simulator, phones.company, { getMessage: async ({ id }) => sent.get(id ?? '') })
  afterThisTest(client.close)
  // While the client is catching up it keeps only the first of several changes of a group.
  await phones.company.until(({ devices }) => devices[0]?.pending === 0)
  const run = async (command: Command) => {
    const result = await simulator.run(command)
    expect(result).toMatchObject({ ok: true })
    return (result.ok && result.id) || ''
  }
  const members = [COMPANY, TIAGO]
  const group = await run({ do: 'createGroup', by: MARIA, subject: 'Entregas Zona Sul', members, addressing })
  const say = (from: string, text: string) => run({ do: 'say', from, to: group, text })
  return { simulator, client, run, say, sent, group, jid: `${group}@g.us`, ...phones }
}

for (const addressing of ['lid', 'pn'] as const) {
  test(`people and the client exchange messages in a group addressed by ${addressing}`, async () => {
    const { client, say, maria, tiago, group, jid, simulator } = await groupTestbed(addressing)
    await client.until('groups.upsert', (groups) => groups.find(({ subject }) => subject === 'Entregas Zona Sul'))
    const metadata = await client.socket.groupMetadata(jid)
    expect(metadata).toMatchObject({ subject: 'Entregas Zona Sul', addressingMode: addressing, size: 3 })
    expect(metadata.participants.map(({ admin }) => admin)).toEqual(['admin', null, null])

    await say(MARIA, 'caminhão 2 saiu')
    await say(MARIA, 'chega às dez')
    await say(TIAGO, 'obrigado')
    const message = await client.gets('obrigado')
    expect(message.key).toMatchObject({ remoteJid: jid, fromMe: false })
    expect(message.key.participant).toEndWith(addressing === 'lid' ? '@lid' : '@s.whatsapp.net')
    expect(message.key.participantAlt).toEndWith(addressing === 'lid' ? '@s.whatsapp.net' : '@lid')
    expect(client.messages().map(textOf)).toEqual(
      expect.arrayContaining(['caminhão 2 saiu', 'chega às dez', 'obrigado']),
    )

    const texts = ['bom dia a todos', 'e boa semana']
    for (const text of texts) {
      await client.socket.sendMessage(jid, { text })
      for (const phone of [maria, tiago]) await phone.gets(text)
    }
    expect(maria.messages(group).filter(({ author }) => author === COMPANY)).toHaveLength(2)
    expect(simulator.trace()).not.toContain('type="retry"')
  })

  test(`the client gets receipts per member of a group addressed by ${addressing}`, async () => {
    const { client, maria, group, jid, run } = await groupTestbed(addressing)
    const sent = await client.socket.sendMessage(jid, { text: 'quem vem?' })
    await maria.gets('quem vem?')
    const receipts = (kind: 'receiptTimestamp' | 'readTimestamp') =>
      client.until('message-receipt.update', (all) =>
        all.find(({ key, receipt }) => key.id === sent?.key.id && receipt[kind]),
      )
    await receipts('receiptTimestamp')
    await run({ do: 'readChat', phone: MARIA, chat: group })
    const { receipt } = await receipts('readTimestamp')
    expect(receipt.userJid).toContain(addressing === 'pn' ? MARIA : '@lid')
  })
}

test('a group message that the client cannot decrypt at first is resent', async () => {
  const { client, say, run, simulator } = await groupTestbed('lid')
  await say(MARIA, 'um')
  await client.gets('um')
  await run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
  await say(MARIA, 'dois')
  await client.gets('dois')
  expect(simulator.trace()).toContain('type="retry"')
  await say(MARIA, 'três')
  await client.gets('três')
})

test('a group message from the company’s own phone appears in the client as its own', async () => {
  const { client, say, maria } = await groupTestbed('lid')
  await say(COMPANY, 'escrito no celular')
  await maria.gets('escrito no celular')
  expect((await client.gets('escrito no celular')).key.fromMe).toBe(true)
})

test('the client is notified of new names and of members who join, leave and are promoted', async () => {
  const { client, run, group, jid, say, tiago } = await groupTestbed('lid')
  await run({ do: 'addPhone', phone: '5511900000009', name: 'Wesley', role: 'customer' })
  await run({ do: 'changeGroup', group, by: MARIA, subject: 'Entregas', add: ['5511900000009'], announce: true })
  await client.until('groups.update', (all) => all.find(({ subject }) => subject === 'Entregas'))
  await client.until('groups.update', (all) => all.find(({ announce }) => announce))
  await client.until('group-participants.update', ({ action, participants }) => action === 'add' && participants[0])
  await run({ do: 'changeGroup', group, by: MARIA, promote: [TIAGO] })
  await client.until('group-participants.update', ({ action }) => action === 'promote')
  await run({ do: 'changeGroup', group, by: MARIA, remove: ['5511900000009'], announce: false })
  await client.until('group-participants.update', ({ action }) => action === 'remove')
  expect((await client.socket.groupMetadata(jid)).participants).toHaveLength(3)
  await say(MARIA, 'sem o Wesley')
  await client.gets('sem o Wesley')
  await client.socket.sendMessage(jid, { text: 'até logo' })
  await tiago.gets('até logo')
})

test('only admins can write in an announcement group', async () => {
  const { client, run, group, jid, maria, say } = await groupTestbed('lid')
  await run({ do: 'changeGroup', group, by: MARIA, announce: true })
  const sent = await client.socket.sendMessage(jid, { text: 'posso?' })
  await client.ticks(sent?.key.id ?? '', 0)
  const kept = await say(TIAGO, 'e eu?')
  expect(maria.messages(group)).toEqual([])
  expect(kept).not.toBe('')
})

test('the client creates, changes and leaves a group', async () => {
  const { client, maria, simulator } = await groupTestbed('lid')
  const { id, participants } = await client.socket.groupCreate('Diretoria', [`${MARIA}@s.whatsapp.net`])
  expect(participants).toHaveLength(2)
  await client.socket.groupUpdateSubject(id, 'Conselho')
  await client.socket.groupParticipantsUpdate(id, [`${TIAGO}@s.whatsapp.net`], 'add')
  await client.socket.sendMessage(id, { text: 'bem-vindos' })
  await maria.gets('bem-vindos')
  expect(maria.view().chats.map(({ title, kind }) => [title, kind])).toContainEqual(['Conselho', 'group'])
  expect(Object.values(await client.socket.groupFetchAllParticipating()).map(({ subject }) => subject)).toContain(
    'Conselho',
  )
  await client.socket.groupLeave(id)
  expect(simulator.state().phones[0]?.chats.some(({ title }) => title === 'Conselho')).toBe(true)
  expect(await client.socket.groupMetadata(id).catch(() => 'forbidden')).toBe('forbidden')
})

test('a file can be sent to a group', async () => {
  const { client, group, run } = await groupTestbed('lid')
  await run({
    do: 'sendMedia',
    from: MARIA,
    to: group,
    kind: 'image',
    mimetype: 'image/png',
    base64: 'AAAA',
    caption: 'foto',
  })
  const message = await client.until('messages.upsert', ({ messages }) =>
    messages.find((one) => one.message?.imageMessage),
  )
  expect(message.message?.imageMessage?.caption).toBe('foto')
})
