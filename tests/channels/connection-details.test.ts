/** Connection details beside the session: bot, redirection, the greeting's file, token, health and audit. */
import { describe, expect, test } from 'bun:test'
import { connectionUpdated } from '../../src/channels/connections/contract'
import { MOST_COUNTED } from '../../src/channels/connections/health'
import { tokenHash } from '../../src/platform/secret'
import { HOUR, MINUTE } from '../../src/platform/time'
import { codeOf } from '../support/code-of'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { givePlan } from '../support/plans'
import { world } from '../support/world'

const path = `/api/whatsapp/${LOJA}/media-upload`

function formOf(file?: File) {
  const form = new FormData()
  if (file) form.set('file', file)
  return form
}
const flyer = () => new File(['bem-vindo à loja'], 'bem-vindo.txt', { type: 'text/plain' })

type Entry = { act: string; userName: string; changes: { field: string; from: unknown; to: unknown }[] }
const acts = async (admin: Attendant) =>
  ((await (await admin.request('/api/audit-log?kind=connection')).json()) as { entries: Entry[] }).entries

describe('bot and redirection', () => {
  test('a new connection has the bot; chosen values survive other changes', async () => {
    const w = world()
    const admin = w.admin()
    const usual = {
      enableQueueChatbot: true,
      maxUseBotQueues: 0,
      timeSendQueue: 0,
      sendIdQueue: null,
      provider: 'beta',
    }
    const { data: made } = await admin.api.whatsapp.post({ name: 'Filial' })
    expect(made).toMatchObject({ ...usual, hasToken: false, greetingMediaAttachment: null })
    const filial = admin.api.whatsapp({ id: made?.id ?? 0 })
    const chosen = {
      enableQueueChatbot: false,
      maxUseBotQueues: 3,
      timeSendQueue: 15,
      sendIdQueue: SALES,
      provider: 'stable',
    } as const
    expect((await filial.put(chosen)).data).toMatchObject(chosen)
    expect((await filial.put({ name: 'Filial Sul' })).data).toMatchObject({ name: 'Filial Sul', ...chosen })
    const born = { name: 'Outra', timeSendQueue: 5, sendIdQueue: SUPPORT, enableQueueChatbot: false }
    expect((await admin.api.whatsapp.post(born)).data).toMatchObject(born)
  })

  test('a time limit requires an existing queue; one that was deleted since blocks no other change', async () => {
    const w = world()
    const admin = w.admin()
    const loja = admin.api.whatsapp({ id: LOJA })
    const lacking = { error: 'ERR_INVALID_INPUT', details: [{ field: 'sendIdQueue', hint: 'form.required' }] }
    expect((await loja.put({ timeSendQueue: 5 })).error?.value).toMatchObject(lacking)
    expect((await admin.api.whatsapp.post({ name: 'Filial', timeSendQueue: 5 })).error?.value).toMatchObject(lacking)
    expect(codeOf(await loja.put({ timeSendQueue: 5, sendIdQueue: 99 }))).toBe('ERR_NO_QUEUE_FOUND')
    for (const wrong of [-1, 10_081, 1.5])
      expect((await loja.put({ timeSendQueue: wrong })).error?.value).toMatchObject({
        details: [{ field: 'timeSendQueue', hint: 'form.invalid' }],
      })
    expect((await loja.put({ timeSendQueue: 5, sendIdQueue: SALES })).data?.sendIdQueue).toBe(SALES)
    expect((await loja.put({ sendIdQueue: null })).error?.value).toMatchObject(lacking)
    await admin.api.queue({ id: SALES }).delete()
    expect((await loja.get()).data).toMatchObject({ timeSendQueue: 5, sendIdQueue: null })
    expect((await loja.put({ name: 'Matriz' })).data?.name).toBe('Matriz')
    expect((await loja.put({ timeSendQueue: 6 })).error?.value).toMatchObject(lacking)
    expect((await loja.put({ timeSendQueue: 0 })).data?.timeSendQueue).toBe(0)
  })
})

