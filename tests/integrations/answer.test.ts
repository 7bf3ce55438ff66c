/** Answers of webhook and n8n. */
import { describe, expect, test } from 'bun:test'
import { readAnswer, toActions } from '../../src/features/integrations/answer'
import { createRandom } from '../support/random'

const say = (text: string) => ({ do: 'say' as const, text })
const trust = { commandsInTexts: true, heard: '' }
const read = (body: unknown, type = 'application/json') =>
  readAnswer({ body: typeof body === 'string' ? body : JSON.stringify(body), type }, trust)

describe('an answer that is understood', () => {
  const table: [body: unknown, commands: object[]][] = [
    // Explicitly nothing.
    ['', []],
    ['{}', []],
    ['[]', []],
    ['null', []],
    [{ output: '  ' }, []],
    [{ messages: [] }, []],
    // What n8n and Make say by themselves.
    [{ message: 'Workflow was started' }, []],
    ['"Workflow was started"', []],
    ['Accepted', []],
    // Words under the names that are in use.
    ['"oi"', [say('oi')]],
    [{ output: 'oi' }, [say('oi')]],
    [{ text: 'oi' }, [say('oi')]],
    [{ answer: 'oi', conversation_id: 'x' }, [say('oi')]],
    [{ response: 'oi' }, [say('oi')]],
    [{ reply: 'oi' }, [say('oi')]],
    [{ message: 'oi' }, [say('oi')]],
    [{ result: 'oi' }, [say('oi')]],
    [{ data: { text: 'oi' } }, [say('oi')]],
    [{ success: false, output: 'Não achei o pedido.' }, [say('Não achei o pedido.')]],
    [
      [{ output: 'um' }, { text: 'dois' }],
      [say('um'), say('dois')],
    ],
    [{ replies: ['um', { text: 'dois' }] }, [say('um'), say('dois')]],
    [[{ json: { output: 'de um item do n8n' } }], [say('de um item do n8n')]],
    [{ type: 'text', content: 'oi' }, [say('oi')]],
    [{ messages: [{ type: 'text', content: 'oi' }] }, [say('oi')]],
    // Chat services and models behind the server.
    [[{ recipient_id: '1', text: 'oi' }], [say('oi')]],
    [{ responses: [{ type: 'typing' }, { type: 'text', text: 'oi' }] }, [say('oi')]],
    [{ type: 'text', payload: { text: 'oi' } }, [say('oi')]],
    [[{ type: 'text', payload: { message: 'oi' } }, { type: 'end' }], [say('oi')]],
    [{ output: { role: 'assistant', content: 'oi' } }, [say('oi')]],
    [{ choices: [{ index: 0, message: { role: 'assistant', content: 'oi' } }] }, [say('oi')]],
    [{ content: [{ type: 'text', text: 'oi' }], role: 'assistant', type: 'message' }, [say('oi')]],
    [
      {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', content: [{ type: 'output_text', text: 'oi' }] },
        ],
      },
      [say('oi')],
    ],
    [{ candidates: [{ content: { parts: [{ text: 'oi' }], role: 'model' } }] }, [say('oi')]],
    [[{ generated_text: 'oi' }], [say('oi')]],
    ['{"type":"begin"}\n{"type":"item","content":"Ol"}\n{"type":"item","content":"á!"}\n{"type":"end"}', [say('Olá!')]],
    // Files and commands.
    [
      { type: 'image', content: 'foto', mediaUrl: 'https://x.example/a.png' },
      [{ do: 'sendFile', file: { url: 'https://x.example/a.png' }, as: 'image', caption: 'foto' }],
    ],
    [{ queueId: 2 }, [{ do: 'transfer', queueId: 2, userId: null }]],
    [{ output: '#{"queueId":2,"userId":5}' }, [{ do: 'transfer', queueId: 2, userId: 5 }]],
    [{ output: '#queue=2' }, [{ do: 'transfer', queueId: 2, userId: null }]],
    [{ stopBot: true }, [{ do: 'stop' }]],
  ]
  test.each(table)('%j', (body, wanted) => {
    expect(read(body)).toEqual(wanted as ReturnType<typeof readAnswer>)
  })
})

test.each([
  [{ myField: 'valor' }],
  [{ success: true }],
  [{ status: 'ok' }],
  [{ output: { foo: 1 } }],
  [[{ foo: 1 }]],
  ['42'],
  ['true'],
  [{ error: 'quota exceeded', message: 'Internal error' }],
  [{ error: 'quota exceeded', output: '' }],
  [{ success: false, response: null }],
  [{ code: 0, message: 'No item to return was found' }],
  [{ headers: {}, query: {}, body: { message: { type: 'chat', body: 'oi' } } }],
])('an answer that holds nothing we know is a fault: %j', (body) => {
  expect(read(body)).toBe('nothingSaid')
})

test.each([
  ['text/html', 'Seu pedido saiu hoje.'],
  ['text/plain', 'Olá!\nSeu pedido saiu.'],
  ['text/html', 'Preço < 3 reais'],
  ['text/html', '[Loja Ana] Seu pedido saiu.'],
  ['', 'oi'],
  ['application/json', 'oi'],
])('plain words are a message, as %s: %j', (type, words) => {
  expect(read(words, type)).toEqual([say(words)])
})

test.each([
  ['html', '<!doctype html><p>oi', 'text/html'],
  ['html', '\n<html>', 'text/html'],
  ['html', '502 Bad Gateway\n<body>nginx</body>', 'text/plain'],
  ['html', '<?xml version="1.0"?><a/>', 'text/xml'],
  ['notJson', '{"output":"o', 'application/json'],
  ['notJson', '[oi', 'text/plain'],
  ['notJson', '[object Object] oi', 'text/plain'],
  ['notJson', 'oi', 'image/png'],
  ['notJson', '\u0000\u0001\u0002', 'text/plain'],
])('is of no use (%s): %j', (fault, body, type) => {
  expect(read(body, type)).toBe(fault as 'html')
})

test('a hundred commands are read, and nothing of an answer with too many values', () => {
  const all = Array.from({ length: 500 }, (_, n) => ({ output: `${n}` }))
  const both = read([...all.slice(0, 50), { stopBot: true }])
  expect(Array.isArray(both) && both.at(-1)).toEqual({ do: 'stop' })
  expect(read(all)).toHaveLength(100)
  expect(readAnswer({ body: `${'['.repeat(400_000)}${']'.repeat(400_000)}`, type: 'application/json' }, trust)).toBe(
    'tooLong',
  )
  expect(readAnswer({ body: `[${'{},'.repeat(200_000)}{}]`, type: 'application/json' }, trust)).toBe('tooLong')
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
    const commands = read(value(0))
    if (typeof commands === 'string') continue
    expect(commands.length).toBeLessThanOrEqual(100)
    for (const one of commands) if (one.do === 'say') expect(one.text.length).toBeLessThanOrEqual(4000)
  }
})
