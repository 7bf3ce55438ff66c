/** Requests to a language model over real HTTP. A stand-in responds, or fails as a service may. */
import { describe, expect, test } from 'bun:test'
import { aiChanged } from '../../src/features/ai/contract'
import { readOutsideAllow } from '../../src/platform/outside'
import { completion, startStandIn } from '../../src/simulator/ai/stand-in'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { until } from '../support/until'
import { world } from '../support/world'

type Answered = { status: number; answer?: string; error?: string; details?: unknown }
const ask = async (who: Attendant, body: object): Promise<Answered> => {
  const answer = await who.json('/api/openai', 'POST', body)
  return { status: answer.status, ...((await answer.json()) as object) } // checked by each test
}
const serviceOf = async (who: Attendant) => (await (await who.request('/api/openai')).json()) as unknown

type Turn = { role: string; content: string }

/** Records the requests it receives. */
function service(answer: Parameters<typeof startStandIn>[0] = (question) => completion(question)) {
  const asked: (readonly Turn[])[] = []
  const { url, key, stop } = startStandIn((question) => {
    asked.push(question.messages)
    return answer(question)
  })
  return { asked, stop, ai: { url, key, model: 'modelo' } }
}
const saying = (content: unknown, finish_reason = 'stop') =>
  Response.json({ choices: [{ message: { role: 'assistant', content }, finish_reason }] })

describe('a request', () => {
  test('answers a prompt, and returns the edited text for an edit', async () => {
    const { ai, asked } = service()
    const ana = world({ ai }).attendant()
    expect((await ask(ana, { prompt: 'Qual é a capital?' })).answer).toContain('Qual é a capital?')
    const text = 'na verdade o pedido saiu ontem. vc recebe amanhã, por favor aguarde.'
    expect(await ask(ana, { prompt: text, act: 'shorten' })).toEqual({ status: 200, answer: 'O pedido saiu ontem.' })
    expect((await ask(ana, { prompt: 'oi, tá pronto', act: 'formal' })).answer).toBe('Prezado cliente, está pronto.')
    expect((await ask(ana, { prompt: 'vc  recebe amanhã', act: 'improve' })).answer).toBe('Você recebe amanhã.')
    expect((await ask(ana, { prompt: 'bom dia', act: 'translate', language: 'es' })).answer).toBe(
      '[Spanish] Buenos días',
    )
    expect(asked.at(1)?.at(-1)).toEqual({ role: 'user', content: text })
  })

  test('shares nothing of the conversation for an edit, and only its messages for a suggestion', async () => {
    const { ai, asked } = service()
    const w = world({ ai })
    const ana = w.attendant()
    const maria = w.whatsapp.person('5521996124087', { name: 'Maria Segredo' })
    maria.says('Quanto custa o sofá?')
    const gone = maria.says('minha senha é girassol')
    maria.deletes(gone)
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/1', 'POST', { body: 'Já vejo.' })
    await ana.json('/api/messages/1', 'POST', { body: 'cliente difícil', isNote: true })

    await ask(ana, { prompt: 'vou ver', act: 'improve', ticketId: 1 })
    expect(JSON.stringify(asked[0])).not.toContain('sofá')
    expect((await ask(ana, { prompt: 'custa', act: 'suggest', ticketId: 1 })).answer).toContain('Quanto custa o sofá?')
    const sent = JSON.stringify(asked[1])
    expect(asked[1]?.at(-1)?.content).toBe(
      'Customer: Quanto custa o sofá?\nAttendant: Já vejo.\n\nThe reply begins: custa',
    )
    for (const kept of ['girassol', 'difícil', 'Segredo', '996124087']) expect(sent).not.toContain(kept)
  })

  test('refuses a suggestion to users who do not see the ticket, and shares nothing of a restricted queue', async () => {
    const { ai, asked } = service()
    const w = world({ ai })
    const [ana, bob] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
    const maria = w.whatsapp.person('5521996124087')
    maria.says('assunto reservado')
    await bob.api.tickets({ id: 1 }).put({ status: 'open', queueId: SUPPORT })
    expect(await ask(ana, { prompt: '', act: 'suggest', ticketId: 1 })).toMatchObject({ error: 'ERR_NO_TICKET_FOUND' })
    await bob.api.tickets({ id: 1 }).put({ status: 'closed' })
    w.clock.forward(60_000)
    maria.says('e o sofá?')
    await ana.api.tickets({ id: 2 }).put({ status: 'open', queueId: SALES })
    expect((await ask(ana, { prompt: '', act: 'suggest', ticketId: 2 })).status).toBe(200)
    expect(JSON.stringify(asked)).toContain('sofá')
    expect(JSON.stringify(asked)).not.toContain('reservado')
  })

  test('names the missing field without calling the service', async () => {
    const { ai, asked } = service()
    const w = world({ ai })
    const ana = w.attendant()
    const field = async (body: object) => (await ask(ana, body)).details
    expect(await field({ prompt: ' ' })).toMatchObject([{ field: 'prompt', hint: 'form.required' }])
    expect(await field({ prompt: 'oi', act: 'translate' })).toMatchObject([{ field: 'language' }])
    expect(await field({ prompt: '', act: 'suggest' })).toMatchObject([{ field: 'ticketId' }])
    expect(await field({ prompt: 'x'.repeat(8001) })).toMatchObject([{ field: 'prompt' }])
    w.ticket()
    expect(await ask(ana, { prompt: '', act: 'suggest', ticketId: 1 })).toMatchObject({ error: 'ERR_AI_NOTHING_SAID' })
    expect(asked).toEqual([])
  })

  test('is limited to twenty per user and minute', async () => {
    const { ai } = service()
    const w = world({ ai })
    const [ana, bob] = [w.attendant(), w.attendant()]
    for (let n = 0; n < 20; n++) expect((await ask(ana, { prompt: 'oi' })).status).toBe(200)
    expect(await ask(ana, { prompt: 'oi' })).toMatchObject({ status: 429, details: { retryAfter: 60 } })
    expect((await ask(bob, { prompt: 'oi' })).status).toBe(200)
    w.clock.forward(60_000)
    expect((await ask(ana, { prompt: 'oi' })).status).toBe(200)
  })
})

