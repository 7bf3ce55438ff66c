import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { startSimulator } from '../../src/simulator/simulator'
import { test } from '../support/trace'
import { openClient, pairedClient, speakHttpTo } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, runnerOf, TIAGO, testbed } from './support/world'

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  afterThisTest(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('a simulator started again knows its phones, devices, chats and what is pending', async () => {
  const path = stateFile()
  const { simulator, company, maria } = await testbed({ stateFile: path })
  const first = await pairedClient(simulator, company)
  await maria.say(COMPANY, 'antes')
  await first.gets('antes')
  await first.socket.sendMessage(pn(MARIA), { text: 'recebido' })
  await maria.gets('recebido')
  first.close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  const file = { kind: 'document', mimetype: 'text/plain', name: 'a.txt' } as const
  await maria.sendMedia(COMPANY, { ...file, base64: Buffer.from('conteúdo').toString('base64') })
  await maria.say(COMPANY, 'enquanto você não estava')
  await simulator.stop()

  const again = await startSimulator({ stateFile: path })
  afterThisTest(again.stop)
  afterThisTest(speakHttpTo(again))
  expect(again.rootKey).toBe(simulator.rootKey)
  expect(
    again
      .phone(MARIA)
      .messages(COMPANY)
      .map(({ text }) => text),
  ).toEqual(['antes', 'recebido', '', 'enquanto você não estava'])
  const client = openClient(again, first.credentials)
  afterThisTest(client.close)
  await client.gets('enquanto você não estava')
  const document = await client.until('messages.upsert', ({ messages }) =>
    messages.find((one) => one.message?.documentMessage),
  )
  const url = document.message?.documentMessage?.url?.replace(simulator.origin, again.origin) ?? null
  if (document.message?.documentMessage) document.message.documentMessage.url = url
  expect((await downloadMediaMessage(document, 'buffer', {})).toString()).toBe('conteúdo')

  await again.phone(MARIA).say(COMPANY, 'depois')
  await client.gets('depois')
  await client.socket.sendMessage(pn(MARIA), { text: 'e a volta' })
  await again.phone(MARIA).gets('e a volta')
  expect(again.trace()).not.toContain('type="retry"')
})

test('people and their phones are kept in the state file', async () => {
  const path = stateFile()
  const { simulator } = await testbed({ stateFile: path })
  const run = runnerOf(simulator)
  await run({ do: 'setPicture', phone: MARIA, base64: Buffer.from('retrato').toString('base64') })
  await run({ do: 'block', phone: MARIA, who: TIAGO })
  const group = await run({ do: 'createCommunity', by: MARIA, subject: 'Bairro', members: [TIAGO] })
  const poll = await run({ do: 'sendPoll', from: TIAGO, to: COMPANY, question: 'Cor?', options: ['azul', 'verde'] })
  await run({ do: 'vote', from: COMPANY, chat: TIAGO, id: poll, options: ['verde'] })
  await run({ do: 'setDisappearing', phone: TIAGO, chat: COMPANY, seconds: 60 })
  const before = simulator.state().phones
  await simulator.stop()
  const restarted = await startSimulator({ stateFile: path })
  afterThisTest(restarted.stop)
  expect(restarted.state().phones).toEqual(before)
  const { picture } = restarted.phone(MARIA).view()
  const shown = await restarted.handleControl(new Request(`http://any/control/${picture}`))
  expect(await shown.text()).toBe('retrato')
  expect(
    restarted
      .phone(MARIA)
      .view()
      .chats.some(({ id }) => id === group),
  ).toBe(true)
  const next = await runnerOf(restarted)({ do: 'vote', from: TIAGO, chat: COMPANY, id: poll, options: ['azul'] })
  expect(next).toStartWith('AC')
})

test('a state that could not be written, as on a full disk, is written when that is over', async () => {
  const path = stateFile()
  const failed = Promise.withResolvers<string>()
  const simulator = await startSimulator({ stateFile: path, log: failed.resolve })
  mkdirSync(`${path}.new`)
  simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  expect(await failed.promise).toStartWith('state not saved')
  rmdirSync(`${path}.new`)
  await simulator.stop()
  const again = await startSimulator({ stateFile: path })
  afterThisTest(again.stop)
  expect(again.state().phones).toMatchObject([{ name: 'Maria' }])
})
