/** Conversations with the assistant: streamed, stored, and private. */
import { describe, expect, test } from 'bun:test'
import type * as v from 'valibot'
import {
  type AiChat,
  type AiLine,
  type AiTurn,
  type AiTurnPage,
  aiChatDeleted,
  aiChatUpdated,
  aiTurnUpdated,
} from '../../src/features/ai/contract'
import { completion, startStandIn, streamed } from '../../src/simulator/ai/stand-in'
import { jsonLines } from '../../ui/shared/ndjson'
import type { Attendant } from '../support/company-world'
import { until } from '../support/until'
import { world } from '../support/world'

type Page = v.InferOutput<typeof AiTurnPage>
type Turn = { role: string; content: string }

const chatsOf = async (who: Attendant) => (await (await who.request('/api/openai/chats')).json()) as AiChat[]
const pageOf = async (who: Attendant, id: number, query = '') =>
  (await (await who.request(`/api/openai/chats/${id}${query}`)).json()) as Page
const linesOf = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
  return (await Array.fromAsync(jsonLines(answer.body ?? new ReadableStream()))) as AiLine[] // each test checks them
}
const ask = async (who: Attendant, prompt: string, chatId?: number): Promise<AiTurn> => {
  const path = chatId === undefined ? '/api/openai/chats' : `/api/openai/chats/${chatId}/turns`
  return turnIn((await linesOf(await who.json(path, 'POST', { prompt }))).at(-1))
}
const turnIn = (line: AiLine | undefined): AiTurn => {
  if (!line || !('turn' in line)) throw new Error(`no turn in ${JSON.stringify(line)}`)
  return line.turn
}
const again = async (who: Attendant, chatId: number): Promise<AiTurn> =>
  turnIn((await linesOf(await who.json(`/api/openai/chats/${chatId}/again`, 'POST', {}))).at(-1))

function service(answer: Parameters<typeof startStandIn>[0] = (question) => completion(question)) {
  const asked: (readonly Turn[])[] = []
  const { url, key } = startStandIn((question) => {
    asked.push(question.messages)
    return answer(question)
  })
  return { asked, ai: { url, key, model: 'm' } }
}
const words = (said: readonly string[], finish: string | null = 'stop') =>
  streamed(said, { model: 'm', wordEvery: 0, finish })

