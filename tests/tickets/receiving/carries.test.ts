/** What messages carry besides text and files: stored, shown, sent, counted. */
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { SALES } from '../../support/company-world'
import { group, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(64)])

async function attending() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const contact = w.contact({ number: MARIA, name: 'Maria' })
  const ticket = w.ticket({ queueId: SALES, userId: ana.userId, contactId: contact.id })
  const say = (body: object) => ana.json(`/api/messages/${ticket.id}`, 'POST', body)
  const page = async () => {
    const answer = await ana.request(`/api/messages/${ticket.id}?pageNumber=1`)
    return ((await answer.json()) as { messages: Record<string, unknown>[] }).messages // each test checks it
  }
  return { w, ana, maria, contact, ticket, say, page }
}

describe('an incoming message', () => {
  test('usually carries nothing, and has no such field', async () => {
    const { maria, page } = await attending()
    maria.says('oi')
    const [shown] = await page()
    expect(shown).toMatchObject({ extra: null })
    expect(Object.keys(shown ?? {})).not.toContain('subtype')
  })

  test('has the same fields on a page as in its event, with and without extras', async () => {
    const { ana, maria, page } = await attending()
    maria.says('“oi” "você"\n\\ 😀 \uD83D')
    maria.says('veja', { extra: { mentions: [{ token: '42', name: 'Bia' }] } })
    maria.says('Olá')
    const announced = ana.heard(messageCreated).map(({ message }) => message)
    expect(announced.map(({ extra }) => extra === null)).toEqual([true, false, true])
    expect(await page()).toEqual(announced)
  })

  test('returns a link preview under the specification’s names, too', async () => {
    const { ana, maria, page } = await attending()
    const preview = { url: 'https://shop.example', title: 'Shop', description: 'Shoes', thumbnail: null }
    maria.says('veja https://shop.example', { extra: { preview } })
    const carried = {
      extra: { preview },
      subtype: 'url',
      matchedText: 'https://shop.example',
      title: 'Shop',
      description: 'Shoes',
    }
    expect(await page()).toMatchObject([carried])
    expect(ana.heard(messageCreated)).toMatchObject([{ message: carried }])
  })

  test('names the mentioned people', async () => {
    const { maria, page } = await attending()
    maria.says('@42 veja', { extra: { mentions: [{ token: '42', name: 'Bia' }] } })
    expect(await page()).toMatchObject([{ mentionedJid: ['42'] }])
  })

  test('reveals none of it once deleted', async () => {
    const { maria, page } = await attending()
    const said = maria.says('Loja', {
      kind: 'location',
      extra: { place: { latitude: 1, longitude: 2, name: 'Loja', address: null, live: false } },
    })
    maria.deletes(said)
    expect(await page()).toMatchObject([{ isDeleted: true, extra: null }])
  })

  test('gets it later if it was undecipherable at first', async () => {
    const { w, maria, page } = await attending()
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    w.telephones.deliver(w.refOf(1), maria.message('oi', { externalId, extra: { forwarded: 'once' } }))
    expect(await page()).toMatchObject([{ body: 'oi', extra: { forwarded: 'once' } }])
  })

  test('has a secret that is never sent to a browser', async () => {
    const { maria, page } = await attending()
    maria.says('oi', { secret: 'c2VjcmV0' })
    expect(JSON.stringify(await page())).not.toContain('c2VjcmV0')
  })
})

