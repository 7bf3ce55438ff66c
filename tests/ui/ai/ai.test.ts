import { expect, test } from 'bun:test'
import type { AiChat, AiLine, AiTurn } from '../../../src/features/ai/contract'
import { answerWith, foundAiChats } from '../../../ui/features/ai/spec'
import { chatIdOf } from '../../../ui/features/ai/view'

const chat: AiChat = { id: 1, title: 'Prazos de entrega', createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '' }
const turn = (answer: string): AiTurn => ({
  id: 1,
  chatId: 1,
  prompt: 'oi',
  answer,
  outcome: 'writing',
  error: null,
  createdAt: '',
})

test('an answer grows by lines, and is replaced when it does not continue or is complete', () => {
  const lines: AiLine[] = [
    { chat, turn: turn('') },
    { more: 'ela' },
    { more: ' quer' },
    { answer: 'Bom' },
    { more: ' dia' },
    { chat, turn: turn('Bom dia.') },
  ]
  const seen: string[] = []
  lines.reduce((answer, line) => {
    seen.push(answerWith(answer, line))
    return seen.at(-1) ?? ''
  }, '')
  expect(seen).toEqual(['', 'ela', 'ela quer', 'Bom', 'Bom dia', 'Bom dia.'])
})

test('conversations are found by title, without accents or case', () => {
  const all = [chat, { ...chat, id: 2, title: 'Convite à Black Friday' }]
  expect(foundAiChats(all, 'CONVITE a').map(({ id }) => id)).toEqual([2])
  expect(foundAiChats(all, '').map(({ id }) => id)).toEqual([1, 2])
})

test('an address that names no conversation opens a new one', () => {
  expect(['12', '0', 'x', '1e3', '', undefined].map(chatIdOf)).toEqual([12, null, null, null, null, null])
})
