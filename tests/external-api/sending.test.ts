/** The external API: authentication, storing, sending, and repeated requests. */
import { describe, expect, test } from 'bun:test'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { tokenHash } from '../../src/platform/secret'
import { type CompanyWorld, LOJA, SALES, SUPPORT } from '../support/company-world'
import { doJob } from '../support/jobs'
import { PNG } from '../support/pixel'
import { givePlan } from '../support/plans'
import { costOf } from '../support/statements'
import { until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { type World, type WorldOptions, world } from '../support/world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MARIA = '5521996124087'

type Send = { id: string; status: string; number: string; reason: string | null; wait: { why: string } | null }
type Failure = { error: string; message: string; details?: unknown }

function place(target: object = { whatsappId: LOJA }, options: WorldOptions = {}) {
  const w = world(options)
  changeCampaignSettings(w.cx, null, { settings: { messageInterval: 0, longerIntervalAfter: 0, coldCap: 100 } })
  const admin = w.admin()
  const tokenOf = async (fields: object = target) => {
    const answer = await admin.json('/api/api-tokens', 'POST', { name: 'ERP', ...fields })
    return (await answer.json()) as { id: number; secret: string } // the answer of its route
  }
  return { w, admin, tokenOf, ...clientOf(w) }
}

function clientOf(w: World) {
  const call = (path: string, token: string | null, init: RequestInit = {}) =>
    w.request(path, {
      ...init,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...(init.headers as object) },
    })
  const send = (token: string | null, body: object, headers: object = {}) =>
    call('/api/messages/send', token, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const accepted = async (answer: Response | Promise<Response>) => {
    const { status } = await answer
    const body = (await (await answer).json()) as Send // the answer of its route
    expect([status, body]).toMatchObject([202, {}])
    return body
  }
  const refused = async (answer: Promise<Response>) => {
    const { status } = await answer
    return [status, ((await (await answer).json()) as Failure).error] as const // the answer of a refusal
  }
  const statusOf = async (token: string, id: string) =>
    (await (await call(`/api/messages/${id}/status`, token)).json()) as Send // the answer of its route
  return { call, send, accepted, refused, statusOf }
}

const bodies = (w: CompanyWorld) =>
  w.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
const drained = (w: CompanyWorld) => until(() => w.rows('SELECT 1 FROM outbox').length === 0)

describe('a token', () => {
  test('is shown once, stored as a hash, and sends for its connection', async () => {
    const { w, admin, tokenOf, send, accepted } = place()
    const { id, secret } = await tokenOf()
    expect(w.rows('SELECT hash FROM api_tokens')).toEqual([{ hash: tokenHash(secret) }])
    expect(await (await admin.request('/api/api-tokens')).text()).not.toContain(secret)
    await accepted(send(secret, { number: MARIA, body: 'Seu pedido saiu.' }))
    await drained(w)
    expect(w.telephones.sent.map(({ body, connectionId }) => [body, connectionId])).toEqual([
      ['Seu pedido saiu.', LOJA],
    ])
    const { tokens, sentToday } = (await (await admin.request('/api/api-tokens')).json()) as {
      tokens: { id: number; lastUsedAt: string }[]
      sentToday: number
    } // the answer of its route
    expect(tokens).toMatchObject([
      { id, prefix: secret.slice(0, 12), lastUsedAt: new Date(w.clock.now()).toISOString() },
    ])
    expect(sentToday).toBe(1)
  })

  test('is refused if it is missing, unknown, a session’s, expired, revoked or without the scope', async () => {
    const { w, admin, tokenOf, call, send, refused } = place()
    const body = { number: MARIA, body: 'Oi' }
    expect(await refused(send(null, body))).toEqual([401, 'ERR_API_TOKEN'])
    expect(await refused(send('nonsense', body))).toEqual([401, 'ERR_API_TOKEN'])
    expect(await refused(send(`bk1_${'x'.repeat(43)}`, body))).toEqual([401, 'ERR_API_TOKEN'])
    expect(await refused(send(`bk999_${'x'.repeat(43)}`, body))).toEqual([401, 'ERR_API_TOKEN'])
    expect(await refused(send('x'.repeat(43), body))).toEqual([401, 'ERR_API_TOKEN'])
    expect(await refused(send('eyJh.eyJi.abc', body))).toEqual([401, 'ERR_API_TOKEN_KIND'])
    const until = new Date(w.clock.now() + HOUR).toISOString()
    const brief = await tokenOf({ whatsappId: LOJA, expiresAt: until })
    w.clock.forward(HOUR)
    expect(await refused(send(brief.secret, body))).toEqual([401, 'ERR_API_TOKEN_EXPIRED'])
    const revoked = await tokenOf()
    await admin.request(`/api/api-tokens/${revoked.id}`, { method: 'DELETE' })
    expect(await refused(send(revoked.secret, body))).toEqual([401, 'ERR_API_TOKEN_REVOKED'])
    const reader = await tokenOf({ whatsappId: LOJA, scopes: ['status'] })
    expect(await refused(send(reader.secret, body))).toEqual([403, 'ERR_API_SCOPE'])
    expect(await refused(call('/api/messages/checkNumber?number=55', reader.secret))).toEqual([403, 'ERR_API_SCOPE'])
    for (const path of ['/api/tickets', '/api/messages/send'])
      expect(await refused(call(path, reader.secret))).toEqual([401, 'ERR_API_TOKEN_HERE'])
    expect(bodies(w)).toEqual([])
  })

  test('of the whole company sends through the connection that the call names, else the default one', async () => {
    const { w, admin, tokenOf, send, accepted, refused } = place({})
    const made = await tokenOf()
    expect(made).toMatchObject({ whatsappId: null, queueId: null })
    const other = w.connection({ name: 'Filial' }).id
    const body = { number: MARIA, body: 'Oi' }
    await accepted(send(made.secret, { ...body, whatsappId: other }))
    await accepted(send(made.secret, { ...body, queueId: SALES, openTicket: true }))
    await drained(w)
    expect(w.telephones.sent.map(({ connectionId }) => connectionId)).toEqual([other, LOJA])
    expect(await refused(send(made.secret, { ...body, whatsappId: 999 }))).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    const both = await admin.json('/api/api-tokens', 'POST', { name: 'x', whatsappId: LOJA, queueId: SALES })
    expect(both.status).toBe(400)
  })

  test('of an old connection, or renewed in its dialog, is accepted', async () => {
    const { w, admin, send, accepted, refused } = place()
    const old = 'o'.repeat(43)
    w.db.$client
      .prepare(
        `INSERT INTO api_tokens (connection_id, name, prefix, hash, scopes, is_main, names_company, created_at)
         VALUES (?, 'Loja', '', ?, '["send"]', 1, 0, 0)`,
      )
      .run(LOJA, tokenHash(old))
    await accepted(send(old, { number: MARIA, body: 'antigo' }))
    const { token } = (await (await admin.json(`/api/whatsapp/${LOJA}/token`, 'POST', {})).json()) as { token: string } // the answer of its route
    await accepted(send(token, { number: MARIA, body: 'novo' }))
    expect(await refused(send(old, { number: MARIA, body: 'antigo' }))).toEqual([401, 'ERR_API_TOKEN_REVOKED'])
    expect(bodies(w)).toEqual(['antigo', 'novo'])
  })

  test('sends nothing if it is revoked during an upload', async () => {
    const { w, admin, tokenOf, call, refused } = place()
    const { id, secret } = await tokenOf()
    const form = new FormData()
    form.set('number', MARIA)
    form.set('medias', new File(['nota'], 'nota.txt'))
    const whole = new Response(form)
    const bytes = new Uint8Array(await whole.clone().arrayBuffer())
    const begun = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(bytes.slice(0, 100))
        begun.resolve()
        await rest.promise
        stream.enqueue(bytes.slice(100))
        stream.close()
      },
    })
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
    const answering = call('/api/messages/send', secret, { method: 'POST', body, headers })
    await begun.promise
    await until(() => w.rows('SELECT 1 FROM api_tokens WHERE last_used_at IS NOT NULL').length > 0)
    await admin.request(`/api/api-tokens/${id}`, { method: 'DELETE' })
    rest.resolve()
    expect(await refused(answering)).toEqual([401, 'ERR_API_TOKEN_REVOKED'])
    expect(bodies(w)).toEqual([])
  })

  test('of another company cannot access our data', async () => {
    const { w, tokenOf, send, accepted, call, refused } = place()
    const other = w.company('Outra')
    const admin = other.admin()
    const made = await admin.json('/api/api-tokens', 'POST', { name: 'Deles', whatsappId: LOJA })
    const theirs = (await made.json()) as { secret: string } // the answer of its route
    const ours = await accepted(send((await tokenOf()).secret, { number: MARIA, body: 'nosso' }))
    expect(await refused(call(`/api/messages/${ours.id}/status`, theirs.secret))).toEqual([
      404,
      'ERR_NO_API_SEND_FOUND',
    ])
    await accepted(send(theirs.secret, { number: MARIA, body: 'deles' }))
    expect([bodies(w), bodies(other)]).toEqual([['nosso'], ['deles']])
  })

  test('is refused without the plan feature, and for overdue or suspended companies', async () => {
    const { w, send, refused } = place()
    const other = w.company('Outra')
    const admin = other.admin()
    const made = await admin.json('/api/api-tokens', 'POST', { name: 'Deles', whatsappId: LOJA })
    const { secret } = (await made.json()) as { secret: string } // the answer of its route
    givePlan(w.server.databases.writableControl(), other.tenant.id, ['useCampaigns'])
    expect(await refused(send(secret, { number: MARIA, body: 'Oi' }))).toEqual([403, 'ERR_PLAN_FEATURE'])
    expect(await refused(admin.request('/api/api-tokens'))).toEqual([403, 'ERR_PLAN_FEATURE'])
    other.setDue(w.clock.now() - 1)
    expect(await refused(send(secret, { number: MARIA, body: 'Oi' }))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
    other.suspend()
    expect(await refused(send(secret, { number: MARIA, body: 'Oi' }))).toEqual([403, 'ERR_COMPANY_BLOCKED'])
  })

  test('sends 60 a minute, with the remaining requests and the time to retry in headers', async () => {
    const { w, tokenOf, send } = place()
    const { secret } = await tokenOf()
    const left: (string | null)[] = []
    for (let n = 0; n < 60; n++) {
      const answer = await send(secret, { number: MARIA, body: `${n}` })
      left.push(answer.headers.get('ratelimit-remaining'))
    }
    expect([left[0], left.at(-1)]).toEqual(['59', '0'])
    const answer = await send(secret, { number: MARIA, body: 'demais' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    w.clock.forward(MINUTE)
    expect((await send(secret, { number: MARIA, body: 'de novo' })).status).toBe(202)
  })
})

describe('a message', () => {
  test('is stored in the active ticket, else in the latest closed one, else in a new closed one', async () => {
    const { w, tokenOf, send, accepted } = place()
    const { secret } = await tokenOf()
    await accepted(send(secret, { number: MARIA, body: 'primeira' }))
    expect(w.rows('SELECT status, unread, user_id FROM tickets')).toEqual([
      { status: 'closed', unread: 0, user_id: null },
    ])
    await accepted(send(secret, { number: MARIA, body: 'segunda' }))
    expect(w.rows('SELECT DISTINCT ticket_id FROM messages')).toEqual([{ ticket_id: 1 }])
    w.whatsapp.person(MARIA).says('oi')
    await accepted(send(secret, { number: MARIA, body: 'terceira' }))
    expect(w.rows("SELECT ticket_id FROM messages WHERE body = 'terceira'")).toEqual([{ ticket_id: 2 }])
    expect(w.ticketNow(2).status).toBe('pending')
  })

  test('opens a ticket on request: waiting in the queue, or with the given attendant; either suffices', async () => {
    const { w, tokenOf, send, accepted } = place()
    const { secret } = await tokenOf()
    await accepted(send(secret, { number: MARIA, body: 'a', openTicket: true, queueId: SALES }))
    await accepted(send(secret, { number: MARIA, body: 'b', saveOnTicket: SUPPORT }))
    expect(w.rows('SELECT status, queue_id FROM tickets')).toEqual([{ status: 'pending', queue_id: SALES }])
    const ana = w.attendant([SUPPORT])
    await accepted(
      send(secret, {
        number: '5521900000001',
        body: 'c',
        openTicket: 'true',
        queueId: `${SUPPORT}`,
        userId: ana.userId,
      }),
    )
    expect(w.rows('SELECT status, queue_id, user_id FROM tickets WHERE id = 2')).toEqual([
      { status: 'open', queue_id: SUPPORT, user_id: ana.userId },
    ])
  })

  test("of a queue's token is sent by a connection of the queue, and the reply opens there", async () => {
    const { w, tokenOf, send, accepted, refused } = place()
    const second = w.connection({ queueIds: [SUPPORT] }).id
    const { secret } = await tokenOf({ queueId: SUPPORT })
    await accepted(send(secret, { number: MARIA, body: 'Olá' }))
    expect(w.rows('SELECT connection_id, queue_id FROM tickets')).toEqual([
      { connection_id: second, queue_id: SUPPORT },
    ])
    expect(await refused(send(secret, { number: MARIA, body: 'Olá', queueId: SALES }))).toEqual([
      400,
      'ERR_INVALID_INPUT',
    ])
  })

  test('accepts the number with punctuation, as a number, and in both forms of the ninth digit', async () => {
    const { w, tokenOf, send, accepted } = place()
    const { secret } = await tokenOf()
    for (const number of [MARIA, '+55 (21) 99612-4087', Number(MARIA), '552196124087', `${MARIA}@c.us`])
      await accepted(send(secret, { number, body: 'Oi' }))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
  })

  test('is refused without text, to an invalid or unknown number, to a blocked contact and after an opt-out', async () => {
    const { w, tokenOf, send, refused } = place()
    const { secret } = await tokenOf()
    expect(await refused(send(secret, { number: MARIA, body: ' ' }))).toEqual([422, 'ERR_MESSAGE_EMPTY'])
    expect(await refused(send(secret, { number: 'Maria', body: 'Oi' }))).toEqual([400, 'ERR_INVALID_INPUT'])
    expect(await refused(send(secret, { body: 'Oi' }))).toEqual([400, 'ERR_INVALID_INPUT'])
    expect(await refused(send(secret, { number: MARIA, body: 'x'.repeat(100_000) }))).toEqual([
      400,
      'ERR_INVALID_INPUT',
    ])
    expect(await refused(send(secret, { number: '12036302@g.us', body: 'Oi' }))).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    w.telephones.register('5521900000009', null)
    expect(await refused(send(secret, { number: '5521900000009', body: 'Oi' }))).toEqual([422, 'ERR_CHECK_NUMBER'])
    const { id } = w.contact({ number: MARIA })
    w.rows('UPDATE contacts SET active = 0 WHERE id = ? RETURNING id', id)
    expect(await refused(send(secret, { number: MARIA, body: 'Oi' }))).toEqual([422, 'ERR_API_CONTACT_BLOCKED'])
    w.rows('UPDATE contacts SET active = 1 WHERE id = ? RETURNING id', id)
    w.rows(
      "INSERT INTO opt_outs (contact_id, number, name, at, is_confirmed) VALUES (?, ?, '', 0, 0) RETURNING id",
      id,
      MARIA,
    )
    expect(await refused(send(secret, { number: MARIA, body: 'Oi' }))).toEqual([422, 'ERR_API_OPTED_OUT'])
    expect(bodies(w)).toEqual([])
  })

  test('shares a commit with those that arrive together; a refused one does not take them with it', async () => {
    const { w, tokenOf, send } = place()
    const { secret } = await tokenOf()
    const numbers = ['5521996124001', '5521996124002', '5521996124003', '5521996124004']
    for (const number of numbers) w.whatsapp.person(number).says('Oi')
    const sendAll = () => Promise.all(numbers.map((number) => send(secret, { number, body: `Pedido de ${number}` })))
    await sendAll()
    await drained(w)
    let answers: Response[] = []
    const { commits } = await costOf(async () => {
      answers = await sendAll()
      await drained(w)
    })
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(commits).toBeLessThan(4)

    w.rows('UPDATE contacts SET active = 0 WHERE number = ? RETURNING id', numbers[1])
    expect((await sendAll()).map(({ status }) => status)).toEqual([202, 422, 202, 202])
    await drained(w)
    expect(w.rows('SELECT 1 FROM api_sends')).toHaveLength(4 + 4 + 3)
    expect(w.telephones.sent).toHaveLength(4 + 4 + 3)
  })

  test('to a contact who wrote within a day is sent at once, to others at a campaign’s rate, in order', async () => {
    const { w, tokenOf, send, accepted, statusOf } = place()
    changeCampaignSettings(w.cx, null, { settings: { coldCap: 0 } })
    const { secret } = await tokenOf()
    w.whatsapp.person('5521900000001').says('oi')
    expect((await accepted(send(secret, { number: '5521900000001', body: 'logo' }))).status).toBe('queued')
    const first = await accepted(send(secret, { number: MARIA, body: 'um' }))
    const second = await accepted(send(secret, { number: MARIA, body: 'dois' }))
    expect([first, second]).toMatchObject([{ status: 'waiting', wait: { why: 'coldCap' } }, { status: 'waiting' }])
    changeCampaignSettings(w.cx, null, { settings: { coldCap: 100 } })
    w.clock.forward(HOUR)
    doJob(w, 'external-api.post')
    expect(bodies(w).slice(-2)).toEqual(['um', 'dois'])
    await drained(w)
    expect(await statusOf(secret, second.id)).toMatchObject({ status: 'sent', wait: null })
  })

  test('waits for the campaign interval only if the contact has not written within a day', async () => {
    const { w, tokenOf, send, accepted } = place()
    changeCampaignSettings(w.cx, null, { settings: { messageInterval: 120 } })
    const { secret } = await tokenOf()
    w.whatsapp.person(MARIA).says('oi')
    const statuses = async () =>
      [
        await accepted(send(secret, { number: MARIA, body: 'um' })),
        await accepted(send(secret, { number: MARIA, body: 'dois' })),
      ].map(({ status }) => status)
    expect(await statuses()).toEqual(['queued', 'queued'])
    w.clock.forward(DAY + 1)
    expect((await statuses())[1]).toBe('waiting')
  })

  test('never overtakes an earlier one to the same contact', async () => {
    const { w, tokenOf, send, accepted } = place()
    changeCampaignSettings(w.cx, null, { settings: { coldCap: 0 } })
    const { secret } = await tokenOf()
    await accepted(send(secret, { number: MARIA, body: 'um' }))
    changeCampaignSettings(w.cx, null, { settings: { coldCap: 100 } })
    expect((await accepted(send(secret, { number: MARIA, body: 'dois' }))).status).toBe('waiting')
    w.clock.forward(MINUTE)
    doJob(w, 'external-api.post')
    expect(bodies(w)).toEqual(['um', 'dois'])
  })

  test('quotes a message of the same conversation, by its id or by that of an earlier send', async () => {
    const { w, tokenOf, send, accepted, refused } = place()
    const { secret } = await tokenOf()
    const maria = w.whatsapp.person(MARIA)
    maria.says('onde está?')
    w.whatsapp.person('5511977776666').says('segredo de outra pessoa')
    const idOf = (body: string) => w.rows<{ id: number }>('SELECT id FROM messages WHERE body = ?', body)[0]?.id ?? 0
    const first = await accepted(send(secret, { number: MARIA, body: 'um', quotedMsg: { id: idOf('onde está?') } }))
    await accepted(send(secret, { number: MARIA, body: 'dois', quotedMsg: first.id }))
    const quoted = w.rows(
      "SELECT body, json_extract(quoted, '$.body') AS quoted FROM messages WHERE from_me = 1 ORDER BY id",
    )
    expect(quoted).toEqual([
      { body: 'um', quoted: 'onde está?' },
      { body: 'dois', quoted: 'um' },
    ])
    for (const quotedMsg of [idOf('segredo de outra pessoa'), 999_999, 'msg_unknown'])
      expect(await refused(send(secret, { number: MARIA, body: 'três', quotedMsg }))).toEqual([
        404,
        'ERR_NO_MESSAGE_FOUND',
      ])
    expect(await refused(send(secret, { number: MARIA, body: 'três', quotedMsg: 'x' }))).toEqual([
      400,
      'ERR_INVALID_INPUT',
    ])
  })

  test('waits for msdelay before it leaves, and later ones to the same contact wait behind it', async () => {
    const { w, tokenOf, send, accepted, refused } = place()
    const { secret } = await tokenOf()
    w.whatsapp.person(MARIA).says('oi')
    expect(await accepted(send(secret, { number: MARIA, body: 'um', msdelay: '5000' }))).toMatchObject({
      status: 'waiting',
    })
    expect(await accepted(send(secret, { number: MARIA, body: 'dois' }))).toMatchObject({ status: 'waiting' })
    w.clock.forward(4_000)
    doJob(w, 'external-api.post')
    expect(bodies(w)).toEqual(['oi'])
    w.clock.forward(1_500)
    doJob(w, 'external-api.post')
    expect(bodies(w)).toEqual(['oi', 'um', 'dois'])
    for (const msdelay of [-1, 60_001, 'soon'])
      expect(await refused(send(secret, { number: MARIA, body: 'não', msdelay }))).toEqual([400, 'ERR_INVALID_INPUT'])
  })

  test('carries the name of its user with sendSignature, if the company signs messages', async () => {
    const { w, admin, tokenOf, send, accepted } = place()
    const { secret } = await tokenOf()
    const ana = w.attendant([SALES], { name: 'Ana' })
    const signed = { number: MARIA, sendSignature: true }
    await admin.json('/api/settings/sendSignMessage', 'PUT', { value: 'enabled' })
    await accepted(send(secret, { ...signed, body: 'um', userId: ana.userId }))
    await accepted(send(secret, { ...signed, body: 'dois' }))
    await admin.json('/api/settings/sendSignMessage', 'PUT', { value: 'disabled' })
    await accepted(send(secret, { ...signed, body: 'três', userId: ana.userId }))
    expect(bodies(w)).toEqual(['*Ana:*\num', 'dois', 'três'])
  })

  test('has a status for tokens of the same connection only', async () => {
    const { w, tokenOf, send, accepted, call, statusOf, refused } = place()
    const second = w.connection().id
    const [one, same, other] = [await tokenOf(), await tokenOf(), await tokenOf({ whatsappId: second })]
    const { id } = await accepted(send(one.secret, { number: MARIA, body: 'Oi' }))
    expect((await statusOf(same.secret, id)).id).toBe(id)
    expect(await refused(call(`/api/messages/${id}/status`, other.secret))).toEqual([404, 'ERR_NO_API_SEND_FOUND'])
    const ofQueue = await tokenOf({ queueId: SALES })
    const sent = await accepted(send(ofQueue.secret, { number: MARIA, body: 'Oi', whatsappId: second }))
    expect((await statusOf(ofQueue.secret, sent.id)).id).toBe(sent.id)
  })

  test('fails with a reason after waiting for a day', async () => {
    const { w, tokenOf, send, accepted, statusOf } = place()
    changeCampaignSettings(w.cx, null, { settings: { coldCap: 0 } })
    const { secret } = await tokenOf()
    const { id } = await accepted(send(secret, { number: MARIA, body: 'tarde' }))
    w.clock.forward(DAY + 1)
    doJob(w, 'external-api.post')
    expect(await statusOf(secret, id)).toMatchObject({ status: 'failed', reason: 'late' })
    expect(bodies(w)).toEqual([])
  })

  test('reports its status from queued to read, or the reason of its failure', async () => {
    const { w, tokenOf, send, accepted, statusOf } = place()
    const { secret } = await tokenOf()
    const { id } = await accepted(send(secret, { number: MARIA, body: 'Oi' }))
    await drained(w)
    expect(await statusOf(secret, id)).toMatchObject({ id, status: 'sent', number: MARIA, reason: null })
    w.telephones.answerNext({ outcome: 'refused', reason: 'refused' })
    const failed = await accepted(send(secret, { number: MARIA, body: 'Oi' }))
    await drained(w)
    expect((await statusOf(secret, failed.id)).status).toBe('failed')
  })

  test('sends each file as a message, the first with the text', async () => {
    const { w, tokenOf, call, accepted } = place()
    const { secret } = await tokenOf()
    const form = new FormData()
    form.set('number', MARIA)
    form.set('body', 'Segue\na nota.')
    form.append('medias', new File([PNG], 'foto.png', { type: 'image/png' }))
    form.append('medias', new File(['nota'], 'nota.txt'))
    const { id } = await accepted(call('/api/messages/send', secret, { method: 'POST', body: form }))
    await drained(w)
    expect(w.telephones.sent.map(({ kind, body, media }) => [kind, body, media?.name])).toEqual([
      ['image', 'Segue\na nota.', 'foto.png'],
      ['document', '', 'nota.txt'],
    ])
    expect(w.rows('SELECT media FROM api_send_parts WHERE send_id = ?', id)).toEqual([{ media: null }, { media: null }])
  })

  test('with a large file counts once, and is refused without a token before the file is read', async () => {
    const { w, tokenOf, call, accepted, refused } = place()
    const { url } = w.listen()
    const { secret } = await tokenOf()
    const form = () => {
      const made = new FormData()
      made.set('number', MARIA)
      made.set('medias', new File([new Uint8Array(2_000_000)], 'planta.bin'))
      return made
    }
    const answer = await call('/api/messages/send', secret, { method: 'POST', body: form() })
    expect(answer.headers.get('ratelimit-remaining')).toBe('59')
    await accepted(answer)
    expect(await refused(call('/api/messages/send', null, { method: 'POST', body: form() }))).toEqual([
      401,
      'ERR_API_TOKEN',
    ])
    expect(w.rows('SELECT kind FROM messages')).toEqual([{ kind: 'document' }])
    const posted = await fetch(new URL('/api/messages/send', url), {
      method: 'POST',
      body: form(),
      headers: { authorization: `Bearer ${secret}` },
    })
    expect([posted.status, posted.headers.get('ratelimit-remaining')]).toEqual([202, '58'])
  })

  test('is not sent when the client leaves while its file is fetched', async () => {
    const asked = Promise.withResolvers<void>()
    const broken = Promise.withResolvers<void>()
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        request.signal.addEventListener('abort', () => broken.resolve())
        asked.resolve()
        return new Response(new ReadableStream({ start: (stream) => stream.enqueue('begin') }))
      },
    })
    const { w, tokenOf, call } = place(undefined, { outsideAllow: allowLocal })
    const { secret } = await tokenOf()
    const leaving = new AbortController()
    const answering = call('/api/messages/send', secret, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: MARIA, mediaUrl: server.url.href }),
      signal: leaving.signal,
    })
    await asked.promise
    leaving.abort()
    await broken.promise // the download ends with the request
    await answering.catch(() => undefined)
    await server.stop(true)
    expect(bodies(w)).toEqual([])
    expect(w.rows('SELECT 1 FROM api_sends')).toEqual([])
  })

  describe('whose file is being fetched', () => {
    /** Sends twice with one key, calls `meanwhile` while the file is on the way, and returns both responses. */
    async function sendSlowly(meanwhile: (at: ReturnType<typeof place> & { tokenId: number }) => unknown) {
      const asked = Promise.withResolvers<void>()
      const rest = Promise.withResolvers<void>()
      using server = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        async fetch() {
          asked.resolve()
          await rest.promise
          return new Response(PNG)
        },
      })
      const at = place({}, { outsideAllow: allowLocal })
      const { id, secret } = await at.tokenOf()
      const body = { number: MARIA, whatsappId: LOJA, mediaUrl: `${server.url}a.png` }
      const post = () => at.send(secret, body, { 'idempotency-key': 'foto' })
      const answers = Promise.all([post(), post()])
      await asked.promise
      await meanwhile({ ...at, tokenId: id })
      rest.resolve()
      const [first, second] = await answers
      return { ...at, first, second }
    }
    const sent = (w: CompanyWorld) => w.rows('SELECT 1 FROM messages WHERE from_me = 1').length

    test('is refused if its token is revoked meanwhile', async () => {
      const { w, first, refused } = await sendSlowly(({ admin, tokenId }) =>
        admin.request(`/api/api-tokens/${tokenId}`, { method: 'DELETE' }),
      )
      expect(await refused(Promise.resolve(first))).toEqual([401, 'ERR_API_TOKEN_REVOKED'])
      expect(sent(w)).toBe(0)
    })

    test('is refused if its connection is deleted meanwhile', async () => {
      const { w, first, refused } = await sendSlowly(({ w }) =>
        w.rows('UPDATE connections SET deleted_at = ? WHERE id = ? RETURNING id', w.clock.now(), LOJA),
      )
      expect(await refused(Promise.resolve(first))).toEqual([404, 'ERR_NO_WAPP_FOUND'])
      expect(sent(w)).toBe(0)
    })

    test('goes to the contact that was created meanwhile, once for both requests with its key', async () => {
      const { w, first, second, accepted } = await sendSlowly(({ w }) => w.whatsapp.person(MARIA).says('oi'))
      expect((await accepted(first)).id).toBe((await accepted(second)).id)
      expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
      expect(sent(w)).toBe(1)
    })
  })

  test('refuses a file in place of its address, names the form, and does not repeat the file', async () => {
    const { tokenOf, send } = place()
    const { secret } = await tokenOf()
    for (const file of ['data:application/pdf;base64,JVBERi0xLjQK', 'JVBERi0xLjQK', `JVBERi0x${'A'.repeat(5_000)}`]) {
      const answer = await send(secret, { number: MARIA, body: '', medias: [file] })
      const text = await answer.text()
      expect([answer.status, text.includes('medias'), text.includes(file)]).toEqual([400, true, false])
      expect(JSON.parse(text)).toMatchObject({ details: [{ field: 'medias.0', hint: 'form.fileAsForm' }] })
    }
    const body = { number: MARIA, body: '', medias: ['A'.repeat(3_000_000)] }
    const large = await send(secret, body, { 'content-length': String(JSON.stringify(body).length) })
    expect([large.status, (await large.text()).includes('multipart')]).toEqual([413, true])
  })

  test('does not fetch from addresses inside the network, nor without https', async () => {
    const { w, tokenOf, send, call, refused } = place()
    const { secret } = await tokenOf()
    using inside = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(PNG) })
    for (const mediaUrl of [
      `${inside.url}a.png`,
      'https://127.0.0.1/a.png',
      'http://example.com/a.png',
      'https://[::1]/a.png',
      'file:///etc/passwd',
    ])
      expect([mediaUrl, await refused(send(secret, { number: MARIA, mediaUrl }))]).toEqual([
        mediaUrl,
        [422, 'ERR_API_MEDIA_URL'],
      ])
    const linkImage = call('/api/messages/send/linkImage', secret, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: MARIA, url: 'https://10.0.0.1/a.png', caption: 'Foto' }),
    })
    expect(await refused(linkImage)).toEqual([422, 'ERR_API_MEDIA_URL'])
    expect(bodies(w)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  test('sends once, also for simultaneous requests and after a restart, and is refused for another request', async () => {
    const { w, tokenOf, send, accepted, refused } = place()
    const { secret } = await tokenOf()
    const again = (body = 'Pedido 1') => send(secret, { number: MARIA, body }, { 'idempotency-key': 'pedido-1' })
    const [a, b] = await Promise.all([accepted(again()), accepted(again())])
    expect(a.id).toBe(b.id)
    const repeated = await again()
    expect([repeated.headers.get('idempotent-replayed'), (await accepted(repeated)).id]).toEqual(['true', a.id])
    expect(await refused(again('outro'))).toEqual([409, 'ERR_IDEMPOTENCY_KEY_REUSED'])
    const reopened = await w.reopen()
    const after = clientOf(reopened)
    const third = await after.accepted(
      after.send(secret, { number: MARIA, body: 'Pedido 1' }, { 'idempotency-key': 'pedido-1' }),
    )
    expect(third.id).toBe(a.id)
    expect(bodies(reopened)).toEqual(['Pedido 1'])
  })

  test('is stored with the same digest in each version, so that a repetition after an update is recognised', async () => {
    const { w, tokenOf, send, accepted } = place()
    const { secret } = await tokenOf()
    await accepted(send(secret, { number: MARIA, body: 'Oi' }, { 'idempotency-key': 'k' }))
    expect(w.rows('SELECT digest FROM api_sends')).toEqual([
      { digest: '57d06dc26bc2b772576760997ea0ad57a838dc0ee8560cc7a96cf295250d9293' },
    ])
  })

  test('belongs to its token, and expires after a day', async () => {
    const { w, tokenOf, send, accepted } = place()
    const [one, two] = [await tokenOf(), await tokenOf()]
    const by = (token: string) => accepted(send(token, { number: MARIA, body: 'Oi' }, { 'idempotency-key': 'k' }))
    const ids = [await by(one.secret), await by(two.secret)]
    w.clock.forward(DAY)
    ids.push(await by(one.secret))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3)
  })
})