/** Sends `said`, then nothing more until `end` is called. */
function waiting(...said: string[]) {
  const ended = Promise.withResolvers<void>()
  const answer = () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          for (const content of said)
            controller.enqueue(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
          await ended.promise
          try {
            controller.enqueue('data: [DONE]\n\n')
            controller.close()
          } catch {} // our server has left
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  return { answer, end: () => ended.resolve() }
}

describe('an answer', () => {
  test('is streamed, and stored with its question', async () => {
    const { ai } = service(() => words(['Bom', ' dia', ', Maria!']))
    const ana = world({ ai }).attendant()
    const lines = await linesOf(await ana.json('/api/openai/chats', 'POST', { prompt: '  Escreva\num bom dia  ' }))
    expect(lines[0]).toMatchObject({
      chat: { id: 1, title: 'Escreva um bom dia' },
      turn: { id: 1, chatId: 1, prompt: 'Escreva\num bom dia', answer: '', outcome: 'writing' },
    })
    expect(lines.flatMap((line) => ('more' in line ? line.more : [])).join('')).toBe('Bom dia, Maria!')
    const turn = turnIn(lines.at(-1))
    expect(turn).toMatchObject({ id: 1, answer: 'Bom dia, Maria!', outcome: 'done', error: null })
    expect(await pageOf(ana, 1)).toMatchObject({ chat: { id: 1 }, turns: [turn], hasMore: false })
    expect((await chatsOf(ana)).map(({ title }) => title)).toEqual(['Escreva um bom dia'])
  })

  test('is based on the earlier questions of its conversation only', async () => {
    const { ai, asked } = service()
    const ana = world({ ai }).attendant()
    await ask(ana, 'outra conversa')
    const { chatId } = await ask(ana, 'primeira')
    await ask(ana, 'segunda', chatId)
    expect(asked.at(-1)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(asked.at(-1)?.map(({ content }) => content)).toEqual(['primeira', expect.any(String), 'segunda'])
    expect(await ask(ana, 'terceira', chatId)).toMatchObject({ answer: expect.stringContaining('pergunta 3') })
    for (let n = 0; n < 4; n++) await ask(ana, 'x'.repeat(8000), chatId)
    const sent = asked.at(-1)?.reduce((sum, { content }) => sum + content.length, 0) ?? 0
    expect(sent).toBeGreaterThan(16_000)
    expect(sent).toBeLessThan(32_001)
  })

  test('is cut where the user stops it, and marked as stopped', async () => {
    const { answer } = waiting('Prezada', ' Maria')
    const { ai } = service(answer)
    const w = world({ ai })
    const ana = w.attendant()
    const { url } = w.listen()
    const leaving = new AbortController()
    const asking = await fetch(`${url}/api/openai/chats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await ana.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'oi' }),
      signal: leaving.signal,
    })
    const lines = jsonLines(asking.body ?? new ReadableStream())
    let said = ''
    while (said !== 'Prezada Maria') {
      const line = (await lines.next()).value as AiLine
      if ('more' in line) said += line.more
    }
    expect((await pageOf(ana, 1)).turns).toMatchObject([{ outcome: 'writing' }])
    leaving.abort()
    await until(() => ana.heard(aiTurnUpdated).length === 2)
    expect((await pageOf(ana, 1)).turns).toMatchObject([{ answer: 'Prezada Maria', error: null }])
    expect(ana.heard(aiTurnUpdated).at(-1)?.turn).toMatchObject({ answer: 'Prezada Maria', outcome: 'stopped' })
  })

  test('is cut where the service fails, with the reason', async () => {
    const failures: readonly [() => Response, Partial<AiTurn>][] = [
      [() => words(['Bom', ' dia'], null), { answer: 'Bom dia', outcome: 'failed', error: 'ERR_AI_UNREACHABLE' }],
      [() => words(['Bom', ' dia'], 'length'), { answer: 'Bom dia', outcome: 'long', error: null }],
      [() => words(['Bom'], 'content_filter'), { answer: 'Bom', outcome: 'long' }],
      [() => words(['x'.repeat(10_000), 'y'.repeat(10_000)]), { outcome: 'long' }],
      [() => words([' ']), { answer: '', outcome: 'failed', error: 'ERR_AI_ANSWER' }],
      [() => new Response('', { status: 401 }), { answer: '', outcome: 'failed', error: 'ERR_AI_KEY' }],
      [() => new Response('', { status: 429 }), { outcome: 'failed', error: 'ERR_AI_QUOTA' }],
      [() => new Response('', { status: 404 }), { outcome: 'failed', error: 'ERR_AI_REFUSED' }],
      [() => new Response('<html>'), { outcome: 'failed', error: 'ERR_AI_ANSWER' }],
      [
        () => new Response('data: {"nada":1}\n\n', { headers: { 'content-type': 'text/event-stream' } }),
        { outcome: 'failed', error: 'ERR_AI_ANSWER' },
      ],
    ]
    for (const [answer, expected] of failures) {
      const { ai } = service(answer)
      const ana = world({ ai }).attendant()
      const turn = await ask(ana, 'oi')
      expect(turn).toMatchObject(expected)
      expect(turn.answer.length).toBeLessThanOrEqual(16_000)
      expect((await pageOf(ana, 1)).turns).toEqual([turn])
    }
  })

  test('is accepted from a service that cannot stream, or that sends its reasoning', async () => {
    const { ai } = service(() =>
      Response.json({ choices: [{ message: { content: 'Bom dia.' }, finish_reason: 'stop' }] }),
    )
    expect(await ask(world({ ai }).attendant(), 'oi')).toMatchObject({ answer: 'Bom dia.', outcome: 'done' })
    const thinker = service(() => words(['<th', 'ink>', 'ela quer', '…</think>', '\n\nBom', ' dia.']))
    const ana = world({ ai: thinker.ai }).attendant()
    const lines = await linesOf(await ana.json('/api/openai/chats', 'POST', { prompt: 'oi' }))
    expect(JSON.stringify(lines)).not.toContain('quer')
    expect(turnIn(lines.at(-1))).toMatchObject({ answer: 'Bom dia.', outcome: 'done' })
    const late = service(() => words(['ela quer', '</think>', 'Bom dia.']))
    expect(await ask(world({ ai: late.ai }).attendant(), 'oi')).toMatchObject({ answer: 'Bom dia.' })
  })

  test('cut by a crash is kept so far, and the conversation can continue', async () => {
    const { ai } = service()
    const w = world({ ai })
    const ana = w.attendant()
    const { chatId, id } = await ask(ana, 'oi')
    w.rows("UPDATE ai_turns SET outcome = 'writing', answer = 'Bom d' WHERE id = ? RETURNING id", id)
    expect((await pageOf(ana, chatId)).turns).toMatchObject([{ answer: 'Bom d', outcome: 'interrupted' }])
    await ask(ana, 'e agora?', chatId)
    expect((await pageOf(ana, chatId)).turns.map(({ outcome }) => outcome)).toEqual(['interrupted', 'done'])
  })

  test('is kept so far when the server stops', async () => {
    const { answer } = waiting('Prezada', ' Maria')
    const { ai } = service(answer)
    const w = world({ ai })
    const ana = w.attendant()
    const { url } = w.listen()
    const asking = await fetch(`${url}/api/openai/chats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await ana.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'oi' }),
    })
    const lines = jsonLines(asking.body ?? new ReadableStream())
    let said = ''
    while (said !== 'Prezada Maria') {
      const line = (await lines.next()).value as AiLine
      if ('more' in line) said += line.more
    }
    await w.close()
    await Array.fromAsync(lines).catch(() => [])
    const after = await w.reopen()
    // `writing` is shown as interrupted, because it has no writer.
    const [turn] = after.rows<{ answer: string; outcome: string }>('SELECT answer, outcome FROM ai_turns')
    expect(turn?.answer).toStartWith('Prezada')
    expect(['stopped', 'writing']).toContain(turn?.outcome ?? '')
  })

  test('can be requested again, and a failure does not lose the earlier one', async () => {
    let answer: () => Response = () => words(['um'])
    const { ai } = service(() => answer())
    const ana = world({ ai }).attendant()
    const first = await ask(ana, 'oi')
    answer = () => words(['dois'])
    expect(await again(ana, first.chatId)).toEqual({ ...first, answer: 'dois' })
    answer = () => new Response('', { status: 500 })
    const lines = await linesOf(await ana.json(`/api/openai/chats/${first.chatId}/again`, 'POST', {}))
    expect(lines.at(-1)).toMatchObject({ turn: { ...first, answer: 'dois' }, lost: 'ERR_AI_UNREACHABLE' })
    expect((await pageOf(ana, first.chatId)).turns).toHaveLength(1)
  })

  test('is limited to one at a time per conversation, and two per user', async () => {
    const held = waiting('Um')
    const { ai } = service(held.answer)
    const w = world({ ai })
    const [ana, bob] = [w.attendant(), w.attendant()]
    const first = await ana.json('/api/openai/chats', 'POST', { prompt: 'um' })
    const second = await ana.json('/api/openai/chats', 'POST', { prompt: 'dois' })
    const refused = await Promise.all([
      ana.json('/api/openai/chats/1/turns', 'POST', { prompt: 'dois' }),
      ana.json('/api/openai/chats/1/again', 'POST', {}),
      ana.json('/api/openai/chats', 'POST', { prompt: 'três' }),
    ])
    for (const one of refused) expect(await one.json()).toMatchObject({ error: 'ERR_AI_BUSY' })
    expect((await bob.json('/api/openai/chats', 'POST', { prompt: 'quatro' })).status).toBe(200)
    held.end()
    expect(turnIn((await linesOf(first)).at(-1))).toMatchObject({ answer: 'Um', outcome: 'done' })
    expect(turnIn((await linesOf(second)).at(-1))).toMatchObject({ outcome: 'done' })
    expect(await ask(ana, 'cinco', 1)).toMatchObject({ outcome: 'done' })
  })

  test('may be requested again before the server has noticed that the former one was stopped', async () => {
    const held = waiting('Um')
    let answer = held.answer
    const { ai } = service(() => answer())
    const ana = world({ ai }).attendant()
    const leaving = new AbortController()
    const first = await ana.request('/api/openai/chats', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'oi' }),
      signal: leaving.signal,
    })
    await jsonLines(first.body ?? new ReadableStream()).next()
    answer = () => words(['dois'])
    const next = ana.json('/api/openai/chats/1/again', 'POST', {})
    await pageOf(ana, 1) // the server has received both
    leaving.abort()
    expect(turnIn((await linesOf(await next)).at(-1))).toMatchObject({ answer: 'dois', outcome: 'done' })
    expect((await pageOf(ana, 1)).turns).toHaveLength(1)
    held.end()
  })

  test('stops when the user is signed out', async () => {
    let said: (text: string) => void = () => {}
    const { ai } = service(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              said = (content) =>
                controller.enqueue(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
              said('Bom')
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
    )
    const w = world({ ai })
    const [admin, ana] = [w.admin(), w.attendant()]
    const lines = jsonLines(
      (await ana.json('/api/openai/chats', 'POST', { prompt: 'oi' })).body ?? new ReadableStream(),
    )
    await lines.next()
    await lines.next()
    await admin.api.users({ id: ana.userId }).put({ active: false })
    w.clock.forward(3000)
    said(' dia')
    const last = (await Array.fromAsync(lines)).at(-1) as AiLine
    expect(turnIn(last)).toMatchObject({ answer: 'Bom dia', outcome: 'stopped' })
  })

  test('counts towards the limit of twenty per user and minute', async () => {
    const { ai } = service()
    const ana = world({ ai }).attendant()
    for (let n = 0; n < 19; n++) await ask(ana, 'oi', n === 0 ? undefined : 1)
    expect((await ana.json('/api/openai', 'POST', { prompt: 'oi' })).status).toBe(200)
    expect((await ana.json('/api/openai/chats', 'POST', { prompt: 'oi' })).status).toBe(429)
    expect(await chatsOf(ana)).toHaveLength(1)
  })
})

