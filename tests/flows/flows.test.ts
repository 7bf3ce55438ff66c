import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { emptyFlow, type Flow, type FlowNode } from '../../src/features/flows/format/contract'
import { integrations } from '../../src/features/integrations/tables'
import { holidays } from '../../src/hours/tables'
import { writeSetting } from '../../src/settings/settings'
import { startStandIn } from '../../src/simulator/ai/stand-in'
import { messages } from '../../src/tickets/messages/tables'
import { company } from '../integrations/support'
import { SUPPORT } from '../support/company-world'
import { NOON, world } from '../support/world'
import { ask, end, flowOf, say, transfer } from './support'

function withFlow() {
  const w = world()
  const { id } = w.db
    .insert(integrations)
    .values({ type: 'flowbuilder', name: 'Fluxo', createdAt: NOON })
    .returning()
    .get()
  const admin = w.admin()
  return { w, id, admin, routes: admin.api.flows({ id }) }
}

const good: Flow = flowOf({ a: say('Olá'), b: end('Até logo', true) }, { start: 'a', a: 'b' })
const bad: Flow = flowOf({ a: transfer(99) }, { start: 'a' })

describe('a flow', () => {
  test('starts empty, is saved with its revision, and published as a version that later changes leave alone', async () => {
    const { routes } = withFlow()
    expect((await routes.get()).data).toMatchObject({ flow: emptyFlow, revision: 0, version: null, isPublished: false })
    expect((await routes.put({ flow: good, revision: 0 })).data).toMatchObject({ revision: 1, isPublished: false })
    expect((await routes.publish.post({ revision: 1 })).data).toMatchObject({ version: 1, isPublished: true })
    await routes.put({ flow: bad, revision: 1 })
    expect((await routes.get()).data).toMatchObject({ flow: bad, version: 1, isPublished: false })
    expect((await routes.versions({ version: 1 }).get()).data?.flow).toEqual(good)
    expect((await routes.discard.post({ revision: 2 })).data).toMatchObject({
      flow: good,
      revision: 3,
      isPublished: true,
    })
  })

  test('is not overwritten by somebody who saw an earlier one', async () => {
    const { w, id, routes } = withFlow()
    await routes.put({ flow: good, revision: 0 })
    const late = await w.admin().api.flows({ id }).put({ flow: bad, revision: 0 })
    expect([late.status, late.error?.value]).toMatchObject([409, { error: 'ERR_FLOW_CHANGED' }])
    expect((await routes.get()).data?.flow).toEqual(good)
  })

  test('is not published with errors, which the answer names', async () => {
    const { routes } = withFlow()
    await routes.put({ flow: bad, revision: 0 })
    const { status, error } = await routes.publish.post({ revision: 1 })
    expect([status, error?.value]).toMatchObject([
      422,
      { error: 'ERR_FLOW_FAULTY', details: [{ node: 'a', fault: 'unknownQueue' }] },
    ])
  })

  test('tells other screens, and the history who published', async () => {
    const { w, id, admin, routes } = withFlow()
    const { frames } = w.admin()
    await routes.put({ flow: good, revision: 0 })
    await routes.publish.post({ revision: 1 })
    expect(frames.map(({ data }) => data).filter((data) => 'revision' in data)).toMatchObject([
      { id, revision: 1, version: null, userId: admin.userId },
      { id, revision: 1, version: 1, userId: admin.userId },
    ])
    expect(w.rows("SELECT act, changes FROM audit_log WHERE kind = 'flow' ORDER BY id")).toMatchObject([
      { act: 'update' },
      { act: 'publish', changes: '[{"field":"version","from":null,"to":1}]' },
    ])
  })

  test('keeps secrets encrypted and tells only their names', async () => {
    const { w, routes } = withFlow()
    expect((await routes.secrets.post({ name: 'erp', value: 'chave-do-erp' })).data).toEqual({ secrets: ['erp'] })
    const [stored] = w.rows<{ value: string }>('SELECT value FROM flow_secrets')
    expect(stored?.value).toStartWith('gcm1.')
    expect(JSON.stringify((await routes.get()).data)).not.toContain('chave-do-erp')
    expect((await routes.secrets.post({ name: 'erp', value: '' })).data).toEqual({ secrets: [] })
  })

  test('keeps the files that a version or the draft sends, and removes others when it is published', async () => {
    const { admin, id, routes } = withFlow()
    const upload = async (name: string) => {
      const form = new FormData()
      form.set('file', new File([name], `${name}.txt`))
      return (await (await admin.request(`/api/flows/${id}/files`, { method: 'POST', body: form })).json()) as {
        id: number
      }
    }
    const [used] = [await upload('tabela'), await upload('esquecido')]
    const flow = flowOf(
      { a: { t: 'say', name: '', parts: [{ file: used.id, as: 'document', caption: '' }] }, b: end() },
      { start: 'a', a: 'b' },
    )
    await routes.put({ flow, revision: 0 })
    expect((await routes.publish.post({ revision: 1 })).data?.files).toMatchObject([
      { id: used.id, name: 'tabela.txt' },
    ])
    const file = await admin.request(`/api/flows/${id}/files/${used.id}`)
    expect(await file.text()).toBe('tabela')
  })

  test('goes with its integration', async () => {
    const { w, id, routes } = withFlow()
    await routes.put({ flow: good, revision: 0 })
    await routes.publish.post({ revision: 1 })
    w.rows('DELETE FROM integrations WHERE id = ? RETURNING id', id)
    expect(w.rows('SELECT 1 FROM flows UNION ALL SELECT 1 FROM flow_versions')).toEqual([])
    expect((await routes.get()).status).toBe(404)
  })
})