describe('a failure of the service', () => {
  const outcome = async (answer: () => Response | Promise<Response>) => {
    const { ai } = service(answer)
    const { status, error } = await ask(world({ ai }).attendant(), { prompt: 'oi' })
    return `${status} ${error}`
  }

  test('is reported by its kind', async () => {
    expect(await outcome(() => new Response('', { status: 401 }))).toBe('409 ERR_AI_KEY')
    expect(await outcome(() => Response.json({ error: { code: 'insufficient_quota' } }, { status: 429 }))).toBe(
      '409 ERR_AI_QUOTA',
    )
    expect(await outcome(() => new Response('', { status: 404 }))).toBe('409 ERR_AI_REFUSED')
    expect(await outcome(() => new Response('', { status: 502 }))).toBe('503 ERR_AI_UNREACHABLE')
    expect(await outcome(() => Response.redirect('http://127.0.0.1:9/'))).toBe('409 ERR_AI_REFUSED') // and not followed
  })

  test('includes an unusable answer', async () => {
    const rubbish = [
      () => new Response('<html>'),
      () => Response.json([]),
      () => Response.json({ choices: [] }),
      () => saying(null),
      () => saying('  '),
      () => saying('pela met', 'length'),
      () => saying('não', 'content_filter'),
      () => saying('x'.repeat(16_001)),
      () => new Response(`${'['.repeat(100_000)}`),
      () => new Response('x'.repeat(300_000)),
    ]
    for (const answer of rubbish) expect(await outcome(answer)).toBe('503 ERR_AI_ANSWER')
  })

  test('does not include the reasoning of a local model, which is removed', async () => {
    const { ai } = service(() => saying('<think>ele quer…</think>\n\nBom dia.'))
    expect((await ask(world({ ai }).attendant(), { prompt: 'oi' })).answer).toBe('Bom dia.')
  })

  test('includes an unreachable service', async () => {
    const { ai, stop } = service()
    await stop()
    expect(await ask(world({ ai }).attendant(), { prompt: 'oi' })).toMatchObject({ error: 'ERR_AI_UNREACHABLE' })
  })

  test('aborts the request when the client disconnects', async () => {
    let left = false
    const server = Bun.serve({
      port: 0,
      async fetch(request) {
        await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
        left = true
        return new Response()
      },
    })
    const w = world({ ai: { url: `http://localhost:${server.port}`, key: null, model: 'm' } })
    const ana = w.attendant()
    const leaving = new AbortController()
    const { url } = w.listen()
    const asking = fetch(`${url}/api/openai`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await ana.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'oi' }),
      signal: leaving.signal,
    }).catch(() => 'gone')
    await until(() => server.pendingRequests === 1)
    leaving.abort()
    expect(await asking).toBe('gone')
    await until(() => left)
    await server.stop(true)
  })
})

