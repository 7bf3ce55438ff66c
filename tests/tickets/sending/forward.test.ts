/** Forwarding messages to other contacts: what is copied, to which ticket, by whom, and only once. */
import { describe, expect, test } from 'bun:test'
import { ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { announcedFile } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'

type Answer = {
  error?: string
  messages: { id: number; ticketId: number; body: string; extra: object; media: object }[]
}
const bodyOf = async (answer: Response) => (await answer.json()) as Answer // checked by each test

/** Ana of sales attends Maria; João and Bia are contacts. */
async function attending() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const ticket = w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const [joao, bia] = [w.contact({ name: 'João' }), w.contact({ name: 'Bia' })]
  const forward = (messageIds: readonly number[], contacts: readonly number[], more: object = {}, who = ana) =>
    who.json('/api/messages/forward', 'POST', { ticketId: ticket.id, messageIds, contacts, ...more })
  const idOf = ({ externalId }: { externalId: string }) =>
    w.rows<{ id: number }>('SELECT id FROM messages WHERE external_id = ?', externalId)[0]?.id ?? 0
  return { w, ana, maria, ticket, joao, bia, forward, idOf }
}

test('messages go to each contact in the order of their conversation, marked as forwarded', async () => {
  const { w, ana, maria, joao, bia, forward, idOf } = await attending()
  const [first, second] = [maria.says('um'), maria.says('dois', { extra: { forwarded: 'often', forwardingScore: 5 } })]
  const answer = await bodyOf(await forward([idOf(second), idOf(first)], [joao.id, bia.id]))
  expect(answer.messages.map(({ body, extra }) => [body, extra])).toEqual([
    ['um', { forwarded: 'once', forwardingScore: 1 }],
    ['dois', { forwarded: 'often', forwardingScore: 6 }],
    ['um', { forwarded: 'once', forwardingScore: 1 }],
    ['dois', { forwarded: 'often', forwardingScore: 6 }],
  ])
  await until(() => w.telephones.sent.length === 4)
  const sentTo = (contact: { number: string | null }) =>
    w.telephones.sent
      .filter(({ to }) => to.value === contact.number)
      .map(({ body, extra }) => [body, extra?.forwardingScore])
  expect([sentTo(joao), sentTo(bia)]).toEqual([
    [
      ['um', 1],
      ['dois', 6],
    ],
    [
      ['um', 1],
      ['dois', 6],
    ],
  ])
  expect(ana.heard(messageCreated).filter(({ message }) => message.fromMe)).toHaveLength(4)
})

