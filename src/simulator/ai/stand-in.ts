/**
 * A stand-in for a language model that speaks OpenAI's protocol, for the demo and tests. It makes a few real,
 * deterministic edits and understands nothing.
 */
import { noWait } from '../../platform/gate'
import { asStream } from '../../platform/streams'

type Turn = { readonly role: string; readonly content: string }
type Question = { readonly model: string; readonly messages: readonly Turn[]; readonly stream?: boolean }

const SAID_SO = 'Servidor de demonstração, sem inteligência artificial.'

/** Performs the task of the system message, or says that it cannot. */
export function standInAnswer({ messages }: Question): string {
  const task = messages.find(({ role }) => role === 'system')?.content ?? ''
  const text = messages.findLast(({ role }) => role === 'user')?.content.trim() ?? ''
  if (/\bshorter\b/i.test(task)) return shortened(text)
  if (/\bformal\b/i.test(task)) return formal(text)
  if (/\bimprove\b/i.test(task)) return improved(text)
  const language = /^Translate the message into (?:Brazilian )?(\w+)/.exec(task)?.[1]
  if (language !== undefined) return translated(text, language)
  if (/\bsuggest\b/i.test(task)) return suggested(text)
  const asked = messages.filter(({ role }) => role === 'user').length
  const which = asked > 1 ? ` É a pergunta ${asked} desta conversa.` : ''
  return `${SAID_SO}${which} Você perguntou: “${text.slice(0, 300)}”`
}

const lines = (text: string, edit: (line: string) => string) => text.split('\n').map(edit).join('\n')
const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** Fixes spaces, capitals and full stops. */
function improved(text: string): string {
  return lines(text, (line) => {
    const tidy = line
      .replace(/\s+/g, ' ')
      .replace(/ ([,.!?;:])/g, '$1')
      .replace(/\bvc\b/gi, 'você')
      .replace(/\bpq\b/gi, 'porque')
      .replace(/\btb\b/gi, 'também')
      .trim()
    const sentences = capital(tidy).replace(
      /([.!?] )(\p{Ll})/gu,
      (_, end: string, letter: string) => end + letter.toUpperCase(),
    )
    return /[\p{L}\p{N}]$/u.test(sentences) ? `${sentences}.` : sentences
  })
}

/** The first sentence, without filler words. */
function shortened(text: string): string {
  const [first = ''] = improved(text).split(/(?<=[.!?])\s/)
  return capital(
    first
      .replace(/\b(?:na verdade|realmente|basicamente|muito|por favor|just|really|very)\b,? ?/gi, '')
      .replace(/\s+/g, ' ')
      .replace(/ ([,.!?;:])/g, '$1')
      .trim(),
  )
}

const polite: readonly (readonly [RegExp, string])[] = [
  [/^(oi|olá|opa|e aí)(?!\p{L})/iu, 'Prezado cliente'],
  [/(?<!\p{L})(valeu|obrigad[oa])(?!\p{L})/giu, 'agradecemos o contato'],
  [/(?<!\p{L})(vc|você)(?!\p{L})/giu, 'o senhor ou a senhora'],
  [/(?<!\p{L})tá(?!\p{L})/giu, 'está'],
  [/(?<!\p{L})pra(?!\p{L})/giu, 'para'],
]

const formal = (text: string) => improved(polite.reduce((said, [word, better]) => said.replace(word, better), text))

const phrases: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/\bbom dia\b/gi, { English: 'good morning', Spanish: 'buenos días', Turkish: 'günaydın' }],
  [/\bboa tarde\b/gi, { English: 'good afternoon', Spanish: 'buenas tardes', Turkish: 'iyi günler' }],
  [/\bobrigad[oa]\b/gi, { English: 'thank you', Spanish: 'gracias', Turkish: 'teşekkürler' }],
  [/(?<!\p{L})olá(?!\p{L})/giu, { English: 'hello', Spanish: 'hola', Turkish: 'merhaba' }],
  [/\bpedido\b/gi, { English: 'order', Spanish: 'pedido', Turkish: 'sipariş' }],
]

/** Translates five phrases; other texts only get the language as a mark. */
const translated = (text: string, language: string) =>
  `[${language}] ${capital(phrases.reduce((said, [phrase, words]) => said.replace(phrase, words[language] ?? '$&'), text))}`

function suggested(conversation: string): string {
  const last = conversation
    .split('\n')
    .findLast((line) => line.startsWith('Customer: '))
    ?.slice('Customer: '.length)
  return `Olá! Recebemos a sua mensagem${last === undefined ? '' : ` “${last.slice(0, 80)}”`} e já vamos verificar.`
}

export type StandIn = { readonly url: string; readonly key: string; stop(): Promise<void> }

/** Listens on this machine only. `answer` replaces its own, for tests of failures. */
export function startStandIn(
  answer: (question: Question) => Response | Promise<Response> = (question) => completion(question),
): StandIn {
  const key = `demo-${crypto.randomUUID()}`
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.headers.get('authorization') !== `Bearer ${key}`)
        return problem(401, 'invalid_api_key', 'Incorrect API key provided.')
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/chat/completions')
        return problem(404, 'not_found', 'Unknown request URL.')
      const question = (await request.json()) as Question // only our own server sends requests
      if (question.messages.length === 0) return problem(400, 'invalid_request_error', "[] is too short - 'messages'")
      return answer(question)
    },
  })
  server.unref() // it does not keep the process alive
  return { url: `http://127.0.0.1:${server.port}/v1`, key, stop: () => server.stop(true) }
}

const problem = (status: number, code: string, message: string) =>
  Response.json({ error: { message, type: code, param: null, code } }, { status })

/** Streamed with `wordEvery` milliseconds between the words. */
export function completion(question: Question, wordEvery = 0): Response {
  const content = standInAnswer(question)
  if (question.stream) return streamed(content.split(/(?<=\s)/), { model: question.model, wordEvery })
  const words = (text: string) => text.split(/\s+/).length
  const asked = question.messages.reduce((sum, { content }) => sum + words(content), 0)
  return Response.json({
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: question.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: asked, completion_tokens: words(content), total_tokens: asked + words(content) },
  })
}

type Streaming = { readonly model: string; readonly wordEvery: number; readonly finish?: string | null }

/** The words as server-sent events, one after the other. Without `finish`, the stream breaks off. */
export function streamed(words: readonly string[], { model, wordEvery, finish = 'stop' }: Streaming): Response {
  const frame = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model,
  }
  const event = (delta: object, finish_reason: string | null) =>
    encoder.encode(`data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
  const encoder = new TextEncoder()
  async function* events() {
    yield event({ role: 'assistant', content: '' }, null)
    for (const content of words) {
      yield event({ content }, null)
      if (wordEvery > 0) await Bun.sleep(wordEvery)
    }
    if (finish === null) return
    yield event({}, finish)
    yield encoder.encode('data: [DONE]\n\n')
  }
  return new Response(asStream(events(), noWait), { headers: { 'content-type': 'text/event-stream' } })
}
