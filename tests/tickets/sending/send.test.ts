/** An attendant sends a message: what is stored, refused and sent. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { messageAcked, messageCreated } from '../../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { PNG } from '../../support/pixel'
import { quiet, until } from '../../support/until'
import { allowLocal } from '../../support/webhook-receiver'
import { world } from '../../support/world'
import { bodyOf, MARIA, talking } from '../messages/support'

test('a message is stored, shown and returned at once, then sent and confirmed', async () => {
  const { w, ana, maria, say, ackOf } = await talking()
  const answer = await say('  Olá, Maria!  ')
  const message = await bodyOf(answer)
  expect(answer.status).toBe(200)
  expect(message).toMatchObject({ body: 'Olá, Maria!', ack: 1, fromMe: true, user: { id: ana.userId, name: 'Ana' } })
  expect(ana.heard(messageCreated)).toMatchObject([
    { message: { id: message.id, ack: 1 }, ticket: { lastMessage: 'Olá, Maria!', waitingSince: null } },
  ])
  await until(() => ackOf(message.id)?.ack === 2, 'the tick')
  expect(ana.heard(messageAcked)).toEqual([{ message: { id: message.id, ticketId: 1, ack: 2, failure: null } }])
  expect(maria.got()).toMatchObject([
    { kind: 'chat', body: 'Olá, Maria!', to: { kind: 'phone', value: MARIA }, quoted: null },
  ])
  expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
})

test('the id on the wire is chosen when the message is stored, and looks like the messenger’s own', async () => {
  const { w, maria, say } = await talking()
  await say('olá')
  await until(() => maria.got().length > 0)
  expect(maria.got()[0]?.externalId).toMatch(/^3EB0[0-9A-F]{18}$/)
  expect(w.rows('SELECT external_id AS id FROM messages WHERE from_me = 1')).toEqual([
    { id: maria.got()[0]?.externalId },
  ])
})

describe('a file by its address', () => {
  test('is sent with the body as its caption, and only once under one client id', async () => {
    const { w, maria, say } = await talking({ outsideAllow: allowLocal })
    const asked: string[] = []
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch({ url }) {
        asked.push(new URL(url).pathname)
        return new Response(PNG)
      },
    })
    const send = () => say('A foto', { mediaUrl: `${server.url}foto`, clientId: 'client-1234' })
    const first = await bodyOf(await send())
    expect(first).toMatchObject({ body: 'A foto', mediaType: 'image', media: { name: 'foto.png' } })
    await until(() => maria.got().length > 0)
    expect(maria.got()).toMatchObject([{ kind: 'image', body: 'A foto' }])
    expect((await bodyOf(await send())).id).toBe(first.id)
    expect(asked).toEqual(['/foto'])
    expect((await say('', { mediaUrl: `${server.url}sem-texto` })).status).toBe(200)
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(2)
  })

  test('is not fetched from inside the network, for a ticket that takes no message, or past thirty a minute', async () => {
    const { w, ana, say } = await talking({ outsideAllow: allowLocal })
    const asked: string[] = []
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch() {
        asked.push('asked')
        return new Response('', { status: 404 })
      },
    })
    const codeOf = async (mediaUrl: string) => (await bodyOf(await say('oi', { mediaUrl }))).error
    expect(await codeOf('https://169.254.169.254/x.png')).toBe('ERR_API_MEDIA_URL')
    for (let at = 1; at < 30; at++) expect(await codeOf(`${server.url}x.png`)).toBe('ERR_API_MEDIA_URL')
    expect(await codeOf(`${server.url}x.png`)).toBe('ERR_TOO_MANY_REQUESTS')
    w.clock.forward(2 * MINUTE)
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    expect(await codeOf(`${server.url}x.png`)).toBe('ERR_TICKET_NOT_OPEN')
    expect(asked).toHaveLength(29)
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toEqual([])
  })
})

describe('a refused message', () => {
  test('is blank or too long', async () => {
    const { w, say } = await talking()
    expect(await bodyOf(await say('   \n '))).toMatchObject({ error: 'ERR_MESSAGE_EMPTY' })
    const long = await say('a'.repeat(65_537))
    expect([long.status, (await bodyOf(long)).error]).toEqual([400, 'ERR_INVALID_INPUT'])
    expect((await say('a'.repeat(65_536))).status).toBe(200)
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(1)
  })

  test('has the file in place of its address, or is in the contact’s name; other fields of old clients are ignored', async () => {
    const { w, say } = await talking()
    const refusal = async (more: object) => (await (await say('oi', more)).json()) as unknown
    for (const mediaUrl of [
      'JVBERi0xLjQK',
      'data:application/pdf;base64,JVBERi0xLjQK',
      `https://a.example/${'x'.repeat(2048)}`,
    ]) {
      const refused = await refusal({ mediaUrl })
      expect(refused).toMatchObject({ details: [{ field: 'mediaUrl', hint: 'form.fileAsForm' }] })
      expect(JSON.stringify(refused)).not.toContain(mediaUrl)
    }
    for (const more of [{ isNote: true }, { contacts: [1] }, { location: { latitude: 0, longitude: 0 } }])
      expect(await refusal({ mediaUrl: 'https://a.example/x.png', ...more })).toMatchObject({
        details: [{ field: 'mediaUrl' }],
      })
    expect(await refusal({ fromMe: false })).toMatchObject({ details: [{ field: 'fromMe', hint: 'form.onlyOwn' }] })
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toEqual([])
    expect((await say('oi', { read: 1, fromMe: true, mediaUrl: '', sendQuickMessage: true })).status).toBe(200)
  })

  test('is on a ticket that is not open', async () => {
    const { w, ana, say } = await talking()
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    expect(await bodyOf(await say('oi'))).toMatchObject({ error: 'ERR_TICKET_NOT_OPEN' })
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    expect(await bodyOf(await say('oi'))).toMatchObject({ error: 'ERR_TICKET_NOT_OPEN' })
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
  })

  test('is on an invisible ticket of another queue', async () => {
    const { w } = await talking()
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    const carla = w.attendant([SUPPORT])
    const answer = await carla.json('/api/messages/1', 'POST', { body: 'oi' })
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  })
})

describe('a note', () => {
  test('is stored and shown to colleagues but never sent, on any visible ticket', async () => {
    const { w, ana, say } = await talking()
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    const note = await bodyOf(await say('cliente difícil', { isNote: true }))
    expect(note.mediaType).toBe('note')
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
    expect(ana.heard(messageCreated)).toHaveLength(1)
    await quiet()
    expect(w.telephones.sent).toEqual([])
    expect(w.rows('SELECT external_id, ack, failure FROM messages WHERE kind = ?', 'note')).toEqual([
      { external_id: null, ack: 0, failure: null },
    ])
  })

  test('does not answer the waiting contact', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    const waiting = w.ticketNow(1).waitingSince
    await ana.json('/api/messages/1', 'POST', { body: 'vou ver', isNote: true })
    expect(w.ticketNow(1).waitingSince).toBe(waiting)
  })

  test('cannot be quoted to the contact, nor resent', async () => {
    const { say, ana } = await talking()
    const note = await bodyOf(await say('cliente difícil', { isNote: true }))
    expect(await bodyOf(await say('olha', { quotedMsg: { id: note.id } }))).toMatchObject({
      error: 'ERR_NO_MESSAGE_FOUND',
    })
    expect(await bodyOf(await ana.json(`/api/messages/retry/${note.id}`, 'POST', {}))).toMatchObject({
      error: 'ERR_NO_MESSAGE_FOUND',
    })
  })
})

describe('the client’s id', () => {
  test('makes a repeated request one message', async () => {
    const { w, ana, maria, say } = await talking()
    const first = await bodyOf(await say('olá', { clientId: 'chave-0001' }))
    const again = await bodyOf(await say('olá', { clientId: 'chave-0001' }))
    expect(again.id).toBe(first.id)
    expect(again.clientId).toBe('chave-0001')
    await until(() => maria.got().length > 0)
    await quiet()
    expect(maria.got()).toHaveLength(1)
    expect(ana.heard(messageCreated)).toHaveLength(1)
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(1)
  })

  test('reveals nothing of another ticket', async () => {
    const { w, ana, say } = await talking()
    await say('segredo', { clientId: 'chave-0001' })
    const other = w.ticket({ userId: ana.userId })
    const answer = await ana.json(`/api/messages/${other.id}`, 'POST', { body: 'x', clientId: 'chave-0001' })
    expect(await answer.text()).not.toContain('segredo')
    expect(answer.status).toBe(404)
  })
})

describe('a quoted reply', () => {
  test('is sent with the quoted message', async () => {
    const { maria, first, say } = await talking()
    const reply = await bodyOf(await say('R$ 10', { quotedMsg: { id: messageId(1) } }))
    expect(reply.quotedMsg).toMatchObject({ id: messageId(1), body: 'oi', fromMe: false, author: 'Maria' })
    await until(() => maria.got().length > 0)
    expect(maria.got()[0]?.quoted).toMatchObject({ externalId: first.externalId, body: 'oi', fromMe: false })
  })

  test('to another contact’s message is not found', async () => {
    const { w, say } = await talking()
    w.whatsapp.person('5511999990001').says('outra conversa')
    const answer = await say('veja', { quotedMsg: { id: messageId(1, 2) } })
    expect(await bodyOf(answer)).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' })
  })

  test('to a message of the same contact in an invisible ticket is not found either', async () => {
    const { w, ana, say } = await talking()
    const other = w.connection({ queueIds: [SUPPORT] })
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
    ana.setQueues([SALES])
    w.whatsapp.person(MARIA, { connectionId: other.id }).says('só para o suporte')
    const answer = await say('veja', { quotedMsg: { id: messageId(2) } })
    expect(await answer.text()).not.toContain('suporte')
    expect(answer.status).toBe(404)
  })
})

describe('a failed message', () => {
  test('names the reason, and can be resent by hand under its old id', async () => {
    const { w, ana, say, ackOf } = await talking()
    w.telephones.answerNext({ outcome: 'refused', reason: 'notOnWhatsapp' })
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 0)
    expect(ackOf(id)?.failure).toBe('notOnWhatsapp')
    expect(ana.heard(messageAcked).at(-1)).toEqual({
      message: { id, ticketId: 1, ack: 0, failure: 'notOnWhatsapp' },
    })
    w.clock.forward(MINUTE)
    const again = await bodyOf(await ana.json(`/api/messages/retry/${id}`, 'POST', {}))
    expect(again).toMatchObject({ id, ack: 1, failure: null })
    await until(() => ackOf(id)?.ack === 2)
    expect(new Set(w.telephones.sent.map(({ externalId }) => externalId)).size).toBe(1)
  })

  test('is the only kind of ours that can be resent', async () => {
    const { w, ana, say, ackOf } = await talking()
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 2)
    for (const other of [id, messageId(1), 999])
      expect(await bodyOf(await ana.json(`/api/messages/retry/${other}`, 'POST', {}))).toMatchObject({
        error: 'ERR_NO_MESSAGE_FOUND',
      })
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
  })

  test('in an invisible ticket cannot be resent', async () => {
    const { w, say, ackOf } = await talking()
    w.telephones.answerNext({ outcome: 'refused', reason: 'notOnWhatsapp' })
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 0)
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    expect((await w.attendant([SUPPORT]).json(`/api/messages/retry/${id}`, 'POST', {})).status).toBe(404)
  })
})
