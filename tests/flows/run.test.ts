import { describe, expect, test } from 'bun:test'
import { publishDraft, writeDraft } from '../../src/features/flows/actions'
import type { Flow } from '../../src/features/flows/format/contract'
import { findFlowOwner, secretLabel } from '../../src/features/flows/queries'
import { flowRunner } from '../../src/features/flows/run'
import { flowSecrets } from '../../src/features/flows/tables'
import type { RunnerRequest, Turn } from '../../src/features/integrations/runner'
import { integrations } from '../../src/features/integrations/tables'
import { createEncryption } from '../../src/platform/encryption'
import { OutsideFailed } from '../../src/platform/outside'
import { NOON, world } from '../support/world'
import { ask, end, flowOf, http, say } from './support'

type Answer = { readonly status: number; readonly body: string } | 'timeout'

function running(flow: Flow, answers: readonly Answer[] = []) {
  const w = world()
  const integration = w.db
    .insert(integrations)
    .values({ type: 'flowbuilder', name: 'Fluxo', createdAt: NOON })
    .returning()
    .get()
  const owner = findFlowOwner(w.db, integration.id)
  const publish = (next: Flow) => {
    writeDraft(w.cx, owner.id, next)
    publishDraft(w.cx, null, owner)
  }
  publish(flow)
  const encryption = createEncryption(new Uint8Array(32), 'integrations')
  const value = encryption.encrypt('chave', secretLabel(w.cx, owner.id, 'erp'))
  w.db.insert(flowSecrets).values({ integrationId: owner.id, name: 'erp', value }).run()
  const asked: RunnerRequest[] = []
  let state: unknown = null
  let turns = 0
  const turn = async (event: Turn['event']) => {
    const at = ++turns
    const outcome = await flowRunner.run(
      integration,
      {
        ...{ id: `t${at}`, event, session: { id: 's1', turn: at, beganAt: NOON }, state, now: w.clock.now() },
        ticket: { id: 1, uuid: 'u', queueId: 1, status: 'pending' },
        contact: { id: 1, name: 'Ana Maria', number: '5521987654321', channel: 'whatsapp', email: '' },
        connection: { id: 1, name: 'Loja', channel: 'whatsapp' },
        company: { id: 'c', name: 'Casa Aurora', language: 'pt-BR' },
      },
      {
        cx: w.cx,
        encryption,
        signal: new AbortController().signal,
        fault() {},
        async ask(request) {
          const answer = answers[asked.length] ?? 'timeout'
          asked.push(request)
          if (answer === 'timeout') throw new OutsideFailed('timeout')
          return { ...answer, retryAfter: null }
        },
      },
    )
    state = JSON.parse(JSON.stringify(outcome.state))
    return outcome
  }
  const says = (body: string) =>
    turn({ kind: 'message', message: { id: 1, type: 'chat', body, fileUrl: null, timestamp: NOON } })
  return { w, asked, publish, says, turn }
}

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
