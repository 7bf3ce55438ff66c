import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadMediaMessage, proto } from '@whiskeysockets/baileys'
import { startSimulator } from '../../src/simulator/simulator'
import { processorWatch } from '../support/cpu'
import { test } from '../support/trace'
import { openClient, pairedClient, speakHttpTo } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, runnerOf, TIAGO, testbed } from './support/world'

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  afterThisTest(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('phones, devices, chats and pending stanzas survive a restart', async () => {
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

test('people and phones are stored in the state file', async () => {
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

/** Nested quotes: each level is a text (6) with a context (17) with a message (3). */
function quotes(layers: number): Buffer {
  const core = proto.Message.encode({ conversation: 'fundo' }).finish()
  let length = core.length
  const heads = Array.from({ length: layers * 3 }, (_, n) => {
    const head = Buffer.from([...varint((([3, 17, 6][n % 3] ?? 0) << 3) | 2), ...varint(length)])
    length += head.length
    return head
  })
  return Buffer.concat([...heads.reverse(), core])
}

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)])

test('deeply nested quotes are delivered but not stored, and do not block storing others', async () => {
  const path = stateFile()
  const complaints: string[] = []
  const { simulator, maria } = await testbed({ stateFile: path, log: (text) => void complaints.push(text) })
  const run = runnerOf(simulator)
  await run({ do: 'sendContent', from: MARIA, to: TIAGO, base64: Buffer.from(quotes(20)).toString('base64') })
  for (const layers of [5_000, 30_000])
    await run({ do: 'sendContent', from: MARIA, to: TIAGO, base64: Buffer.from(quotes(layers)).toString('base64') })
  await maria.say(TIAGO, 'depois')
  const spent = processorWatch()
  await simulator.stop()
  expect(spent()).toBeLessThan(500)
  expect(complaints).toEqual([])
  const again = await startSimulator({ stateFile: path })
  afterThisTest(again.stop)
  const kinds = again
    .phone(TIAGO)
    .messages(MARIA)
    .map(({ kind }) => kind)
  expect(kinds).toEqual(['text', 'unknown', 'unknown', 'text'])
  expect(statSync(path).size).toBeLessThan(100_000)
})

test('the state stays bounded after thousands of large messages and keeps the newest', async () => {
  const path = stateFile()
  const { simulator, maria } = await testbed({ stateFile: path })
  const run = runnerOf(simulator)
  const large = (n: number) =>
    proto.Message.encode({ imageMessage: { caption: `foto ${n}`, jpegThumbnail: Buffer.alloc(100_000, n) } }).finish()
  await run({ do: 'setOnline', phone: COMPANY, on: false })
  for (let n = 0; n < 400; n++) {
    await run({ do: 'sendContent', from: MARIA, to: TIAGO, base64: Buffer.from(large(n)).toString('base64') })
    await run({ do: 'sendContent', from: MARIA, to: COMPANY, base64: Buffer.from(large(n)).toString('base64') })
  }
  for (let n = 0; n < 2_500; n++) await maria.say(TIAGO, `oi ${n}`)
  await maria.say(TIAGO, 'a última')
  await simulator.stop()
  expect(statSync(path).size).toBeLessThan(50 * 1024 * 1024)
  const started = performance.now()
  const again = await startSimulator({ stateFile: path })
  afterThisTest(again.stop)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(again.phone(TIAGO).messages(MARIA).at(-1)?.text).toBe('a última')
  const kept = JSON.parse(await Bun.file(path).text()) as {
    accounts: { phone: string; messages: unknown[]; waiting: unknown[] }[]
  }
  const of = (phone: string) => kept.accounts.find((account) => account.phone === phone)
  expect([of(TIAGO)?.messages.length, (of(COMPANY)?.waiting.length ?? 0) > 10]).toEqual([2_000, true])
}, 180_000)

test('a state that could not be written on a full disk is written later', async () => {
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