describe('the file of the greeting', () => {
  test('is visible with the connection, and can be replaced and removed', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const made = await admin.request(path, { method: 'POST', body: formOf(flyer()) })
    const media = { name: 'bem-vindo.txt', size: 17, url: `/whatsapp/${LOJA}/media-upload` }
    expect(await made.json()).toMatchObject({ greetingMediaAttachment: media })
    expect(ana.heard(connectionUpdated).at(-1)?.whatsapp.greetingMediaAttachment).toMatchObject(media)
    expect(await (await ana.request(path)).text()).toBe('bem-vindo à loja')
    const gone = await admin.request(path, { method: 'DELETE' })
    expect(await gone.json()).toMatchObject({ greetingMediaAttachment: null })
    expect((await ana.request(path)).status).toBe(404)
  })

  test('is refused without permission, without a file, and for an unknown connection', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const send = (who: Attendant, body: FormData, to = path) => who.request(to, { method: 'POST', body })
    expect((await send(ana, formOf(flyer()))).status).toBe(403)
    expect((await send(admin, formOf())).status).toBe(400)
    expect((await send(admin, formOf(flyer()), '/api/whatsapp/99/media-upload')).status).toBe(404)
    expect((await admin.api.whatsapp({ id: LOJA }).get()).data?.greetingMediaAttachment).toBeNull()
  })
})

describe('the token', () => {
  test('is returned once, stored as a hash, and replaced by the next', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const loja = admin.api.whatsapp({ id: LOJA })
    const first = (await loja.token.post()).data?.token ?? ''
    const second = (await loja.token.post()).data?.token ?? ''
    expect(first.length).toBeGreaterThan(30)
    expect(second).not.toBe(first)
    expect(w.rows('SELECT token_hash FROM connections WHERE id = ?', LOJA)).toEqual([{ token_hash: tokenHash(second) }])
    expect((await loja.get()).data?.hasToken).toBe(true)
    const shown = JSON.stringify([(await loja.get()).data, await acts(admin), admin.frames, ana.frames])
    for (const secret of [first, second, tokenHash(second)]) expect(shown).not.toContain(secret)
    expect(codeOf(await ana.api.whatsapp({ id: LOJA }).token.post())).toBe('ERR_NO_PERMISSION')
  })
})

test('each action is in the audit log with its changes', async () => {
  const w = world()
  const admin = w.admin()
  const { data: made } = await admin.api.whatsapp.post({ name: 'Filial' })
  const filial = admin.api.whatsapp({ id: made?.id ?? 0 })
  await filial.put({ enableQueueChatbot: false })
  await filial.put({ enableQueueChatbot: false })
  await filial.token.post()
  await admin.request(`/api/whatsapp/${made?.id}/media-upload`, { method: 'POST', body: formOf(flyer()) })
  await admin.json(`/api/whatsappsession/${made?.id}`, 'POST', {})
  await admin.api.whatsappsession({ id: made?.id ?? 0 }).delete()
  await admin.json('/api/whatsapp-restart', 'POST', {})
  await filial.delete()
  const entries = (await acts(admin)).filter(({ userName }) => userName !== '').reverse()
  expect(entries.map(({ act }) => act)).toEqual([
    'create',
    'update',
    'renew',
    'update',
    'pair',
    'disconnect',
    'restart',
    'delete',
  ])
  expect(entries[1]?.changes).toEqual([{ field: 'enableQueueChatbot', from: true, to: false }])
  expect(entries[2]?.changes).toEqual([{ field: 'token', from: null, to: 'set' }])
  expect(entries[3]?.changes).toEqual([{ field: 'greetingMediaAttachment', from: null, to: 'bem-vindo.txt' }])
})

test('a plan without WhatsApp keeps existing connections but creates and links none', async () => {
  const w = world()
  const admin = w.admin()
  givePlan(w.server.databases.writableControl(), w.tenant.id, ['useCampaigns'])
  expect((await admin.api.whatsapp.post({ name: 'Filial' })).error?.value).toMatchObject({
    error: 'ERR_PLAN_FEATURE',
    details: { feature: 'useWhatsapp' },
  })
  for (const [path, method] of [
    [`/api/whatsappsession/${LOJA}`, 'POST'],
    [`/api/whatsappsession/${LOJA}`, 'PUT'],
    ['/api/whatsapp-restart', 'POST'],
  ] as const) {
    const answer = await admin.request(path, { method })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, 'ERR_PLAN_FEATURE'])
  }
  expect((await admin.api.whatsapp({ id: LOJA }).put({ name: 'Matriz' })).data?.name).toBe('Matriz')
})