describe('the target ticket', () => {
  test('is a new open one of the user, in the queue of the original conversation', async () => {
    const { w, ana, maria, joao, forward, idOf } = await attending()
    const [made] = (await bodyOf(await forward([idOf(maria.says('oi'))], [joao.id]))).messages
    expect(w.ticketNow(made?.ticketId ?? 0)).toMatchObject({
      status: 'open',
      userId: ana.userId,
      queueId: SALES,
      connectionId: LOJA,
      contactId: joao.id,
      lastMessage: 'oi',
    })
    expect(ana.heard(ticketUpdated).some(({ ticket }) => ticket.contactId === joao.id)).toBe(true)
  })

  test('is the active one, also a colleague’s for users who may write in everybody’s', async () => {
    const { w, maria, joao, bia, forward, idOf } = await attending()
    const beto = w.attendant([SUPPORT])
    const his = w.ticket({ contactId: joao.id, queueId: SUPPORT, status: 'open', userId: beto.userId })
    const waiting = w.ticket({ contactId: bia.id, queueId: SALES })
    await forward([idOf(maria.says('oi'))], [joao.id, bia.id], {}, w.attendant([], { profile: 'supervisor' }))
    expect(w.ticketNow(his.id)).toMatchObject({ status: 'open', userId: beto.userId, lastMessage: 'oi' })
    expect(w.ticketNow(waiting.id)).toMatchObject({ status: 'pending', userId: null, lastMessage: 'oi' })
    expect(beto.heard(messageCreated)).toMatchObject([{ message: { body: 'oi', fromMe: true } }])
    expect(w.rows('SELECT 1 FROM tickets WHERE contact_id IN (?, ?)', joao.id, bia.id)).toHaveLength(2)
  })

  test('is not a colleague’s, as the screen says beforehand: then nobody gets anything', async () => {
    const { w, ana, maria, joao, bia, forward, idOf } = await attending()
    const beto = w.attendant([SALES], { name: 'Beto' })
    w.ticket({ contactId: bia.id, queueId: SALES, status: 'open', userId: beto.userId })
    const mayWrite = async ({ id }: { id: number }) =>
      (await ana.api.contacts.existsOpenTicket({ id }).get()).data?.mayWrite
    expect([await mayWrite(joao), await mayWrite(bia)]).toEqual([true, false])
    const refused = await forward([idOf(maria.says('oi'))], [joao.id, bia.id])
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: 'ERR_NO_PERMISSION', details: { user: { id: beto.userId, name: 'Beto' } } },
    ])
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toEqual([])
  })

  test('is the user’s own if a colleague has another on another connection', async () => {
    const { w, ana, maria, joao, forward, idOf } = await attending()
    const beto = w.attendant([SALES])
    const mine = w.ticket({ contactId: joao.id, queueId: SALES, status: 'open', userId: ana.userId })
    const his = { queueId: SALES, status: 'open', userId: beto.userId, connectionId: w.connection().id } as const
    w.ticket({ contactId: joao.id, ...his, updatedAt: w.clock.now() + 1 })
    const [made] = (await bodyOf(await forward([idOf(maria.says('oi'))], [joao.id]))).messages
    expect(made?.ticketId).toBe(mine.id)
  })
})

describe('the target connection', () => {
  test('is the default one if the original is deleted', async () => {
    const { w, maria, joao, forward, idOf } = await attending()
    const id = idOf(maria.says('oi'))
    const other = w.connection()
    w.rows('UPDATE connections SET is_default = 1 WHERE id = ? RETURNING id', other.id)
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    w.rows('UPDATE connections SET deleted_at = 1, is_default = 0 WHERE id = ? RETURNING id', LOJA)
    const [made] = (await bodyOf(await forward([id], [joao.id]))).messages
    expect(w.ticketNow(made?.ticketId ?? 0)).toMatchObject({ connectionId: other.id })
  })

  test('is that of the ticket the user sees, if the contact has two active ones', async () => {
    const { w, ana, maria, joao, forward, idOf } = await attending()
    const id = idOf(maria.says('oi'))
    const mine = w.ticket({ contactId: joao.id, queueId: SALES, userId: ana.userId })
    w.ticket({ contactId: joao.id, queueId: SUPPORT, connectionId: w.connection().id, updatedAt: w.clock.now() + 1 })
    const [made] = (await bodyOf(await forward([id], [joao.id]))).messages
    expect(made?.ticketId).toBe(mine.id)
  })

  test('is refused for an invisible waiting conversation, as the screen says beforehand', async () => {
    const { w, ana, maria, joao, forward, idOf } = await attending()
    const hidden = w.ticket({ contactId: joao.id, queueId: SUPPORT })
    const found = await ana.api.contacts.existsOpenTicket({ id: joao.id }).get()
    expect(found.data).toMatchObject({ exists: true, mayWrite: false, ticket: { user: null } })
    const refused = await forward([idOf(maria.says('segredo'))], [joao.id])
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: 'ERR_OTHER_OPEN_TICKET', details: { ticketId: hidden.id, user: null } },
    ])
    await quiet()
    expect(w.rows('SELECT 1 FROM messages WHERE ticket_id = ?', hidden.id)).toEqual([])
    expect(w.telephones.sent).toEqual([])
  })

  test('is never one that a limited user may not use', async () => {
    const { w, maria, ticket, joao, forward, idOf } = await attending()
    w.rows('INSERT INTO settings VALUES (?, ?) RETURNING key', 'restrictedChannels', 'enabled')
    const bia = w.attendant([SALES], { connections: [LOJA] })
    w.rows('UPDATE tickets SET user_id = ? WHERE id = ? RETURNING id', bia.userId, ticket.id)
    w.ticket({ contactId: joao.id, queueId: SALES, connectionId: w.connection().id })
    const answer = await bodyOf(await forward([idOf(maria.says('oi'))], [joao.id], {}, bia))
    expect(answer.error).toBe('ERR_OTHER_OPEN_TICKET')
  })
})

