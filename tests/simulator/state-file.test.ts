import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { startSimulator } from '../../src/simulator/simulator'
import { openClient, pairedClient, speakHttpTo } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, town } from './support/world'

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  afterThisTest(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('a simulator started again knows its phones, devices, chats and what it owes', async () => {
  const path = stateFile()
  const { simulator, company, maria } = await town({ stateFile: path })
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