describe('votes', () => {
  const hash = (option: string) => createHash('sha256').update(option).digest('hex')
  const poll = {
    question: 'Quando?',
    options: [
      { name: 'hoje', votes: 0 },
      { name: 'amanhã', votes: 0 },
    ],
    choices: 1,
  }

  async function asked() {
    const all = await attending()
    const { w, maria } = all
    const question = maria.says('Quando?', { kind: 'poll', extra: { poll } })
    const vote = (options: readonly string[], wanted: object = {}) =>
      w.telephones.action(
        w.refOf(1),
        w.telephones.actionOf(
          { do: 'vote', target: question.externalId, options: options.map(hash) },
          { chat: maria.chat, ...wanted },
        ),
      )
    const counted = async () => {
      const [shown] = (await all.page()) as { extra: { poll: typeof poll } }[] // the question is the only message
      return shown?.extra.poll.options.map(({ votes }) => votes)
    }
    return { ...all, vote, counted }
  }

  test('are counted once per person, by the latest of each', async () => {
    const { ana, vote, counted } = await asked()
    vote(['hoje'], { at: 10 })
    expect(await counted()).toEqual([1, 0])
    vote(['amanhã'], { at: 20 })
    expect(await counted()).toEqual([0, 1])
    vote(['hoje'], { at: 15 })
    expect(await counted()).toEqual([0, 1])
    vote(['amanhã', 'hoje'], { at: 30, fromMe: true })
    expect(await counted()).toEqual([1, 2])
    vote([], { at: 40 })
    expect(await counted()).toEqual([1, 1])
    expect(ana.heard(messageUpdated)).toHaveLength(4)
  })

  test('in another conversation, or for unknown options, do not count', async () => {
    const { vote, counted } = await asked()
    vote(['nunca'], { at: 10 })
    vote(['hoje'], { at: 20, chat: [phone('5511900000000')] })
    expect(await counted()).toEqual([0, 0])
  })

  test('on an undecipherable message wait for it', async () => {
    const { w, maria, page } = await attending()
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    w.telephones.action(
      w.refOf(1),
      w.telephones.actionOf({ do: 'vote', target: externalId, options: [hash('hoje')] }, { chat: maria.chat }),
    )
    w.telephones.deliver(w.refOf(1), maria.message('Quando?', { externalId, kind: 'poll', extra: { poll } }))
    expect(await page()).toMatchObject([{ extra: { poll: { options: [{ votes: 1 }, { votes: 0 }] } } }])
  })

  test('sealed with another secret are ignored', async () => {
    const { w, maria, page } = await attending()
    const said = maria.says('oi', { secret: Buffer.alloc(32).toString('base64') })
    const sealed = JSON.stringify({
      purpose: 'Message Edit',
      payload: 'AAAAAAAAAAAAAAAAAAAAAAAA',
      iv: 'AAAAAAAAAAAAAAAA',
      authors: ['a'],
      actors: ['b'],
    })
    w.telephones.action(
      w.refOf(1),
      w.telephones.actionOf({ do: 'sealed', sealed, target: said.externalId }, { chat: maria.chat }),
    )
    expect(await page()).toMatchObject([{ body: 'oi', isEdited: false }])
  })
})

describe('disappearing conversations', () => {
  const expire = ({ w, maria }: Awaited<ReturnType<typeof attending>>, seconds: number) =>
    w.telephones.action(w.refOf(1), w.telephones.actionOf({ do: 'expire', seconds, target: '' }, { chat: maria.chat }))

  test('log the timer, and our messages carry it', async () => {
    const all = await attending()
    const { w, say, page } = all
    expire(all, 86_400)
    expire(all, 86_400)
    await say({ body: 'oi' })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent[0]?.extra).toEqual({ expiresIn: 86_400 })
    expect(await page()).toMatchObject([{ extra: { expiresIn: 86_400 } }])
    expire(all, 0)
    await say({ body: 'fica' })
    await until(() => w.telephones.sent.length === 2)
    expect(w.telephones.sent[1]?.extra).toBeNull()
    expect(w.rows("SELECT data FROM ticket_log WHERE kind = 'disappearing'")).toEqual([
      { data: '{"seconds":86400}' },
      { data: '{"seconds":0}' },
    ])
  })

  test('are recognised by their messages, too', async () => {
    const { w, maria, say } = await attending()
    maria.says('some', { extra: { expiresIn: 604_800 } })
    await say({ body: 'oi' })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent[0]?.extra).toEqual({ expiresIn: 604_800 })
  })

  test('keep our notes', async () => {
    const all = await attending()
    expire(all, 86_400)
    await all.say({ body: 'nota', isNote: true })
    expect(await all.page()).toMatchObject([{ mediaType: 'note', extra: null }])
  })
})