describe('the service', () => {
  const set = (who: Attendant, key: string, value: string) => who.json(`/api/settings/${key}`, 'PUT', { value })

  test('is the company’s, else the operator’s, else none', async () => {
    const { ai } = service()
    const none = world().attendant()
    expect(await serviceOf(none)).toEqual({ service: null })
    expect(await ask(none, { prompt: 'oi' })).toMatchObject({ status: 409, error: 'ERR_AI_NOT_CONFIGURED' })

    const w = world({ ai })
    const [admin, ana] = [w.admin(), w.attendant()]
    expect(await serviceOf(ana)).toEqual({ service: { host: new URL(ai.url).host, model: 'modelo' } })
    await set(admin, 'aiKey', 'sk-loja')
    expect(await serviceOf(ana)).toEqual({ service: { host: 'api.openai.com', model: 'gpt-4o-mini' } })
    await set(admin, 'aiUrl', 'https://ia.loja.example/v1')
    await set(admin, 'aiModel', 'm1')
    expect(await serviceOf(ana)).toEqual({ service: { host: 'ia.loja.example', model: 'm1' } })
    expect(await serviceOf(w.company('Outra').attendant())).toMatchObject({ service: { model: 'modelo' } })
    await set(admin, 'aiUrl', '')
    expect(await serviceOf(ana)).toMatchObject({ service: { model: 'modelo' } })
  })

  test('announces a change to all users, without the key', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    await set(admin, 'aiKey', 'sk-loja')
    expect(ana.heard(aiChanged)).toEqual([{}])
    expect(JSON.stringify(ana.frames)).not.toContain('aiKey')
    expect(JSON.stringify([...ana.frames, ...admin.frames])).not.toContain('sk-loja')
  })

  test('receives the key only at the address it was entered for', async () => {
    const w = world()
    const admin = w.admin()
    await set(admin, 'aiKey', 'sk-loja')
    await set(admin, 'aiUrl', 'https://minha.example/v1')
    const sent = await (await admin.request('/api/settings/aiKey')).json()
    expect(sent).toEqual({ key: 'aiKey', value: '' })
  })

  test('of a company cannot be at an address in our own network', async () => {
    const { ai, asked } = service()
    const w = world({ ai })
    const admin = w.admin()
    const port = new URL(ai.url).port
    for (const wrong of ['http://ia.example/v1', 'https://a b', 'ftp://x', 'https://u:p@ia.example'])
      expect((await set(admin, 'aiUrl', wrong)).status).toBe(400)
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.1.2.3']) {
      const answer = await set(admin, 'aiUrl', `https://${host}:${port}/v1`)
      expect(await answer.json()).toMatchObject({ error: 'ERR_SETTING_ADDRESS' })
    }
    expect((await set(admin, 'aiUrl', `https://localhost:${port}/v1`)).status).toBe(200)
    expect(await ask(admin, { prompt: 'oi' })).toMatchObject({ error: 'ERR_AI_ADDRESS' })
    expect(asked).toEqual([])
  })

  test('of a company may be a local model that the operator allows', async () => {
    const { ai, asked } = service()
    const { port } = new URL(ai.url)
    const admin = world({ outsideAllow: readOutsideAllow(`127.0.0.1:${port}`) }).admin()
    expect((await set(admin, 'aiUrl', `http://127.0.0.1:${Number(port) + 1}/v1`)).status).toBe(400)
    expect((await set(admin, 'aiUrl', ai.url)).status).toBe(200)
    await set(admin, 'aiKey', ai.key)
    expect(await ask(admin, { prompt: 'bom dia' })).toMatchObject({ status: 200 })
    expect(asked).toHaveLength(1)
  })
})
