/** Answers of webhook and n8n. */
import { expect, test } from 'bun:test'
import { readAnswer, toActions } from '../../src/features/integrations/answer'
import { createRandom } from '../support/random'

const say = (text: string) => ({ do: 'say', text })

test.each([
  ['', []],
  ['{}', []],
  ['null', []],
  ['{"message":"Workflow was started"}', []],
  ['"Workflow was started"', []],
  ['{"output":"oi"}', [say('oi')]],
  ['{"text":"oi"}', [say('oi')]],
  ['{"answer":"oi"}', [say('oi')]],
  ['{"output":"  "}', []],
  ['[{"output":"um"},{"text":"dois"}]', [say('um'), say('dois')]],
  ['[{"json":{"output":"de um item do n8n"}}]', [say('de um item do n8n')]],
  ['{"type":"text","content":"oi"}', [say('oi')]],
  ['{"messages":[{"type":"text","content":"oi"}]}', [say('oi')]],
  [
    '{"type":"image","content":"foto","mediaUrl":"https://x.example/a.png"}',
    [{ do: 'sendFile', file: { url: 'https://x.example/a.png' }, as: 'image', caption: 'foto' }],
  ],
  ['{"queueId":2}', [{ do: 'transfer', queueId: 2, userId: null }]],
  ['{"output":"#{\\"queueId\\":2,\\"userId\\":5}"}', [{ do: 'transfer', queueId: 2, userId: 5 }]],
  ['{"output":"#queue=2"}', [{ do: 'transfer', queueId: 2, userId: null }]],
  ['{"stopBot":true}', [{ do: 'stop' }]],
  ['{"success":true}', []],
])('%s', (body, wanted) => {
  expect(readAnswer(body)).toEqual(wanted as ReturnType<typeof readAnswer>)
})

test('a page and a text that is no JSON are of no use', () => {
  expect(readAnswer('<!doctype html><p>oi')).toBe('html')
  expect(readAnswer('\n<html>')).toBe('html')
  expect(readAnswer('oi')).toBe('notJson')
  expect(readAnswer('{"output":"o')).toBe('notJson')
})

test('a hundred commands are read, and nothing of an answer with too many values', () => {
  const all = Array.from({ length: 500 }, (_, n) => ({ output: `${n}` }))
  expect(readAnswer(JSON.stringify(all))).toHaveLength(100)
  expect(readAnswer(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)).toBe('tooLong')
  expect(readAnswer(`[${'{},'.repeat(200_000)}{}]`)).toBe('tooLong')
})

test('a pause delays the next message only, up to the longest', () => {
  const actions = toActions(
    [
      { do: 'wait', ms: 8000 },
      { do: 'wait', ms: 8000 },
      { do: 'say', text: 'a' },
      { do: 'say', text: 'b' },
    ],
    () => [],
  )
  expect(actions).toEqual([
    { do: 'say', text: 'a', afterMs: 10_000 },
    { do: 'say', text: 'b' },
  ])
})

test('any JSON gives bounded commands', () => {
  const random = createRandom(7)
  const names = [
    'output',
    'text',
    'answer',
    'type',
    'content',
    'mediaUrl',
    'message',
    'messages',
    'action',
    'queueId',
    'json',
  ]
  const value = (depth: number): unknown => {
    const kind = random.below(depth > 4 ? 4 : 6)
    if (kind === 0) return null
    if (kind === 1) return random.below(1000) - 500
    if (kind === 2) return random.pick(['', 'oi', '#queue=2', 'image', 'addTag', 'https://x.example', 'x'.repeat(5000)])
    if (kind === 3) return true
    if (kind === 4) return Array.from({ length: random.below(30) }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: random.below(5) }, () => [random.pick(names), value(depth + 1)]))
  }
  for (let n = 0; n < 500; n++) {
    const read = readAnswer(JSON.stringify(value(0)))
    if (typeof read === 'string') continue
    expect(read.length).toBeLessThanOrEqual(100)
    for (const one of read) if (one.do === 'say') expect(one.text.length).toBeLessThanOrEqual(4000)
  }
})
