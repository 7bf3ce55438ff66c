import { describe, expect, test } from 'bun:test'
import type { Flow, FlowNode } from '../../src/features/flows/format/contract'
import { handedOver } from '../../src/features/integrations/runner'
import { holidays } from '../../src/hours/tables'
import { writeSetting } from '../../src/settings/settings'
import { SALES, SUPPORT } from '../support/company-world'
import { running } from './running'
import { ask, end, flowOf, http, say } from './support'

describe('the runner', () => {
  test('fills in the contact and the company, and closes', async () => {
    const { says } = running(
      flowOf(
        { a: say('Oi, {{contact.firstName}}, da {{company.name}}'), b: end('Tchau', true) },
        { start: 'a', a: 'b' },
      ),
    )
    expect((await says('oi')).actions).toEqual([
      { do: 'say', text: 'Oi, Ana, da Casa Aurora' },
      { do: 'close', text: 'Tchau' },
    ])
  })

  const asking = flowOf(
    {
      a: http({
        headers: [{ name: 'Authorization', value: 'Bearer {{secret.erp}}' }],
        map: [{ path: 'total', var: 'total' }],
      }),
      b: end('Total {{total}}'),
      c: end('Sem resposta'),
    },
    { start: 'a', 'a:ok': 'b', 'a:error': 'c' },
  )

  test('asks other servers within the turn, with its id as the key', async () => {
    const { says, asked } = running(asking, [{ status: 200, body: '{"total":12}' }])
    expect((await says('oi')).actions).toMatchObject([{ text: 'Total 12' }, { do: 'stop' }])
    expect(asked).toMatchObject([
      { url: 'https://erp.example/', headers: { Authorization: 'Bearer chave', 'idempotency-key': 't1-a.2' } },
    ])
  })

  test('goes on without a secret that cannot be read', async () => {
    const { w, says, asked } = running(asking, [{ status: 401, body: '' }])
    w.rows('UPDATE flow_secrets SET value = ? RETURNING name', 'gcm1.AAAA')
    expect((await says('oi')).actions).toMatchObject([{ text: 'Sem resposta' }, { do: 'stop' }])
    expect(asked[0]?.headers.Authorization).toBe('Bearer')
  })

  test('goes on by "error" when a server does not answer', async () => {
    expect((await running(asking, ['timeout']).says('oi')).actions).toMatchObject([
      { text: 'Sem resposta' },
      { do: 'stop' },
    ])
  })

  test('lets an open conversation finish on its version', async () => {
    const one = (words: string) =>
      flowOf({ a: ask('Nome?', 'nome'), b: end(words), c: end('x') }, { start: 'a', a: 'b', 'a:fail': 'c' })
    const { says, publish } = running(one('antes {{nome}}'))
    await says('oi')
    publish(one('depois {{nome}}'))
    expect((await says('Rui')).actions).toMatchObject([{ text: 'antes Rui' }, { do: 'stop' }])
  })

  test('asks to be woken, and tells people when the contact was silent', async () => {
    const { w, says, turn } = running(
      flowOf({ a: ask('Nome?', 'nome'), b: end() }, { start: 'a', a: 'b', 'a:fail': 'b' }),
    )
    const { wakeAt } = await says('oi')
    expect(wakeAt).toBe(w.clock.now() + 3_600_000)
    w.clock.forward(3_600_000)
    expect((await turn({ kind: 'timer' })).actions).toEqual([
      { do: 'note', text: 'O fluxo terminou: o contato não respondeu a tempo.' },
      { do: 'stop' },
    ])
  })

  test('hands over to people when the flow was never published', async () => {
    const { w, says } = running(asking)
    w.rows('DELETE FROM flow_versions RETURNING version')
    expect(says('oi')).rejects.toThrow('o fluxo não está publicado')
  })
})

describe('the AI', () => {
  const ai = (rest = {}): FlowNode => ({
    t: 'ai',
    name: '',
    prompt: 'Vendemos móveis a {{firstName}}.',
    question: '{{message}}',
    readsTalk: false,
    var: 'resposta',
    example: '',
    ...rest,
  })
  const flow = flowOf(
    { a: ai(), b: end('IA: {{resposta}}'), c: end('sem IA') },
    { start: 'a', 'a:ok': 'b', 'a:error': 'c' },
  )

  test('is asked with the instructions, and its answer is said as chats write it', async () => {
    const { says, thought } = running(flow, [{ status: 200, body: '## Sim\nCusta **R$ 40**.' }])
    expect((await says('Quanto custa?')).actions).toContainEqual({ do: 'say', text: 'IA: *Sim*\nCusta *R$ 40*.' })
    const [system, user] = thought[0] ?? []
    expect(system?.content).toContain('Vendemos móveis a Ana.')
    expect(user).toEqual({ role: 'user', content: 'Quanto custa?' })
  })

  test('leads to the exit for errors without an answer', async () => {
    const { says } = running(flow)
    expect((await says('oi')).actions).toContainEqual({ do: 'say', text: 'sem IA' })
  })
})

describe('another integration', () => {
  const goto = flowOf(
    { a: ask('Nome?', 'nome'), b: { t: 'goto', name: '', integrationId: 40 } },
    { start: 'a', a: 'b', 'a:fail': 'b' },
  )

  test('goes on with what the flow has learned', async () => {
    const { says } = running(goto)
    await says('oi')
    expect((await says('Ana')).actions).toEqual([
      { do: 'switch', integrationId: 40, vars: { message: 'Ana', nome: 'Ana' } },
    ])
  })

  test('hands its variables to a flow that begins', async () => {
    const { says, setState } = running(flowOf({ a: end('Oi, {{nome}}') }, { start: 'a' }))
    setState(handedOver({ nome: 'Ana' }))
    expect((await says('2')).actions[0]).toEqual({ do: 'say', text: 'Oi, Ana' })
  })
})

test('opening hours are those of the company or of a queue', async () => {
  const hours = (whose: 'company' | 'queue', queueId: number | null): Flow =>
    flowOf(
      { a: { t: 'hours', name: '', whose, queueId }, b: end('aberto'), c: end('fechado') },
      { start: 'a', 'a:open': 'b', 'a:closed': 'c' },
    )
  const said = async (flow: Flow, scheduleType: 'disabled' | 'company' | 'queue', holidayOf: number | null) => {
    const { w, says } = running(flow)
    writeSetting(w.db, 'scheduleType', scheduleType)
    w.db.insert(holidays).values({ day: '2026-03-02', name: 'Aniversário', queueId: holidayOf }).run()
    return (await says('oi')).actions[0]
  }
  const [open, closed] = [
    { do: 'say', text: 'aberto' },
    { do: 'say', text: 'fechado' },
  ] as const
  expect(await said(hours('company', null), 'disabled', null)).toEqual(open)
  expect(await said(hours('company', null), 'company', null)).toEqual(closed)
  expect(await said(hours('company', null), 'company', SUPPORT)).toEqual(open)
  expect(await said(hours('queue', SUPPORT), 'queue', SUPPORT)).toEqual(closed)
  expect(await said(hours('queue', SALES), 'queue', SUPPORT)).toEqual(open)
  expect(await said(hours('queue', null), 'queue', 1)).toEqual(closed)
})