describe('the copy', () => {
  test('has the same file, without another upload', async () => {
    const { w, maria, joao, forward, idOf } = await attending()
    w.telephones.keepFile('ticket', Buffer.from('%PDF-1.4 nota'))
    const said = maria.says('segue', { kind: 'document', media: announcedFile('ticket', { name: 'nota.pdf' }) })
    await until(() => w.rows("SELECT 1 FROM messages WHERE json_extract(media, '$.state') = 'ready'").length > 0)
    const [made] = (await bodyOf(await forward([idOf(said)], [joao.id]))).messages
    expect(made).toMatchObject({ body: 'segue', media: { name: 'nota.pdf', state: 'ready' } })
    await until(() => w.telephones.sent.length > 0)
    expect(await Bun.file(w.telephones.sent[0]?.media?.path ?? '').text()).toBe('%PDF-1.4 nota')
    expect(w.rows("SELECT DISTINCT json_extract(media, '$.file') FROM messages WHERE media IS NOT NULL")).toHaveLength(
      1,
    )
  })

  test('has cards and locations, but no mentions and no disappearing timer', async () => {
    const { w, maria, joao, forward, idOf } = await attending()
    const cards = [{ name: 'Bia', numbers: [{ number: '+55 11 9', account: null }] }]
    const place = { latitude: 1, longitude: 2, name: 'Loja', address: null, live: false }
    const sent = [
      maria.says('Bia', { kind: 'vcard', extra: { cards, expiresIn: 86_400 } }),
      maria.says('Loja', { kind: 'location', extra: { place, mentions: [{ token: '1', name: 'x' }] } }),
    ]
    await forward(sent.map(idOf), [joao.id])
    await until(() => w.telephones.sent.length === 2)
    expect(w.telephones.sent.map(({ kind, extra }) => [kind, extra])).toEqual([
      ['vcard', { cards, forwarded: 'once', forwardingScore: 1 }],
      ['location', { place, forwarded: 'once', forwardingScore: 1 }],
    ])
  })
})