describe('health', () => {
  test('reports start of the state, latest problem and its end, and traffic', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const health = async () => (await admin.api.whatsapp({ id: LOJA }).health.get()).data
    const at = (ms: number) => new Date(ms).toISOString()
    const { data: fresh } = await admin.api.whatsapp.post({ name: 'Filial' })
    const born = w.cx.now()
    w.clock.forward(HOUR)
    await admin.api.whatsapp({ id: fresh?.id ?? 0 }).put({ name: 'Filial Sul' })
    expect((await admin.api.whatsapp({ id: fresh?.id ?? 0 }).health.get()).data?.since).toBe(at(born))
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT', reason: 'network' })
    const lost = w.cx.now()
    w.clock.forward(MINUTE)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT', reason: 'network', retries: 2 })
    expect(await health()).toMatchObject({
      status: 'TIMEOUT',
      reason: 'network',
      since: at(lost),
      lastError: { reason: 'network', at: at(lost) },
    })
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT', reason: 'serverUnavailable', retries: 3 })
    expect(await health()).toMatchObject({
      since: at(lost),
      lastError: { reason: 'serverUnavailable', at: at(w.cx.now()) },
    })
    w.clock.forward(MINUTE)
    const until = w.cx.now() + HOUR
    w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED', reason: 'restricted', until })
    expect(await health()).toMatchObject({ status: 'RESTRICTED', until: at(until) })
    w.clock.forward(MINUTE)
    w.telephones.report(w.refOf(LOJA), { status: 'CONNECTED' })
    expect(await health()).toMatchObject({
      status: 'CONNECTED',
      reason: null,
      until: null,
      since: at(w.cx.now()),
      lastError: { reason: 'restricted' },
    })
    await admin.api.whatsapp({ id: LOJA }).put({ name: 'Matriz' })
    w.clock.forward(MINUTE)
    expect((await health())?.since).toBe(at(w.cx.now() - MINUTE))
    const summary = (await admin.api.whatsapp({ id: LOJA }).get({ query: { session: '0' } })).data
    expect(summary?.since).toBe(at(w.cx.now() - MINUTE))
    expect(codeOf(await ana.api.whatsapp({ id: LOJA }).health.get())).toBe('ERR_NO_PERMISSION')
    expect((await admin.api.whatsapp({ id: 99 }).health.get()).status).toBe(404)
  })

  test('counts its own tickets, the messages of the company’s day, and queued messages', async () => {
    const w = world()
    const admin = w.admin()
    const [maria, jose] = [w.whatsapp.person('5511999990000'), w.whatsapp.person('5511999990001')]
    const other = w.connection({ name: 'Filial' })
    w.ticket({ connectionId: other.id })
    maria.says('ontem', { sentAt: w.cx.now() - 24 * HOUR })
    maria.says('oi')
    jose.says('bom dia')
    await admin.api.tickets({ id: 3 }).put({ status: 'open', queueId: SALES })
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await admin.json('/api/messages/3', 'POST', { body: 'já volto' })
    const { data } = await admin.api.whatsapp({ id: LOJA }).health.get()
    expect(data).toMatchObject({
      tickets: { pending: 1, open: 1 },
      today: { received: 2, sent: 1, isMore: false },
      outbox: { waiting: 1, oldestAt: new Date(w.cx.now()).toISOString() },
    })
    expect((await admin.api.whatsapp({ id: other.id }).health.get()).data).toMatchObject({
      today: { received: 0, sent: 0 },
      outbox: { waiting: 0, oldestAt: null },
    })
  })

  test('stops counting at its limit', async () => {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person('5511999990000').says('oi')
    w.rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST_COUNTED + 500})
       INSERT INTO messages (contact_id, ticket_id, connection_id, from_me, kind, body, created_at)
       SELECT contact_id, ticket_id, connection_id, 0, 'chat', 'oi', created_at FROM messages, n RETURNING 1`,
    )
    const { data } = await admin.api.whatsapp({ id: LOJA }).health.get()
    expect(data?.today).toEqual({ received: MOST_COUNTED + 1, sent: 0, isMore: true })
  })
})