describe('a conversation', () => {
  test('is private: colleagues and admins cannot list, open, receive, change or continue it', async () => {
    const { ai } = service()
    const w = world({ ai })
    const [ana, bob, admin] = [w.attendant(), w.attendant(), w.admin()]
    await ask(ana, 'segredo')
    for (const other of [bob, admin]) {
      expect(await chatsOf(other)).toEqual([])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { title: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/turns', { prompt: 'x' }],
        ['POST', '/again', {}],
      ] as const) {
        const answer = await other.request(`/api/openai/chats/1${path}`, {
          method,
          ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        expect([method, answer.status]).toEqual([method, 404])
      }
      expect((await other.request('/api/openai/chats', { method: 'DELETE' })).status).toBe(200)
      expect(JSON.stringify(other.frames)).not.toContain('segredo')
    }
    expect(await chatsOf(ana)).toHaveLength(1)
    expect(JSON.stringify(ana.frames)).toContain('segredo')
  })

  test('is renamed and deleted, one or all of them', async () => {
    const { ai } = service()
    const w = world({ ai })
    const ana = w.attendant()
    for (const prompt of ['um', 'dois', 'três']) {
      await ask(ana, prompt)
      w.clock.forward(1000)
    }
    expect((await chatsOf(ana)).map(({ title }) => title)).toEqual(['três', 'dois', 'um'])
    await ask(ana, 'mais', 1)
    expect((await chatsOf(ana)).map(({ title }) => title)).toEqual(['um', 'três', 'dois'])
    const renamed = await ana.json('/api/openai/chats/2', 'PUT', { title: ' Prazos ' })
    expect(await renamed.json()).toMatchObject({ id: 2, title: 'Prazos' })
    expect(ana.heard(aiChatUpdated).at(-1)?.chat).toMatchObject({ id: 2, title: 'Prazos' })
    for (const title of ['', ' ', 'x'.repeat(81), 'a\nb'])
      expect((await ana.json('/api/openai/chats/2', 'PUT', { title })).status).toBe(400)
    await ana.request('/api/openai/chats/2', { method: 'DELETE' })
    expect(ana.heard(aiChatDeleted)).toEqual([{ chatId: 2 }])
    expect(await chatsOf(ana)).toHaveLength(2)
    await ana.request('/api/openai/chats', { method: 'DELETE' })
    expect(await chatsOf(ana)).toEqual([])
    expect(w.rows('SELECT id FROM ai_turns')).toEqual([])
  })

  test('is deleted with its owner', async () => {
    const { ai } = service()
    const w = world({ ai })
    const [admin, ana] = [w.admin(), w.attendant()]
    await ask(ana, 'oi')
    await ask(admin, 'oi')
    await admin.api.users({ id: ana.userId }).delete()
    expect(w.rows('SELECT user_id FROM ai_chats')).toEqual([{ user_id: admin.userId }])
    expect(w.rows('SELECT chat_id FROM ai_turns')).toEqual([{ chat_id: 2 }])
  })

  test('is read in pages, and has a limit of questions', async () => {
    const { ai } = service()
    const w = world({ ai })
    const ana = w.attendant()
    await ask(ana, '0')
    const add =
      "INSERT INTO ai_turns (chat_id, prompt, answer, outcome, created_at) VALUES (1, ?, 'x', 'done', 0) RETURNING id"
    for (let n = 1; n < 200; n++) w.rows(add, String(n))
    const newest = await pageOf(ana, 1)
    expect([newest.turns[0]?.prompt, newest.turns.at(-1)?.prompt, newest.hasMore]).toEqual(['180', '199', true])
    const older = await pageOf(ana, 1, `?before=${newest.turns[0]?.id}`)
    expect(older.turns.map(({ prompt }) => prompt)).toContain('160')
    const refused = await ana.json('/api/openai/chats/1/turns', 'POST', { prompt: 'mais' })
    expect(await refused.json()).toMatchObject({ error: 'ERR_AI_CHAT_LONG', details: { most: 200 } })
    for (let n = 1; n < 300; n++)
      w.rows(
        "INSERT INTO ai_chats (user_id, title, created_at, updated_at) VALUES (?, 'x', 0, 0) RETURNING id",
        ana.userId,
      )
    const full = await ana.json('/api/openai/chats', 'POST', { prompt: 'mais' })
    expect(await full.json()).toMatchObject({ error: 'ERR_AI_CHAT_LIMIT' })
  })

  test('needs a service and a question', async () => {
    const none = world().attendant()
    expect(await (await none.json('/api/openai/chats', 'POST', { prompt: 'oi' })).json()).toMatchObject({
      error: 'ERR_AI_NOT_CONFIGURED',
    })
    const { ai } = service()
    const ana = world({ ai }).attendant()
    for (const prompt of ['', '  ', 'x'.repeat(8001)])
      expect((await ana.json('/api/openai/chats', 'POST', { prompt })).status).toBe(400)
    expect(await chatsOf(ana)).toEqual([])
  })
})