describe('a number check', () => {
  test('responds like related products', async () => {
    const { w, tokenOf, call } = place()
    const { secret } = await tokenOf()
    w.telephones.register(MARIA, [{ kind: 'phone', value: '552196124087' }])
    w.telephones.register('5521900000009', null)
    const found = await call(`/api/messages/checkNumber?number=${MARIA}`, secret)
    expect(await found.json()).toEqual({
      existsInWhatsapp: true,
      number: '552196124087',
      numberFormatted: '+55 (21) 9612-4087',
    })
    const none = await call('/api/messages/checkNumber', secret, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: '5521900000009' }),
    })
    expect([none.status, await none.json()]).toMatchObject([
      400,
      { existsInWhatsapp: false, number: '5521900000009', error: 'Not exists on Whatsapp' },
    ])
  })
})

test('sends move to the contact kept by a merge, and are deleted after 30 days', async () => {
  const { w, admin, tokenOf, send, accepted } = place()
  const { secret } = await tokenOf()
  await accepted(send(secret, { number: MARIA, body: 'Oi' }))
  const kept = w.contact().id
  const merged = await admin.json('/api/contacts/merge', 'POST', {
    sourceContactId: 1,
    targetContactId: kept,
    mergedData: {},
  })
  expect(merged.status).toBe(200)
  expect(w.rows('SELECT contact_id FROM api_sends')).toEqual([{ contact_id: kept }])
  w.clock.forward(30 * DAY + 1)
  doJob(w, 'external-api.tidy')
  expect(w.rows('SELECT 1 FROM api_sends')).toEqual([])
  expect(w.rows('SELECT 1 FROM api_send_parts')).toEqual([])
  expect(bodies(w)).toEqual(['Oi'])
})
