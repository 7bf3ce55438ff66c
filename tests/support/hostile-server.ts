/**
 * A server that answers as badly as it may within the limits of an answer. It runs in a process of its own, so that
 * only our server's work shows on the event loop and in the memory. The first part of the path names the answer.
 */
const KILOBYTE = 1000
const encoder = new TextEncoder()
const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

/** Server-sent events, many to a part, as they arrive when the network is faster than the reader. */
function streamed(pieces: Iterable<string>): Response {
  const waiting = pieces[Symbol.iterator]()
  const body = new ReadableStream({
    pull(controller) {
      let part = ''
      while (part.length < 64 * KILOBYTE) {
        const { value, done } = waiting.next()
        if (done) break
        part += value
      }
      if (part === '') controller.close()
      else controller.enqueue(encoder.encode(part))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function* frames(count: number, content: string) {
  yield frame('<think>')
  const one = frame(content)
  for (let n = 0; n < count; n++) yield one
}

function* line(size: number) {
  yield 'data: '
  for (let sent = 0; sent < size; sent += KILOBYTE) yield 'x'.repeat(KILOBYTE)
}

const nested = (size: number) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`
const wide = (size: number, before: string, one: string, after: string) =>
  `${before}${`${one},`.repeat(size / (one.length + 1))}${one}${after}`
const json = (body: string) => () => new Response(body, { headers: { 'content-type': 'application/json' } })

export const hostileAnswers = {
  'long-thoughts': () => streamed(frames(15_000, 'x'.repeat(KILOBYTE))),
  'short-thoughts': () => streamed(frames(280_000, 'x')),
  'endless-line': () => streamed(line(16_000 * KILOBYTE)),
  'many-choices': json(wide(250 * KILOBYTE, '{"choices":[', '{}', ']}')),
  nested: json(nested(800 * KILOBYTE)),
  'nested-text': json(JSON.stringify({ output: nested(800 * KILOBYTE) })),
  'many-messages': json(wide(800 * KILOBYTE, '[', '{"text":"#tag=1"}', ']')),
  'as-many-as-may-be': json(wide(800 * KILOBYTE, '[', JSON.stringify({ output: 'x'.repeat(400) }), ']')),
  'a-long-text': json(JSON.stringify({ output: '*a* '.repeat(200 * KILOBYTE) })),
  bubbles: json(
    JSON.stringify({
      sessionId: 's',
      messages: Array.from({ length: 30 }, (_, n) => ({
        id: `${n}`,
        type: 'text',
        content: { richText: [{ children: [{ text: '*_~`'.repeat(6 * KILOBYTE) }] }] },
      })),
    }),
  ),
  'many-values': json(JSON.stringify({ data: Array.from({ length: 9000 }, (_, n) => `${n} é ${'x'.repeat(15)}`) })),
} as const
export type HostileAnswer = keyof typeof hostileAnswers

if (import.meta.main) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const name = new URL(url).pathname.split('/')[1] ?? ''
      return name in hostileAnswers ? hostileAnswers[name as HostileAnswer]() : new Response('', { status: 404 }) // checked
    },
  })
  console.log(server.port)
}
