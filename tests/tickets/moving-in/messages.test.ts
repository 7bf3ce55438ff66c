import { describe, expect, test } from 'bun:test'
import { filesOf } from '../../moving-in/support'
import { ANA, DAY, GROUP, json, MINUTE, messagesIn, messagesOf, moveMessages, row, SAID } from './support'

describe('messages of another product', () => {
  test('come in the order in which they were said, under ids of their contact that rise with time', async () => {
    const moved = await moveMessages([
      row({ body: 'primeira', saidAt: SAID }),
      row({ body: 'segunda', saidAt: SAID }),
      row({ body: 'resposta', fromMe: true, ack: 4, saidAt: SAID + MINUTE, ticketId: '11' }),
      row({ body: 'outra', contactId: '3', ticketId: '3', saidAt: SAID }),
    ])
    const stored = messagesIn(moved)
    expect(stored.map(({ body }) => body)).toEqual(['primeira', 'segunda', 'resposta', 'outra'])
    expect(stored.map(({ id, contact_id }) => id - contact_id * 2 ** 26)).toEqual([1, 2, 3, 1])
    expect(stored.map(({ created_at }) => created_at)).toEqual([SAID, SAID, SAID + MINUTE, SAID])
    expect(stored.map(({ ack }) => ack)).toEqual([0, 0, 4, 0])
    expect(stored.map(({ imported }) => imported)).toEqual([2, 2, 2, 2])
    expect(stored[0]?.chat).toBe(`phone:${ANA}`)
    expect(moved.imported('messages')).toBe(4)
    expect(moved.missing.filter(([kind]) => kind === 'messages')).toEqual([])
  })

  test('are counted once: what repeats, has no contact or is no message says why', async () => {
    const moved = await moveMessages([
      row({ id: 'A' }),
      row({ id: 'x', externalId: 'A' }),
      row({ id: 'copy', isQuotedCopy: true }),
      row({ ticketId: null, contactId: null }),
      row({ ticketId: '98', contactId: null }),
      row({ mediaType: 'protocolMessage', body: '' }),
      row({ id: 'loose', ticketId: null }),
      row({ id: 'gone', ticketId: '99' }),
      row({ mediaType: 'reactionMessage', body: '👍', quotedId: 'nowhere' }),
    ])
    expect(messagesIn(moved).map(({ external_id, ticket_id }) => [external_id, ticket_id !== null])).toEqual([
      ['A', true],
      ['loose', false],
      ['gone', false],
    ])
    expect(moved.merged('messages', 'repeated')).toBe(1)
    expect(moved.merged('messages', 'quotedCopy')).toBe(1)
    expect(moved.skipped('messages', 'noContact')).toBe(1)
    expect(moved.skipped('messages', 'noTicket')).toBe(1)
    expect(moved.skipped('messages', 'empty')).toBe(1)
    expect(moved.skipped('messages', 'noParent')).toBe(1)
    expect(moved.noted('messages', 'noTicket')).toBe(1)
    expect(moved.missing.filter(([kind]) => kind === 'messages')).toEqual([])
  })

  test('quote the message here, or say what the quoting one says', async () => {
    const context = {
      stanzaId: 'ELSEWHERE',
      participant: `${ANA}@s.whatsapp.net`,
      quotedMessage: { conversation: 'antes' },
    }
    const moved = await moveMessages([
      row({ id: 'A', body: '*Carla:*\nqual o pedido?', fromMe: true, ack: 4 }),
      row({ id: 'B', body: 'o 12', quotedId: 'A', ticketId: '11' }),
      row({
        id: 'C',
        body: 'isso',
        dataJson: json({ extendedTextMessage: { text: 'isso', contextInfo: context } }, { id: 'C' }),
      }),
    ])
    const [a, b, c] = messagesIn(moved)
    expect(b?.quoted_id).toBe(a?.id ?? 0)
    expect(JSON.parse(b?.quoted ?? '')).toEqual({
      externalId: 'A',
      body: '*Carla:*\nqual o pedido?',
      fromMe: true,
      kind: 'chat',
      author: 'Carla',
    })
    expect(c?.quoted_id).toBeNull()
    expect(JSON.parse(c?.quoted ?? '')).toMatchObject({ externalId: 'ELSEWHERE', body: 'antes', kind: 'chat' })
    expect([a?.user_id, JSON.parse(a?.extra ?? '{}')]).toEqual([1, { signature: 'Carla' }])
  })

  test('keep reactions, deletions, former texts and failures', async () => {
    const moved = await moveMessages(
      [
        row({ id: 'A', body: 'certo agora', fromMe: true, ack: 3, isEdited: true }),
        row({ id: 'r1', mediaType: 'reactionMessage', body: '👍', quotedId: 'A' }),
        row({ id: 'r2', mediaType: 'reactionMessage', body: '❤️', quotedId: 'A' }),
        row({ id: 'B', body: 'apagada', isDeleted: true }),
        row({ id: 'C', body: 'não foi', fromMe: true, ack: 0, failure: '{}' }),
      ],
      {
        former: [
          { id: '1', messageId: 'A', ticketId: '1', body: 'errado', createdAt: SAID + DAY },
          { id: '2', messageId: 'A', ticketId: '1', body: 'quase', createdAt: SAID + DAY + MINUTE },
        ],
      },
    )
    const [a, b, c] = messagesIn(moved)
    expect([a?.body, a?.is_edited, a?.has_reactions]).toEqual(['certo agora', 1, 1])
    const edits = moved.db.$client.prepare('SELECT external_id, body, at FROM message_edits ORDER BY at').all()
    expect(edits).toEqual([
      { external_id: '', body: 'errado', at: a?.created_at },
      { external_id: 'moved/1', body: 'quase', at: SAID + DAY },
      { external_id: 'moved/2', body: 'certo agora', at: SAID + DAY + MINUTE },
    ])
    const reactions = moved.db.$client.prepare('SELECT author, emoji, confirmed, external_id FROM reactions').all()
    expect(reactions).toEqual([{ author: 'them', emoji: '❤️', confirmed: '❤️', external_id: 'r2' }])
    expect([b?.body, b?.is_deleted]).toEqual(['apagada', 1])
    expect([c?.ack, c?.failure]).toEqual([0, 'unknown'])
    expect(moved.imported('messages')).toBe(5)
    expect(moved.imported('formerTexts')).toBe(2)
  })

  test('keep their files by content, and say which are missing', async () => {
    const key = { mediaKey: Buffer.alloc(32, 7).toString('base64'), directPath: '/v/t62', mimetype: 'image/jpeg' }
    const moved = await moveMessages(
      [
        row({ id: 'A', mediaType: 'image', mediaPath: 'foto.jpg', body: 'foto.jpg' }),
        row({ id: 'B', mediaType: 'application', mediaPath: 'nota fiscal.pdf', body: 'segue' }),
        row({
          id: 'C',
          mediaType: 'image',
          mediaPath: 'sumiu.jpg',
          body: '',
          dataJson: json({ imageMessage: { ...key, caption: 'vitrine', width: 800, height: 600 } }, { id: 'C' }),
        }),
        row({ id: 'D', mediaType: 'audio', mediaPath: 'voz.ogg', body: 'Áudio' }),
      ],
      { files: { 'foto.jpg': 'jpeg', 'nota fiscal.pdf': 'pdf', 'voz.ogg': 'ogg' } },
    )
    const stored = messagesIn(moved)
    expect(stored.map(({ kind, body }) => [kind, body])).toEqual([
      ['image', ''],
      ['document', 'segue'],
      ['image', 'vitrine'],
      ['ptt', ''],
    ])
    const media = stored.map(({ media }) => JSON.parse(media ?? 'null') as Record<string, unknown>)
    expect(media[0]).toMatchObject({ state: 'ready', name: 'foto.jpg', size: 4, mimetype: 'image/jpeg', ticket: null })
    expect(media[0]?.file).toBe(new Bun.CryptoHasher('sha256').update('jpeg').digest('hex'))
    expect(media[1]).toMatchObject({ state: 'ready', name: 'nota fiscal.pdf', mimetype: 'application/pdf' })
    expect(media[2]).toMatchObject({ state: 'failed', failure: 'unavailable', file: null, width: 800, height: 600 })
    expect(media[2]?.ticket).toContain('mediaKey')
    expect(moved.skipped('files', 'fileMissing')).toBe(1)
  })

  test('get a file that was missing from a later run that has it', async () => {
    const photo = row({ id: 'A', mediaType: 'image', mediaPath: 'foto.jpg', body: '' })
    const moved = await moveMessages([photo])
    expect(messagesIn(moved)[0]?.media).toContain('"state":"failed"')
    const again = await moved.again(messagesOf([photo]), { files: filesOf({ 'foto.jpg': 'jpeg' }) })
    expect(messagesIn(again)[0]?.media).toContain('"state":"ready"')
    expect(again.merged('messages', 'alreadyHere')).toBe(1)
  })

  test('of a group say who wrote them', async () => {
    const key = { remoteJid: `${GROUP}@g.us`, id: 'A', participant: '5511999990003@s.whatsapp.net' }
    const moved = await moveMessages([
      row({
        id: 'A',
        contactId: '2',
        ticketId: '2',
        authorId: '3',
        dataJson: json({ conversation: 'oi' }, key, { pushName: 'Bia S' }),
      }),
      row({
        id: 'r',
        contactId: '2',
        ticketId: '2',
        authorId: '3',
        mediaType: 'reactionMessage',
        body: '👏',
        quotedId: 'A',
      }),
      row({ id: 'B', contactId: '2', ticketId: '2', fromMe: true, ack: 2, body: 'olá' }),
    ])
    const [a, b] = messagesIn(moved)
    expect([a?.author, a?.author_addresses]).toEqual(['Bia S', '[{"kind":"phone","value":"5511999990003"}]'])
    expect(a?.chat).toBe(`group:${GROUP}`)
    expect([b?.author, b?.author_addresses]).toEqual([null, null])
    const reactions = moved.db.$client.prepare('SELECT author, name FROM reactions').all()
    expect(reactions).toEqual([{ author: 'phone:5511999990003', name: 'Bia S' }])
  })

  test('of a group name whom they mention, though no product said it', async () => {
    const body = 'oi @5511999990003 e @5511900001111'
    const moved = await moveMessages([row({ contactId: '2', ticketId: '2', authorId: '1', body })])
    expect(JSON.parse(messagesIn(moved)[0]?.extra ?? '')).toEqual({
      mentions: [{ token: '5511999990003', name: 'Bia' }],
    })
  })

  test('of an internal kind become notes', async () => {
    const moved = await moveMessages([
      row({ id: '9', externalId: null, isPrivate: true, fromMe: true, body: 'cliente antigo', userId: '2' }),
    ])
    expect(messagesIn(moved)[0]).toMatchObject({ kind: 'note', from_me: 1, ack: 0, body: 'cliente antigo', user_id: 2 })
  })

  test('come once: a second run adds what is new, and brings the others up to date', async () => {
    const before = [
      row({ id: 'A', body: 'um', fromMe: true, ack: 2 }),
      row({ id: 'B', body: 'dois', fromMe: true, ack: 5 }),
      row({ id: '9', externalId: null, isPrivate: true, fromMe: true, body: 'nota' }),
      row({ id: 'r', mediaType: 'reactionMessage', body: '👍', quotedId: 'A' }),
    ]
    const moved = await moveMessages(before)
    const again = await moved.again(
      messagesOf([
        { ...before[0], ack: 4, body: 'um!', isEdited: true } as (typeof before)[0],
        { ...before[1], ack: 3, isDeleted: true } as (typeof before)[0],
        ...before.slice(2),
        row({ id: 'D', body: 'novo' }),
        row({ id: 'r2', mediaType: 'reactionMessage', body: '❤️', quotedId: 'A' }),
      ]),
    )
    const stored = messagesIn(again)
    expect(stored.map(({ body, ack, is_deleted, is_edited }) => [body, ack, is_deleted, is_edited])).toEqual([
      ['um!', 4, 0, 1],
      ['dois', 5, 1, 0],
      ['nota', 0, 0, 0],
      ['novo', 0, 0, 0],
    ])
    expect(again.imported('messages')).toBe(2)
    expect(again.merged('messages', 'alreadyHere')).toBe(4)
    expect(again.db.$client.prepare('SELECT body FROM message_edits ORDER BY id').pluck().all()).toEqual(['um', 'um!'])
    expect(again.db.$client.prepare('SELECT emoji FROM reactions').pluck().all()).toEqual(['❤️'])
  })
})