describe('an outgoing message', () => {
  test('carries cards of our contacts', async () => {
    const { w, say } = await attending()
    const [joao, bia] = [w.contact({ name: 'João', number: '5511988887777' }), w.contact({ name: 'Bia' })]
    const answer = await say({ contacts: [joao.id, bia.id] })
    expect((await answer.json()) as object).toMatchObject({ mediaType: 'vcard', body: 'João, Bia' })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent[0]?.extra?.cards?.[0]).toEqual({
      name: 'João',
      numbers: [{ number: '+5511988887777', account: '5511988887777' }],
    })
    const crowd = w.contact({ addresses: [group('1203')], isGroup: true })
    for (const id of [999, crowd.id]) expect((await say({ contacts: [id] })).status).toBe(404)
    expect((await say({ contacts: [] })).status).toBe(400)
  })

  test('carries a location', async () => {
    const { w, say } = await attending()
    const answer = await say({ location: { latitude: -22.9, longitude: -43.2, name: ' Loja ' } })
    expect((await answer.json()) as object).toMatchObject({
      mediaType: 'location',
      body: 'Loja\nhttps://maps.google.com/?q=-22.9,-43.2',
      extra: { place: { latitude: -22.9, longitude: -43.2, name: 'Loja', address: null, live: false } },
    })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent[0]).toMatchObject({ kind: 'location', extra: { place: { name: 'Loja' } } })
    for (const location of [
      { latitude: 91, longitude: 0 },
      { latitude: 0, longitude: -181 },
      { latitude: 'x', longitude: 0 },
    ])
      expect((await say({ location })).status).toBe(400)
  })

  test.each([
    ['a sticker', WEBP, { asSticker: 'true' }, { mediaType: 'sticker', extra: null }],
    ['a WebP picture that nobody called a sticker', WEBP, {}, { mediaType: 'document' }],
    ['a moving picture', MP4, { playback: 'gif' }, { mediaType: 'video', extra: { playback: 'gif' } }],
    ['a video note', MP4, { playback: 'note' }, { mediaType: 'video', extra: { playback: 'note' } }],
    ['a video', MP4, { playback: 'nonsense' }, { mediaType: 'video', extra: null }],
  ] as const)('%s', async (_, bytes, fields, expected) => {
    const { ana, ticket } = await attending()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('medias', new File([bytes], 'arquivo'))
    const answer = await ana.request(`/api/messages/${ticket.id}`, { method: 'POST', body: form })
    expect((await answer.json()) as object).toMatchObject(expected)
  })
})

describe('a quote of an unknown message', () => {
  test('names its kind, and in a group its author', async () => {
    const { w, page } = await attending()
    w.rows("INSERT INTO settings VALUES ('CheckMsgIsGroup', 'disabled') RETURNING key")
    w.contact({ number: '5511988887777', name: 'Bia' })
    const quoted = { quotedExternalId: 'GONE', quotedBody: null, quotedKind: 'image' } as const
    const crowd = { chat: [group('1203')], isGroup: true } as const
    const quotedAuthor = [phone('5511988887777')]
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ ...crowd, body: 'sim', ...quoted, quotedAuthor }))
    expect(
      w.rows("SELECT json_extract(quoted, '$.kind') AS kind, json_extract(quoted, '$.author') AS author FROM messages"),
    ).toEqual([{ kind: 'image', author: 'Bia' }])
    expect(await page()).toEqual([])
  })
})

test('a reply in a group names the author of the quoted message', async () => {
  const { w, ana } = await attending()
  w.rows("INSERT INTO settings VALUES ('CheckMsgIsGroup', 'disabled') RETURNING key")
  const author = { addresses: [{ kind: 'lid', value: '42' }], name: 'Bia' } as const
  w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [group('1203')], isGroup: true, author, body: 'oi' }))
  const [{ id, ticketId } = { id: 0, ticketId: 0 }] = w.rows<{ id: number; ticketId: number }>(
    'SELECT id, ticket_id AS ticketId FROM messages',
  )
  w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = ? RETURNING id", ana.userId, ticketId)
  await ana.json(`/api/messages/${ticketId}`, 'POST', { body: 'olá', quotedMsg: { id } })
  await until(() => w.telephones.sent.length === 1)
  expect(w.telephones.sent[0]?.quoted).toMatchObject({ body: 'oi', kind: 'chat', author: { kind: 'lid', value: '42' } })
})

describe('audio from a contact whose audio is not accepted', () => {
  async function deaf() {
    const all = await attending()
    all.w.rows('UPDATE contacts SET accept_audio = 0 WHERE id = ? RETURNING id', all.contact.id)
    return all
  }

  test('is stored, and the contact is informed once in two hours', async () => {
    const { w, maria } = await deaf()
    maria.says('', { kind: 'ptt' })
    maria.says('', { kind: 'audio' })
    await until(() => maria.got().length === 1)
    expect(maria.got()[0]?.body).toContain('áudios')
    w.clock.forward(2 * HOUR - MINUTE)
    maria.says('', { kind: 'ptt' })
    w.clock.forward(2 * MINUTE)
    maria.says('', { kind: 'audio' })
    await until(() => maria.got().length === 2)
    expect(w.rows("SELECT 1 FROM messages WHERE kind IN ('ptt', 'audio')")).toHaveLength(4)
    expect(w.rows("SELECT 1 FROM ticket_log WHERE kind = 'audioRefused'")).toHaveLength(2)
  })

  test('is not answered for text, for our own messages, or if audio is welcome', async () => {
    const { w, maria, contact } = await deaf()
    maria.says('oi')
    w.telephones.deliver(w.refOf(1), maria.message('', { kind: 'ptt', fromMe: true }))
    w.rows('UPDATE contacts SET accept_audio = 1 WHERE id = ? RETURNING id', contact.id)
    maria.says('', { kind: 'ptt' })
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
    expect(maria.got()).toEqual([])
  })
})
