/** Clients of other products change only the host: their requests as real integrations write them. */
import { describe, expect, test } from 'bun:test'
import { apiTokenMover } from '../../src/features/external-api/move-in'
import { connection, person, queue } from '../moving-in/run/basics'
import { moveIn, sourceOf } from '../moving-in/support'
import { PNG } from '../support/pixel'

const TOKEN = 'c0nexao-da-loja-2024'
const COMPANY_TOKEN = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'
const MARIA = '5521996124087'

/** Ids there are none of ours. */
async function place() {
  const source = sourceOf({
    rows: {
      1: {
        queues: [queue('41', { name: 'Vendas' }), queue('42', { name: 'Suporte' })],
        users: [person('31', { name: 'Rita', profile: 'admin' }), person('32', { name: 'Ana' })],
        connections: [connection('7', { name: 'Loja', token: TOKEN, isDefault: true })],
        settings: [{ key: 'userApiToken', value: COMPANY_TOKEN }],
      },
    },
  })
  const moved = await moveIn(source)
  moved.db.$client.exec(`
    INSERT INTO contacts (name, name_folded, number, created_at) VALUES ('Maria', 'maria', '${MARIA}', 0);
    INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', '${MARIA}', 1);
    UPDATE connections SET status = 'CONNECTED';
    INSERT INTO campaign_settings VALUES ('messageInterval', '0'), ('sendFrom', '"00:00"'), ('sendTo', '"00:00"')`)
  const send = (body: object | FormData, token = TOKEN) =>
    moved.world.request('/api/messages/send', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const rows = <T>(sql: string) => moved.db.$client.prepare(sql).all() as T[] // one row of the statement
  return { moved, send, rows }
}

describe('the address of Izing', () => {
  const [OWN, OTHER] = ['6f1c2a54-7c1d-4d0a-9a86-0c5a3f1d2b77', '0a8f0c9e-3b1d-4a52-8a7e-64c0f1f7b001']
  const JWT = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${'eyJhcGlJZCI6'.repeat(8)}.${'Qm9sbw'.repeat(7)}`
  const access = (id: string, fields: object = {}) => ({
    ...{ id, createdAt: null, name: 'Loja virtual', connectionId: '7', token: JWT, active: true, reports: false },
    ...fields,
  })

  async function placeIzing() {
    const moved = await moveIn(
      sourceOf({
        family: 'izing',
        rows: {
          1: {
            connections: [connection('7', { name: 'Loja', isDefault: true }), connection('8', { name: 'Filial' })],
            apiAccesses: [
              access(OWN, { reports: true }),
              access(OTHER, { connectionId: '8', token: `${JWT}x` }),
              access('gone', { connectionId: '99' }),
              access('off', { active: false }),
            ],
          },
        },
      }),
    )
    moved.db.$client.exec(`
      INSERT INTO contacts (name, name_folded, number, created_at) VALUES ('Maria', 'maria', '${MARIA}', 0);
      INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', '${MARIA}', 1);
      UPDATE connections SET status = 'CONNECTED';
      INSERT INTO campaign_settings VALUES ('messageInterval', '0'), ('sendFrom', '"00:00"'), ('sendTo', '"00:00"')`)
    const send = (address: string, body: object | FormData, token = JWT) =>
      moved.world.request(`/v1/api/external/${address}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
      })
    return { moved, send }
  }

  test('goes on with its token, which sends through its own connection alone', async () => {
    const { moved, send } = await placeIzing()
    expect(moved.missing).toEqual([])
    expect([moved.imported('apiAccesses'), moved.skipped('apiAccesses', 'noConnection')]).toEqual([2, 1])
    expect(moved.details['apiAccesses otherApi']).toEqual(['Loja virtual'])
    const body = { number: MARIA, body: 'Seu pedido saiu', externalKey: 'pedido-7' }
    expect(await answerOf(await send(OWN, body))).toEqual([200, { message: 'Message add queue' }])
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.set(name, value)
    form.set('media', new File([PNG], 'nota.png', { type: 'image/png' }))
    expect(await answerOf(await send(OWN, form))).toEqual([200, { message: 'Message add queue' }])
    const rows = moved.db.$client
      .prepare('SELECT connection_id AS connection, kind, body FROM messages ORDER BY id')
      .all()
    expect(rows).toEqual([
      { connection: 1, kind: 'chat', body: 'Seu pedido saiu' },
      { connection: 1, kind: 'image', body: 'Seu pedido saiu' },
    ])
  })

  test('refuses another address, an unknown one and an unknown token', async () => {
    const { send } = await placeIzing()
    const body = { number: MARIA, body: 'oi' }
    expect((await answerOf(await send(OTHER, body)))[0]).toBe(403)
    expect((await answerOf(await send('nothing', body)))[0]).toBe(403)
    expect((await answerOf(await send(OWN, body, `${JWT}y`)))[0]).toBe(401)
    expect((await answerOf(await send(OTHER, body, `${JWT}x`)))[0]).toBe(200)
  })
})