describe('a refused request', () => {
  test('has more than ten contacts, with an error code of its own; or no contact, or no message', async () => {
    const { w, maria, joao, forward, idOf } = await attending()
    const id = idOf(maria.says('oi'))
    const many = Array.from({ length: 11 }, () => w.contact().id)
    const refused = await forward([id], many)
    expect([refused.status, (await bodyOf(refused)).error]).toEqual([422, 'ERR_FORWARD_LIMIT'])
    expect((await forward([id], [])).status).toBe(400)
    expect((await forward([], [joao.id])).status).toBe(400)
    expect((await forward([id], [...many.slice(1), ...many.slice(1)])).status).toBe(200)
  })

  test('has a message that cannot be forwarded, and then nobody gets anything', async () => {
    const { w, ana, maria, ticket, joao, forward, idOf } = await attending()
    const good = idOf(maria.says('oi'))
    const [gone, lost] = [maria.says('apagada'), maria.says('', { kind: 'image', media: announcedFile('nowhere') })]
    maria.deletes(gone)
    const note = await ana.json(`/api/messages/${ticket.id}`, 'POST', { body: 'nota', isNote: true })
    const { id: noteId } = (await note.json()) as { id: number }
    const once = maria.says('', { kind: 'image', extra: { viewOnce: true } })
    const gap = maria.says('', { kind: 'unsupported', placeholder: true })
    const refusals = [
      [idOf(gone), 'ERR_NO_MESSAGE_FOUND'],
      [idOf(lost), 'ERR_NO_MEDIA_FOUND'],
      [noteId, 'ERR_MESSAGE_NOT_FORWARDABLE'],
      [idOf(once), 'ERR_MESSAGE_NOT_FORWARDABLE'],
      [idOf(gap), 'ERR_MESSAGE_NOT_FORWARDABLE'],
      [idOf(maria.says('?', { kind: 'poll' })), 'ERR_MESSAGE_NOT_FORWARDABLE'],
    ] as const
    for (const [id, error] of refusals)
      expect([id, (await bodyOf(await forward([good, id], [joao.id]))).error]).toEqual([id, error])
    expect((await forward([good], [joao.id, 999_999])).status).toBe(404)
    await quiet()
    expect(w.rows('SELECT 1 FROM tickets WHERE contact_id = ?', joao.id)).toEqual([])
    expect(w.telephones.sent).toEqual([])
  })

  test('has messages or conversations that the user may not see', async () => {
    const { w, ana, maria, joao, forward, idOf } = await attending()
    const id = idOf(maria.says('oi'))
    const beto = w.attendant([SUPPORT])
    expect((await bodyOf(await forward([id], [joao.id], {}, beto))).error).toBe('ERR_NO_TICKET_FOUND')
    const other = w.whatsapp.person('5511900001111').says('de outra conversa')
    expect((await bodyOf(await forward([idOf(other)], [joao.id]))).error).toBe('ERR_NO_MESSAGE_FOUND')
    w.rows('UPDATE tickets SET queue_id = ?, user_id = NULL WHERE id = 1 RETURNING id', SUPPORT)
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
    const hers = w.ticket({
      contactId: w.ticketNow(1).contactId,
      connectionId: w.connection().id,
      queueId: SALES,
      userId: ana.userId,
    })
    expect((await bodyOf(await forward([id], [joao.id], { ticketId: hers.id }))).error).toBe('ERR_NO_MESSAGE_FOUND')
  })
})

test('a repeated request forwards once', async () => {
  const { w, maria, joao, bia, forward, idOf } = await attending()
  const ids = [idOf(maria.says('um')), idOf(maria.says('dois'))]
  const first = await bodyOf(await forward(ids, [joao.id, bia.id], { clientId: 'encaminho-1' }))
  const again = await bodyOf(await forward(ids, [joao.id, bia.id], { clientId: 'encaminho-1' }))
  expect(again.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id))
  expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(4)
})

test('a request repeated by a user who does not see the target reveals nothing', async () => {
  const { w, maria, joao, forward, idOf } = await attending()
  const ids = [idOf(maria.says('um'))]
  await forward(ids, [joao.id], { clientId: 'encaminho-3' })
  w.rows('UPDATE tickets SET queue_id = ? WHERE contact_id = ? RETURNING id', SUPPORT, joao.id)
  const answer = await bodyOf(await forward(ids, [joao.id], { clientId: 'encaminho-3' }, w.attendant([SALES])))
  expect(answer).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' })
})

test('a request repeated with more messages forwards the new ones', async () => {
  const { w, maria, joao, forward, idOf } = await attending()
  const ids = [idOf(maria.says('um')), idOf(maria.says('dois'))]
  const clientId = 'encaminho-2'
  const first = await bodyOf(await forward(ids.slice(0, 1), [joao.id], { clientId }))
  const again = await bodyOf(await forward(ids, [joao.id], { clientId }))
  expect(again.messages.map(({ body }) => body)).toEqual(['um', 'dois'])
  expect(again.messages[0]?.id).toBe(first.messages[0]?.id ?? 0)
  expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(2)
})
