/** A bot's replies as messages. */
import { describe, expect, test } from 'bun:test'
import { convert, readReply } from '../../src/features/typebot/convert'
import { typebotPhrases } from '../../src/features/typebot/phrases'
import { createRandom } from '../support/random'

const converted = (reply: object) => {
  const read = readReply(JSON.stringify({ messages: [], ...reply }))
  if (!read) throw new Error('no reply')
  return convert(read, typebotPhrases['pt-BR'], { commandsInTexts: true, heard: '' })
}
const commands = (...messages: object[]) => converted({ messages }).commands
const rich = (id: string, ...texts: string[]) => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: texts.map((text) => ({ type: 'p', children: [{ text }] })) },
})
const bubble = (type: string, content: object) => ({ id: 'b', type, content })
const say = (text: string) => ({ do: 'say' as const, text })
const file = (as: string, url: string, caption = '') => ({ do: 'sendFile', file: { url }, as, caption })

describe('bubbles', () => {
  test('are texts in either format', () => {
    expect(commands(rich('1', 'um', 'dois'))).toEqual([say('um\ndois')])
    expect(commands(bubble('text', { type: 'markdown', markdown: '**Oi**' }))).toEqual([say('*Oi*')])
    expect(commands(rich('1', ''), bubble('text', {}), bubble('other', {}))).toEqual([])
  })

  test('are commands, also over several paragraphs and with escapes of markdown', () => {
    const transfer = { do: 'transfer' as const, queueId: 2, userId: null }
    expect(commands(rich('1', '#{"queueId":2}'))).toEqual([transfer])
    expect(commands(rich('1', '#{', '  "queueId": 2', '}'))).toEqual([transfer])
    expect(commands(bubble('text', { type: 'markdown', markdown: '\\#queue=2' }))).toEqual([transfer])
    expect(commands(rich('1', 'fila #queue=2'))).toEqual([say('fila #queue=2')])
  })

  test('are pictures, voice, videos and documents by their addresses', () => {
    const url = (path: string) => `https://loja.example/${path}`
    expect(
      commands(
        bubble('image', { url: url('a.png'), clickLink: { url: url('leme') } }),
        bubble('image', { url: url('a.svg') }),
        bubble('audio', { url: url('a.ogg') }),
        bubble('video', { url: url('a.mp4'), type: 'url' }),
        bubble('embed', { url: url('a.pdf?x=1') }),
      ),
    ).toEqual([
      file('image', url('a.png'), url('leme')),
      file('document', url('a.svg')),
      file('voice', url('a.ogg')),
      file('video', url('a.mp4')),
      file('document', url('a.pdf?x=1')),
    ] as never)
  })

  test('are addresses where a page shows the content', () => {
    expect(
      commands(
        bubble('video', { type: 'youtube', id: 'dQw4w9WgXcQ' }),
        bubble('video', { type: 'vimeo', url: 'https://player.vimeo.com/video/1' }),
        bubble('video', { url: 'https://youtu.be/x' }),
        bubble('embed', { url: 'https://maps.example/loja' }),
      ),
    ).toEqual([
      say('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
      say('https://player.vimeo.com/video/1'),
      say('https://youtu.be/x'),
      say('https://maps.example/loja'),
    ])
  })

  test('with no web address are left out', () => {
    for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd', 'http://', '', 7, null])
      expect(commands(bubble('image', { url }), bubble('audio', { url }), bubble('embed', { url }))).toEqual([])
  })
})

describe('actions of the client', () => {
  const wait = (seconds: unknown, after?: string) => ({
    type: 'wait',
    wait: { secondsToWaitFor: seconds },
    lastBubbleBlockId: after,
  })

  test('wait after their bubble, or before the first, at most ten seconds', () => {
    const messages = [rich('1', 'um'), rich('2', 'dois')]
    expect(converted({ messages, clientSideActions: [wait(2, '1'), wait(99)] }).commands).toEqual([
      ...[{ do: 'wait' as const, ms: 10_000 }, say('um'), { do: 'wait' as const, ms: 2000 }, say('dois')],
    ])
    expect(converted({ messages, clientSideActions: [wait('x'), wait(-1)] }).commands).toHaveLength(2)
  })

  test('redirect by the address, and ask to go on where a reply is expected', () => {
    const redirect = { type: 'redirect', redirect: { url: 'https://loja.example' }, expectsDedicatedReply: true }
    expect(converted({ clientSideActions: [redirect] })).toMatchObject({
      commands: [say('https://loja.example')],
      continues: true,
      input: null,
    })
    const listens = { type: 'listenForWebhook', expectsDedicatedReply: true }
    expect(converted({ clientSideActions: [listens] })).toMatchObject({ continues: false, isForPeople: true })
  })
})

test('an input follows the bubbles', () => {
  const input = { id: 'i', type: 'choice input', items: [{ id: 'x', content: 'Sim' }], options: {} }
  const { commands, input: kept } = converted({ messages: [rich('1', 'Quer?')], input })
  const choices = { prompt: '', options: [{ id: 'Sim', title: 'Sim' }] }
  expect(commands).toEqual([say('Quer?'), { ...say('*1.* Sim'), choices }])
  expect(kept).toEqual({ kind: 'choice', labels: ['Sim'], sends: ['Sim'], isMultiple: false })
})

describe('a hostile reply', () => {
  test('is none, or a bounded one', () => {
    for (const body of ['', '<html>', 'null', '[]', '"x"', '{}', '{"messages":{}}', '{"messages":', '7'])
      expect([body, readReply(body)]).toEqual([body, undefined])
    const tooMany = JSON.stringify({ messages: Array.from({ length: 10_000 }, (_, at) => rich(String(at), 'oi')) })
    expect(readReply(tooMany)).toBeUndefined()
    const many = converted({ messages: Array.from({ length: 500 }, (_, at) => rich(String(at), 'oi')) })
    expect(many.commands.length).toBeLessThanOrEqual(30)
  })

  test('never throws and stays small, whatever the JSON', () => {
    const { next, pick, below } = createRandom(11)
    const names = [
      ...['messages', 'input', 'items', 'content', 'richText', 'children', 'text', 'type', 'url', 'id', 'options'],
      ...['clientSideActions', 'wait', 'lastBubbleBlockId', 'paths', 'title', 'isMultipleChoice', 'markdown', 'bold'],
      ...['runtimeOptions', 'secondsToWaitFor', 'expectsDedicatedReply', 'length', 'startsAt', '__proto__'],
    ]
    const scalars = [
      ...[
        null,
        true,
        0,
        -1,
        1e308,
        3,
        '',
        'x'.repeat(5000),
        'text',
        'image',
        'video',
        'audio',
        'embed',
        'wait',
        'p',
        'ul',
      ],
      ...['choice input', 'picture choice input', 'cards', 'rating input', 'date input', 'payment input', 'file input'],
      ...[
        'https://loja.example/a.png',
        'http://[::1',
        '#queue=1',
        '{"queueId":1}',
        'markdown',
        '**x**',
        '\uD800',
        '\0',
      ],
    ]
    const anything = (depth: number): unknown => {
      if (depth === 0 || next() < 0.25) return pick(scalars)
      if (next() < 0.4) return Array.from({ length: below(5) }, () => anything(depth - 1))
      return Object.fromEntries(Array.from({ length: 5 }, () => [pick(names), anything(depth - 1)]))
    }
    const thing = () => {
      const made = anything(3)
      return typeof made === 'object' && made !== null ? made : {}
    }
    for (let at = 0; at < 1000; at++) {
      const all = () => Array.from({ length: below(4) }, () => ({ type: pick(scalars), ...thing() }))
      const input = { type: pick(scalars), items: all(), ...thing() }
      const result = converted({ messages: all(), clientSideActions: all(), input })
      expect(result.commands.length).toBeLessThan(200)
      expect(JSON.stringify(result.commands).length).toBeLessThan(800_000)
      expect(JSON.stringify(result.input).length).toBeLessThan(60_000)
      for (const command of result.commands) {
        if (command.do === 'say') expect(command.text.length).toBeLessThanOrEqual(4000)
        if (command.do === 'say') expect(command.text.trim()).not.toBe('')
        if (command.do === 'sendFile') expect(command.file.url).toMatch(/^https?:\/\//)
      }
    }
  })
})
