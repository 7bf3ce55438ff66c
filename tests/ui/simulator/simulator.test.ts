import { expect, test } from 'bun:test'
import type { MessageView, PhoneView } from '../../../src/simulator/contract'
import { group } from '../../../ui/features/simulator/chat/group'
import { whoIs } from '../../../ui/features/simulator/directory'
import { eventText } from '../../../ui/features/simulator/log/eventText'
import { chatsOf } from '../../../ui/features/simulator/phone/chats'
import { jsonLines } from '../../../ui/shared/ndjson'
import { textIn } from '../support/texts'

const t = await textIn('pt-BR')

const phone = (change: Partial<PhoneView>): PhoneView => ({
  lid: '900',
  id: change.phone ?? '1',
  phone: '1',
  name: 'Maria',
  role: 'customer',
  online: true,
  restrictedUntil: null,
  banned: false,
  devices: [],
  chats: [],
  ...change,
})
const company = phone({ phone: '552130421180', name: 'Loja Centro', role: 'company' })

test('JSON lines are assembled however the chunks are split, even inside a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"é"}\n\n{"a":2}\n{"a":3}')
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  expect(await Array.fromAsync(jsonLines(stream))).toEqual([{ a: 'é' }, { a: 2 }, { a: 3 }])
})

test.each([
  ['text:oi: tudo bem?', 'Texto “oi: tudo bem?”'],
  ['image:', 'Foto'],
  ['stream:503', 'conexão encerrada com o código 503'],
  ['fault:refuseUpload', 'falha provocada: Recusar arquivos enviados'],
  ['device:linked', 'aparelho vinculado'],
  ['call:552130421180', 'ligou para Loja Centro'],
  ['did:edit', 'editou uma mensagem'],
  ['did:somethingNew', 'mudou uma conversa'],
  ['something:new', 'something:new'],
])('%s is described as %s', (what, words) => {
  expect(eventText(t, what, [company])).toBe(words)
})

test('phones are named after their owner', () => {
  expect(whoIs('552130421180', [company])).toBe('Loja Centro')
  expect(whoIs('WhatsApp', [company])).toBe('WhatsApp')
})

test('a customer can write to a company for the first time', () => {
  const maria = phone({ phone: '5521996124087' })
  expect(chatsOf(maria, [company, maria]).map((chat) => chat.title)).toEqual(['Loja Centro'])
  const known = { ...maria, chats: chatsOf(maria, [company]) }
  expect(chatsOf(known, [company, maria])).toHaveLength(1)
})

test('bubbles of one author within a minute are grouped', () => {
  const said = (id: string, author: string, at: string) => ({ id, author, fromMe: author === 'me', at }) as MessageView
  const grouped = group([
    said('1', 'me', '2026-11-19T14:00:00Z'),
    said('2', 'me', '2026-11-19T14:00:30Z'),
    said('3', 'you', '2026-11-19T14:00:40Z'),
    said('4', 'you', '2026-11-19T14:09:40Z'),
  ])
  expect(grouped.map(({ first, last }) => [first, last])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
  ])
})
