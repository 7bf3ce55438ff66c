/** Rules of creating and changing integrations. */
import { expect, test } from 'bun:test'
import { MOST_CALLS } from '../../src/features/integrations/contract'
import { storeCalls } from '../../src/features/integrations/health'
import { codeOf } from '../support/code-of'
import { SUPPORT } from '../support/company-world'
import { world } from '../support/world'

const n8n = {
  type: 'n8n',
  name: 'Pedidos',
  urlIntegration: 'https://n8n.example/webhook/a',
  urlToken: 'segredo-do-n8n',
} as const

test('secrets are stored encrypted and never sent back; the signing secret once', async () => {
  const w = world()
  const { api } = w.admin()
  const { data } = await api['queue-integration'].post(n8n)
  expect(data?.secret).toStartWith('whsec_')
  expect(data).toMatchObject({ hasToken: true, isSigned: true, projectName: 'Pedidos' })
  const shown = JSON.stringify((await api['queue-integration'].get({ query: {} })).data)
  for (const secret of ['segredo-do-n8n', 'whsec_']) expect(shown).not.toContain(secret)
  const [stored] = w.rows<{ url_token: string; secret: string }>('SELECT url_token, secret FROM integrations')
  expect([stored?.url_token.slice(0, 5), stored?.secret.slice(0, 5)]).toEqual(['gcm1.', 'gcm1.'])
  const log = JSON.stringify(w.rows("SELECT * FROM audit_log WHERE kind = 'integration'"))
  expect(log).not.toContain('segredo-do-n8n')
})

test.each([
  [{ type: 'n8n', name: 'A' }, ['name']],
  [{ type: 'n8n', name: 'x'.repeat(51) }, ['name']],
  [{ type: 'n8n', name: 'Sem nada' }, ['urlIntegration', 'urlToken']],
  [{ type: 'webhook', name: 'Sem token', urlIntegration: 'https://a.example' }, ['urlToken']],
  [{ type: 'typebot', name: 'Sem bot', urlIntegration: 'https://a.example' }, ['typebotSlug']],
  [{ type: 'dialogflow', name: 'Sem chave', projectName: 'p' }, ['jsonContent']],
] as const)('%j is refused by its fields', async (body, fields) => {
  const { api } = world().admin()
  const { error } = await api['queue-integration'].post(body)
  const value = error?.value as { details?: { field: string }[] } | undefined // of ERR_INVALID_INPUT
  expect(value?.details?.map(({ field }) => field)).toEqual([...fields])
})

test('a flow needs a name only, and Typebot has its defaults', async () => {
  const { api } = world().admin()
  expect((await api['queue-integration'].post({ type: 'flowbuilder', name: 'Triagem' })).data?.secret).toBeNull()
  const bot = { type: 'typebot', name: 'Sofás', urlIntegration: 'https://t.example', typebotSlug: 'sofas' } as const
  expect((await api['queue-integration'].post(bot)).data).toMatchObject({
    typebotDelayMessage: 1000,
    typebotExpires: 1,
    projectName: 'Sofás',
  })
})

test.each([
  'http://n8n.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://user:pw@n8n.example/',
  'javascript:1',
  'x',
])('an address that companies may not reach is refused: %s', async (urlIntegration) => {
  const { api } = world().admin()
  expect(codeOf(await api['queue-integration'].post({ ...n8n, urlIntegration }))).toBe('ERR_INTEGRATION_ADDRESS')
})

test('an absent token keeps the stored one, an empty one is refused where it is needed', async () => {
  const { api } = world().admin()
  const id = (await api['queue-integration'].post(n8n)).data?.id ?? 0
  expect((await api['queue-integration']({ id }).put({ name: 'Outro nome' })).data).toMatchObject({
    hasToken: true,
    name: 'Outro nome',
    projectName: 'Outro nome',
  })
  expect(codeOf(await api['queue-integration']({ id }).put({ urlToken: '' }))).toBe('ERR_INVALID_INPUT')
})

test('a queue takes only an integration that exists, and the list says which queues use it', async () => {
  const { api } = world().admin()
  expect(codeOf(await api.queue({ id: SUPPORT }).put({ integrationId: 99 }))).toBe('ERR_NO_INTEGRATION_FOUND')
  const id = (await api['queue-integration'].post(n8n)).data?.id ?? 0
  expect((await api.queue({ id: SUPPORT }).put({ integrationId: id })).status).toBe(200)
  expect((await api['queue-integration']({ id }).get()).data?.queueIds).toEqual([SUPPORT])
})

test('only the newest calls are kept', async () => {
  const w = world()
  const { api } = w.admin()
  const id = (await api['queue-integration'].post(n8n)).data?.id ?? 0
  const call = (ms: number) => ({ at: w.clock.now(), ms, status: 200, what: 'POST /', fault: null })
  w.cx.transaction((cx) => {
    for (let n = 0; n < MOST_CALLS + 50; n++) storeCalls(cx, id, null, [call(n)])
  })
  const { data } = await api['queue-integration']({ id }).calls.get()
  expect(data?.calls).toHaveLength(MOST_CALLS)
  expect(data?.calls[0]?.ms).toBe(MOST_CALLS + 49)
})

test('a supervisor sees integrations, but changes none; an attendant sees none', async () => {
  const w = world()
  const [boss, ana] = [w.attendant([], { profile: 'supervisor' }), w.attendant([SUPPORT])]
  expect((await boss.api['queue-integration'].get({ query: {} })).status).toBe(200)
  expect(codeOf(await boss.api['queue-integration'].post(n8n))).toBe('ERR_NO_PERMISSION')
  expect(codeOf(await ana.api['queue-integration'].get({ query: {} }))).toBe('ERR_NO_PERMISSION')
})