const answerOf = async (response: Response) => [response.status, await response.json()] as const

test('a token of theirs sends, and its clients get the answer that they look for', async () => {
  const { send, rows, moved } = await place()
  expect(moved.imported('settings')).toBe(1)
  for (const token of [TOKEN, COMPANY_TOKEN]) {
    const answer = await answerOf(await send({ number: MARIA, body: `por ${token.slice(0, 3)}` }, token))
    expect(answer).toMatchObject([200, { mensagem: 'Mensagem enviada', number: MARIA }])
  }
  expect(rows('SELECT body FROM messages ORDER BY id')).toEqual([{ body: 'por c0n' }, { body: 'por 1b9' }])
  expect((await send({ number: MARIA, body: 'x' }, `${TOKEN}x`)).status).toBe(401)
})

describe('a body as real clients write it', () => {
  test.each([
    [
      'empty texts for none',
      { number: MARIA, body: 'oi', userId: '', queueId: '', sendSignature: false, closeTicket: false },
    ],
    ['zero for none', { number: MARIA, openTicket: '0', queueId: '0', body: 'oi' }],
    ['null for none', { number: MARIA, body: 'oi', userId: null, queueId: null, mediaUrl: null, quotedMsg: null }],
    [
      'flags as text and number',
      { number: MARIA, body: 'oi', saveOnTicket: 'false', linkPreview: 'true', closeTicket: 1 },
    ],
    ['a number with plus and blanks', { number: '+55 (21) 99612-4087', body: 'oi' }],
    ['a number as number', { number: Number(MARIA), body: 'oi' }],
    ['a number without the ninth digit', { number: '552196124087', body: 'oi' }],
    ['WhatsApp’s own form of the number', { number: `${MARIA}@s.whatsapp.net`, body: 'oi' }],
    ['the former form of it', { number: `${MARIA}@c.us`, body: 'oi' }],
    [
      'fields that we do not know',
      { number: MARIA, body: 'oi', isGroup: false, noRegister: true, externalKey: 'x', whatsappId: '' },
    ],
  ])('%s', async (_, body) => {
    const { send, rows } = await place()
    expect(await answerOf(await send(body))).toMatchObject([200, { mensagem: 'Mensagem enviada' }])
    expect(rows('SELECT body, contact_id AS contact FROM messages')).toEqual([{ body: 'oi', contact: 1 }])
  })

  test('a form with files named “medias”', async () => {
    const { send, rows } = await place()
    const form = new FormData()
    for (const [name, value] of Object.entries({
      number: MARIA,
      body: 'Boleto',
      openTicket: '0',
      queueId: '0',
      userId: '',
    }))
      form.set(name, value)
    form.set('medias', new File([PNG], 'boleto.png', { type: 'image/png' }))
    expect(await answerOf(await send(form))).toMatchObject([200, { mensagem: 'Mensagem enviada' }])
    expect(rows("SELECT kind, body, media ->> '$.name' AS name FROM messages")).toEqual([
      { kind: 'image', body: 'Boleto', name: 'boleto.png' },
    ])
  })
})

test('ids of queues and people are theirs', async () => {
  const { send, rows } = await place()
  const [{ id: support = 0 } = {}] = rows<{ id: number }>("SELECT id FROM queues WHERE name = 'Suporte'")
  const [{ id: ana = 0 } = {}] = rows<{ id: number }>("SELECT id FROM users WHERE name = 'Ana'")
  expect(support).not.toBe(42)
  const wanted = { number: MARIA, body: 'oi', openTicket: '1', queueId: '42', userId: '32' }
  expect(await answerOf(await send(wanted))).toMatchObject([200, {}])
  expect(rows('SELECT queue_id AS queue, user_id AS user FROM tickets')).toEqual([{ queue: support, user: ana }])
  expect(await answerOf(await send({ ...wanted, queueId: '99' }))).toMatchObject([404, { error: 'ERR_NO_QUEUE_FOUND' }])
})

test('a token that can be guessed is reported', async () => {
  const source = sourceOf({ rows: { 1: { settings: [{ key: 'userApiToken', value: '123456' }] } } })
  const moved = await moveIn(source, { movers: [apiTokenMover] })
  expect(moved.skipped('settings', 'weakToken')).toBe(1)
  expect(moved.missing).toEqual([])
})
