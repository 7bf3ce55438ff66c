import { describe, expect, test } from 'bun:test'
import { PNG } from '../../../support/pixel'
import { until } from '../../../support/until'
import { connectByToken, connectedWorld, post } from './connected'

type All = Awaited<ReturnType<typeof connectedWorld>>

/** Accepts the ticket of a channel and writes in it. */
async function answers({ admin, ticketOf }: All, connectionId: number, body: string) {
  const id = await ticketOf(connectionId)
  await admin.request(`/api/tickets/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'open', userId: admin.userId }),
  })
  const answer = await post(admin, `/api/messages/${id}`, { body })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return id
}
const textsIn = (chat: All['messenger']) => chat.received.map(({ content }) => content.text)
const origin = (extra: string | null) => (extra === null ? undefined : JSON.parse(extra).origin?.by)

describe('what a person writes', () => {
  test('arrives with the name, in order, each once', async () => {
    const all = await connectedWorld({ habits: { duplicateWebhooks: true } })
    for (const text of ['um', 'dois', 'três']) await all.messenger.text(text)
    await until(() => all.stored().length === 3)
    expect(all.stored().map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
    expect(all.w.rows('SELECT name, number FROM contacts')).toEqual([{ name: 'Ana Souza', number: null }])
    expect(all.w.rows('SELECT kind FROM contact_addresses')).toEqual([{ kind: 'psid' }])
  })

  test('has no long number for a name, when Meta gives none', async () => {
    const all = await connectedWorld()
    all.ana.sharesProfile = false
    await all.messenger.text('oi')
    await all.instagram.text('oi')
    await until(() => all.stored().length === 2)
    expect(all.w.rows('SELECT name FROM contacts ORDER BY id')).toEqual([
      { name: expect.stringMatching(/^Messenger …\d{4}$/) },
      { name: expect.stringMatching(/^Instagram …\d{4}$/) },
    ])
  })

  test('brings its files, one message for each', async () => {
    const all = await connectedWorld()
    const file = { bytes: PNG, mimetype: 'image/png' }
    await all.messenger.album([file, file])
    await until(() => all.w.rows("SELECT 1 FROM messages WHERE media ->> 'state' = 'ready'").length === 2, 'files')
    expect(all.stored().map(({ kind }) => kind)).toEqual(['image', 'image'])
  })

  test('can be edited, taken back and reacted to', async () => {
    const all = await connectedWorld()
    const mid = await all.instagram.text('oi')
    await all.instagram.edit(mid, 'olá')
    await until(() => all.stored()[0]?.body === 'olá')
    await all.instagram.unsend(mid)
    await until(() => all.w.rows('SELECT 1 FROM messages WHERE is_deleted = 1').length === 1)
  })

  test('stays with its company, and with its account', async () => {
    const all = await connectedWorld()
    const other = all.w.company('Outra')
    await Promise.all([all.messenger.text('pelo Messenger'), all.instagram.text('pelo Instagram')])
    await until(() => all.stored().length === 2)
    expect(all.w.rows('SELECT channel FROM tickets ORDER BY channel')).toEqual([
      { channel: 'facebook' },
      { channel: 'instagram' },
    ])
    expect(other.rows('SELECT 1 FROM messages')).toEqual([])
  })
})

describe('what we write', () => {
  test('reaches the person once, has Meta’s id, and is delivered and read', async () => {
    const all = await connectedWorld()
    await all.messenger.text('oi')
    await answers(all, all.messengerId, 'Bom dia')
    await until(() => all.stored()[1]?.ack === 3, 'delivered')
    expect(textsIn(all.messenger)).toEqual(['Bom dia'])
    expect(all.stored()[1]?.externalId).toBe(all.messenger.received[0]?.id ?? '')
    await all.messenger.read()
    await until(() => all.stored()[1]?.ack === 4, 'read')
    expect(all.stored()).toHaveLength(2)
  })

  test('is no new message when it returns before the answer', async () => {
    const all = await connectedWorld({ habits: { echoBeforeAnswer: true } })
    for (const [chat, id] of [
      [all.messenger, all.messengerId],
      [all.instagram, all.instagramId],
    ] as const) {
      await chat.text('oi')
      await answers(all, id, 'Bom dia')
      await until(() => chat.received.length === 1)
    }
    await all.instagram.read()
    await until(() => all.stored().at(-1)?.ack === 4, 'read')
    expect(all.stored().map(({ body }) => body)).toEqual(['oi', 'Bom dia', 'oi', 'Bom dia'])
    expect(all.w.rows("SELECT 1 FROM messages WHERE extra ->> '$.origin.by' = 'metaInbox'")).toEqual([])
  })

  test('is sent in parts, each once, when it is long', async () => {
    const all = await connectedWorld()
    await all.instagram.text('oi')
    await answers(all, all.instagramId, `${'á'.repeat(400)} ${'é'.repeat(400)}`)
    await until(() => (all.stored()[1]?.ack ?? 0) >= 2)
    await all.standIn.settled()
    expect(textsIn(all.instagram)).toEqual(['á'.repeat(400), 'é'.repeat(400)])
    await until(() => all.w.rows('SELECT 1 FROM outbox').length === 0)
    expect(all.stored()).toHaveLength(2)
  })

  test('is not repeated when its answer was lost: Messenger’s echo names it', async () => {
    const all = await connectedWorld()
    await all.messenger.text('oi')
    all.standIn.fail({ on: 'messages', fault: 'lost' })
    await answers(all, all.messengerId, 'Bom dia')
    await until(() => (all.stored()[1]?.ack ?? 0) >= 2, 'sent')
    expect(textsIn(all.messenger)).toEqual(['Bom dia'])
    expect(all.stored()).toHaveLength(2)
  })

  test('is not repeated when its answer was lost: Instagram’s echo says the same', async () => {
    const all = await connectedWorld()
    await all.instagram.text('oi')
    all.standIn.fail({ on: 'messages', fault: 'lost' })
    await answers(all, all.instagramId, 'Bom dia')
    await until(() => {
      all.w.clock.forward(100)
      return (all.stored()[1]?.ack ?? 0) >= 2
    }, 'sent')
    expect(textsIn(all.instagram)).toEqual(['Bom dia'])
    await all.standIn.settled()
    expect(all.stored()).toHaveLength(2)
  })

  test('carries files by an address of ours that Meta fetches', async () => {
    const all = await connectedWorld()
    for (const [chat, id] of [
      [all.messenger, all.messengerId],
      [all.instagram, all.instagramId],
    ] as const) {
      await chat.text('oi')
      const ticketId = await answers(all, id, 'veja')
      const form = new FormData()
      form.set('medias', new File([PNG], 'mesa.png', { type: 'image/png' }))
      await all.admin.request(`/api/messages/${ticketId}`, { method: 'POST', body: form })
      await until(() => chat.received.length === 2, 'the file')
      expect(chat.received[1]?.content).toMatchObject({ attachments: [{ type: 'image' }] })
    }
  })
})

describe('an answer', () => {
  test('quotes what it answers, and what is read here is shown as read there', async () => {
    const all = await connectedWorld()
    await all.messenger.text('quanto custa?')
    const id = await answers(all, all.messengerId, 'Cem')
    await until(() => all.messenger.received.length === 1)
    const quotedId = all.stored()[0]?.id
    const quote = await post(all.admin, `/api/messages/${id}`, { body: 'reais', quotedMsg: { id: quotedId } })
    expect(quote.status).toBe(200)
    await until(() => all.messenger.received.length === 2)
    expect(all.messenger.received[1]?.content).toMatchObject({ text: 'reais', reply_to: { mid: expect.any(String) } })
    await all.messenger.text('fechado')
    await until(() => all.stored().length === 4)
    await all.admin.request(`/api/messages/${id}`)
    const actions = () => all.standIn.seen.map(({ body }) => body.sender_action)
    await until(() => actions().includes('mark_seen'), 'the read mark')
  })
})

describe('what is answered beside us', () => {
  test('is shown with its origin, and leaves the person waiting', async () => {
    const all = await connectedWorld()
    await all.messenger.text('oi')
    const id = await all.ticketOf(all.messengerId)
    await all.messenger.answerInInbox('pela caixa')
    await all.messenger.answerByAi('pela IA')
    await until(() => all.stored().length === 3)
    expect(all.stored().map(({ extra }) => origin(extra))).toEqual([undefined, 'metaInbox', 'metaAi'])
    expect(all.w.rows('SELECT waiting_since IS NOT NULL AS waits, unread FROM tickets WHERE id = ?', id)).toEqual([
      { waits: 1, unread: 1 },
    ])
  })
})

describe('the end of the access', () => {
  test('is told on the connection, and a new sign-in continues', async () => {
    const all = await connectedWorld()
    await all.messenger.text('oi')
    await all.ticketOf(all.messengerId)
    all.standIn.changePassword(all.user)
    await answers(all, all.messengerId, 'Bom dia')
    const state = () => all.w.rows('SELECT status, reason FROM connections WHERE id = ?', all.messengerId)[0]
    await until(() => Bun.deepEquals(state(), { status: 'DISCONNECTED', reason: 'tokenEnded' }), 'the end')
    await all.renew()
    all.w.clock.forward(10_000)
    await until(() => all.messenger.received.length === 1, 'the message that waited')
    expect(state()).toEqual({ status: 'CONNECTED', reason: null })
  })

  test('a disconnected page sends us nothing more', async () => {
    const all = await connectedWorld()
    await all.admin.request(`/api/whatsappsession/${all.instagramId}`, { method: 'DELETE' })
    expect(all.page.subscriptions.has('700')).toBe(true)
    await all.admin.request(`/api/whatsappsession/${all.messengerId}`, { method: 'DELETE' })
    expect(all.page.subscriptions.has('700')).toBe(false)
  })
})

describe('webhooks for several', () => {
  test('one request with events of two companies’ pages is divided between them', async () => {
    const all = await connectedWorld()
    const other = all.w.company('Outra')
    const page = all.standIn.addPage({ name: 'Padaria', admins: [all.user] })
    const { connected } = await connectByToken({ ...all, admin: other.admin() })
    expect(connected.map(({ name }) => name)).toEqual(['Padaria'])
    all.standIn.hold()
    await all.messenger.text('para a Aurora')
    await all.standIn.messenger(all.ana, page).text('para a Padaria')
    await all.standIn.flush({ together: true })
    const bodies = (of: Pick<All['w'], 'rows'>) => of.rows('SELECT body FROM messages')
    await until(() => bodies(other).length === 1 && bodies(all.w).length === 1)
    expect([bodies(all.w), bodies(other)]).toEqual([[{ body: 'para a Aurora' }], [{ body: 'para a Padaria' }]])
    expect(
      all.standIn.deliveries.filter(({ body }) => body.includes('Aurora') && body.includes('Padaria')),
    ).toHaveLength(1)
  })

  test('a time up to which all was read says nothing of what was sent later, or is unknown', async () => {
    const all = await connectedWorld()
    await all.messenger.read()
    await all.messenger.text('oi')
    await answers(all, all.messengerId, 'um')
    await until(() => all.stored()[1]?.ack === 3, 'delivered')
    all.standIn.hold()
    await all.messenger.read()
    all.w.clock.forward(60_000)
    const id = await all.ticketOf(all.messengerId)
    await post(all.admin, `/api/messages/${id}`, { body: 'dois' })
    await until(() => all.messenger.received.length === 2)
    await all.standIn.flush()
    await until(() => all.stored()[1]?.ack === 4, 'read')
    expect(all.stored()[2]?.ack).toBeLessThan(4)
  })
})