describe('in a queue', () => {
  async function answering(flow: (n8n: number) => Flow, options: Parameters<typeof company>[0] = {}) {
    const c = await company(options)
    const made = await c.admin.api['queue-integration'].post({ type: 'flowbuilder', name: 'Fluxo' })
    const id = made.data?.id ?? 0
    await c.admin.api.flows({ id }).put({ flow: flow(c.integration.id), revision: 0 })
    expect((await c.admin.api.flows({ id }).publish.post({ revision: 1 })).status).toBe(200)
    await c.admin.api.queue({ id: SUPPORT }).put({ integrationId: id })
    return { ...c, id }
  }

  test('it goes on with another integration, which gets the last message', async () => {
    const { maria, settled, server, said, log } = await answering((n8n) =>
      flowOf({ a: say('Um momento'), b: { t: 'goto', name: '', integrationId: n8n } }, { start: 'a', a: 'b' }),
    )
    server.answers(({ message }) => Response.json({ output: `n8n: ${message?.body}` }))
    maria.says('oi')
    await settled()
    expect(said()).toEqual(['Um momento', 'n8n: oi'])
    expect(log().filter(({ kind }) => kind === 'integrationStarted')).toMatchObject([
      { data: { integration: 'Fluxo' } },
      { data: { integration: 'Pedidos' } },
    ])
  })

  test('it asks the model of the installation, which reads the conversation but no notes', async () => {
    const asked: (readonly { readonly role: string; readonly content: string }[])[] = []
    const { url, key, stop } = startStandIn(({ messages }) => {
      asked.push(messages)
      return Response.json({
        choices: [{ message: { role: 'assistant', content: 'São **5 dias**.' }, finish_reason: 'stop' }],
      })
    })
    const ai: FlowNode = {
      t: 'ai',
      name: '',
      prompt: 'Somos a {{company.name}}.',
      question: '{{message}}',
      readsTalk: true,
      var: 'resposta',
      example: '',
    }
    const { maria, settled, said, w, admin, id } = await answering(
      () =>
        flowOf(
          { a: ask('Qual a dúvida?', 'duvida'), i: ai, b: end('{{resposta}}'), c: end('sem IA') },
          { start: 'a', a: 'i', 'a:fail': 'c', 'i:ok': 'b', 'i:error': 'c' },
        ),
      { ai: { url, key, model: 'modelo' } },
    )
    maria.says('oi')
    await settled()
    w.db.update(messages).set({ kind: 'note' }).where(eq(messages.body, 'oi')).run()
    maria.says('Qual o prazo?')
    await settled()
    stop()
    expect(said()).toEqual(['Qual a dúvida?', 'São *5 dias*.'])
    expect(asked[0]?.slice(1)).toEqual([
      { role: 'assistant', content: 'Qual a dúvida?' },
      { role: 'user', content: 'Qual o prazo?' },
    ])
    const { data } = await admin.api['queue-integration']({ id }).calls.get()
    expect(data?.calls).toMatchObject([{ what: 'AI', fault: null }])
  })

  test('two flows that lead to each other end with people', async () => {
    const { admin, maria, settled, id, integration, w } = await answering((n8n) =>
      flowOf({ b: { t: 'goto', name: '', integrationId: n8n } }, { start: 'b' }),
    )
    w.db.update(integrations).set({ type: 'flowbuilder' }).where(eq(integrations.id, integration.id)).run()
    const back = flowOf({ b: { t: 'goto', name: '', integrationId: id } }, { start: 'b' })
    await admin.api.flows({ id: integration.id }).put({ flow: back, revision: 0 })
    await admin.api.flows({ id: integration.id }).publish.post({ revision: 1 })
    maria.says('oi')
    await settled()
    expect(w.rows('SELECT is_bot FROM tickets')).toEqual([{ is_bot: 0 }])
  })

  test('two flows that hand over to each other say eleven messages in a row', async () => {
    const ten: FlowNode = { t: 'say', name: '', parts: Array.from({ length: 10 }, (_, at) => ({ text: `${at}` })) }
    const flowTo = (integrationId: number) =>
      flowOf({ a: ten, b: { t: 'goto', name: '', integrationId } }, { start: 'a', a: 'b' })
    const { admin, maria, settled, said, id, integration, log, w } = await answering(flowTo)
    w.db.update(integrations).set({ type: 'flowbuilder' }).where(eq(integrations.id, integration.id)).run()
    await admin.api.flows({ id: integration.id }).put({ flow: flowTo(id), revision: 0 })
    await admin.api.flows({ id: integration.id }).publish.post({ revision: 1 })
    maria.says('oi')
    await settled()
    expect(said()).toHaveLength(11)
    expect(w.rows('SELECT is_bot FROM tickets')).toEqual([{ is_bot: 0 }])
    expect(log().at(-1)).toEqual({ kind: 'chatbotSilent', data: { cause: 'tooManyMessages' } })
    const { data } = await admin.api['queue-integration']({ id: integration.id }).calls.get()
    expect(data?.calls).toMatchObject([{ fault: 'tooManyMessages' }])
  })

  test('a condition that computes too much leaves a note for people', async () => {
    const costly: FlowNode = {
      t: 'if',
      name: '',
      mode: 'any',
      tests: Array.from({ length: 4 }, () => ({ l: '{{message}}', op: 'matches' as const, r: '(.?){60}(.?){60}~' })),
    }
    const { maria, settled, said, w } = await answering(() =>
      flowOf({ a: costly, b: end('sim'), c: end('não') }, { start: 'a', 'a:true': 'b', 'a:false': 'c' }),
    )
    maria.says('a'.repeat(500))
    await settled()
    expect(said()).toEqual(['não'])
    expect(w.rows("SELECT body FROM messages WHERE kind = 'note'")).toEqual([
      { body: expect.stringContaining('exigiu cálculo demais') },
    ])
  })

  test('it answers out of hours if it looks at them itself', async () => {
    const { maria, settled, said, w } = await answering(() =>
      flowOf(
        {
          a: ask('Nome?', 'nome'),
          h: { t: 'hours', name: '', whose: 'company', queueId: null },
          b: end('aberto'),
          c: end('fechado'),
        },
        { start: 'a', a: 'h', 'a:fail': 'h', 'h:open': 'b', 'h:closed': 'c' },
      ),
    )
    maria.says('oi')
    await settled()
    writeSetting(w.db, 'scheduleType', 'company')
    w.db.insert(holidays).values({ day: '2026-03-02', name: 'Feriado' }).run()
    maria.says('Maria')
    await settled()
    expect(said()).toEqual(['Nome?', 'fechado'])
  })
})
