/** An official WhatsApp number over the stand-in of Meta: what is written arrives, both ways and once. */
import { describe, expect, test } from 'bun:test'
import { SECOND } from '../../../../src/platform/time'
import { until } from '../../../support/until'
import { type OfficialWorld, officialWorld } from '../official'

const png = () => ({
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  mimetype: 'image/png',
})

/** An attendant answers in the person's ticket. */
async function answering(o: OfficialWorld) {
  const { w, chat } = o
  await chat.text('Oi, tudo bem?')
  await o.shows('Oi, tudo bem?')
  const ticketId = o.ticketId()
  const ana = w.admin({ name: 'Ana' })
  const accepted = await ana.json(`/api/tickets/${ticketId}`, 'PUT', { status: 'open', userId: ana.userId, queueId: 1 })
  if (!accepted.ok) throw new Error(await accepted.text())
  const says = async (body: string, more: object = {}) => {
    const response = await ana.json(`/api/messages/${ticketId}`, 'POST', { body, ...more })
    if (!response.ok) throw new Error(await response.text())
  }
  return { ticketId, ana, says }
}

const lastLine = (o: OfficialWorld) => o.stored().at(-1)

describe('what a customer writes', () => {
  test('arrives once, also when Meta posts it twice, with name and number', async () => {
    const o = await officialWorld()
    o.meta.habits.duplicateWebhooks = true
    await o.chat.text('Olá ção')
    await o.chat.text('Bom dia')
    await o.meta.settled()
    await o.shows('Olá ção', 'Bom dia')
    expect(o.w.rows('SELECT name, number FROM contacts WHERE id IN (SELECT contact_id FROM tickets)')).toEqual([
      { name: 'João Conceição', number: '5521988887777' },
    ])
    expect(o.w.rows<{ channel: string }>('SELECT channel FROM tickets').map(({ channel }) => channel)).toContain(
      'whatsapp_cloud',
    )
  })

  test('arrives from somebody who hides the number behind a username, who is answered by the business id', async () => {
    const o = await officialWorld()
    o.person.username = 'joao.c'
    const { says } = await answering(o)
    expect(o.w.rows(`SELECT kind FROM contact_addresses WHERE kind IN ('bsuid', 'phone')`)).toEqual([{ kind: 'bsuid' }])
    await says('Oi!')
    await until(() => o.chat.received.length === 1, 'the answer')
  })

  test('brings files, places, contacts, quotes, reactions, edits and deletions', async () => {
    const o = await officialWorld()
    const first = await o.chat.text('primeira')
    await o.chat.image({ ...png(), caption: 'a foto' })
    await o.chat.location(-22.9, -43.2, { name: 'Loja' })
    await o.chat.contact('Maria Souza', '5521977776666')
    await o.chat.text('resposta', { replyTo: first })
    await o.chat.edit(first, 'corrigida')
    await o.chat.unsupported()
    const gone = await o.chat.text('apago já')
    await o.chat.revoke(gone)
    await until(() => o.w.rows('SELECT 1 FROM messages WHERE is_deleted = 1').length === 1, 'the deletion')
    expect(o.stored().map(({ kind }) => kind)).toEqual([
      'chat',
      'image',
      'location',
      'vcard',
      'chat',
      'unsupported',
      'chat',
    ])
    expect(o.bodies()[0]).toBe('corrigida')
    await until(
      () =>
        JSON.parse(o.w.rows<{ media: string }>(`SELECT media FROM messages WHERE kind = 'image'`)[0]?.media ?? '{}')
          .state === 'ready',
      'the file',
    )
    expect(o.w.rows(`SELECT quoted_id FROM messages WHERE body = 'resposta'`)).toEqual([
      { quoted_id: o.stored()[0]?.id },
    ])
  })

  test('by an ad says which', async () => {
    const o = await officialWorld()
    await o.chat.text('Vi o anúncio', { ad: { headline: 'Sofá', url: 'https://fb.me/x', clickId: 'clk1' } })
    await o.shows('Vi o anúncio')
    expect(JSON.parse(lastLine(o)?.extra ?? '{}').referral).toMatchObject({ title: 'Sofá', clickId: 'clk1' })
  })
})

describe('what an attendant answers', () => {
  test('is delivered once, is charged, and gets its ticks in whatever order they come', async () => {
    const o = await officialWorld()
    o.meta.habits.scrambledStatuses = true
    const { says } = await answering(o)
    await says('Oi João!')
    await until(() => lastLine(o)?.ack === 3, 'the second tick')
    await o.chat.read()
    await until(() => lastLine(o)?.ack === 4, 'the blue ticks')
    await o.meta.settled()
    expect(lastLine(o)).toMatchObject({ ack: 4, from_me: 1 })
    expect(lastLine(o)?.external_id).toStartWith('wamid.')
    expect(o.chat.sent.map(({ content }) => content)).toMatchObject([{ text: { body: 'Oi João!' } }])
    expect(o.meta.sentTwice).toEqual([])
  })

  test('whose answer is lost waits for its status and is not sent again', async () => {
    const o = await officialWorld()
    const { says } = await answering(o)
    o.meta.fail({ on: 'messages', fault: 'lost' })
    await says('uma vez só')
    await until(() => (lastLine(o)?.ack ?? 0) >= 2 && lastLine(o)?.from_me === 1, 'the message')
    o.w.clock.forward(300 * SECOND)
    await o.meta.settled()
    expect(o.chat.sent).toHaveLength(1)
    expect(lastLine(o)?.external_id).toStartWith('wamid.')
  })

  test('whose request got no answer and no status is sent again when its doubt ends', async () => {
    const o = await officialWorld()
    const { says } = await answering(o)
    o.meta.fail({ on: 'messages', fault: 'html' })
    await says('de novo')
    await until(() => o.meta.seen.filter(({ path }) => path.endsWith('/messages')).length === 1, 'the first request')
    await until(
      () =>
        o.w.rows<{ next_at: number }>('SELECT next_at FROM outbox')[0]?.next_at !== undefined &&
        o.w.rows<{ next_at: number }>('SELECT next_at FROM outbox')[0]?.next_at !== o.w.clock.now(),
      'the wait',
    )
    expect(o.chat.sent).toHaveLength(0)
    for (let times = 0; times < 3; times++) o.w.clock.forward(61 * SECOND)
    await until(() => {
      o.w.clock.forward(SECOND)
      return o.chat.sent.length === 1
    }, 'the second request')
    await until(() => (lastLine(o)?.ack ?? 0) >= 2, 'the tick')
  })

  test('waits twice as long while a part of a webhook that may name it is not applied', async () => {
    const o = await officialWorld()
    o.w.expectErrors() // the part cannot be read
    const { says } = await answering(o)
    const begun = o.w.clock.now()
    o.meta.fail({ on: 'messages', fault: 'html' })
    await says('talvez dita')
    await until(() => o.w.rows('SELECT 1 FROM outbox WHERE next_at > ?', o.w.clock.now()).length === 1, 'the wait')
    const part = { product: 'cloud', key: 'broken', chat: 'phone:5521988887777', kind: 'nonsense', body: {} } as const
    await o.w.server.meta.store(o.w.tenant.uuid, [{ ...part, connectionId: o.official.connectionId }])
    await until(() => {
      o.w.clock.forward(5 * SECOND)
      return o.chat.sent.length === 1
    }, 'the second request')
    expect(o.w.clock.now() - begun).toBeGreaterThan(230 * SECOND)
  })

  test('fails with the reason when the window has ended', async () => {
    const o = await officialWorld()
    const { says } = await answering(o)
    o.chat.block()
    o.meta.fail({ on: 'messages', fault: 'undeliverable' })
    await says('ninguém')
    await until(() => lastLine(o)?.failure === 'unreachable', 'the reason')
  })

  test('waits when the token ends in the middle, which the connection says, and goes out with a new one', async () => {
    const o = await officialWorld()
    const { says } = await answering(o)
    await says('antes')
    await until(() => o.chat.received.length === 1, 'the first')
    o.meta.endToken(o.official.token)
    await says('depois')
    const state = () => o.w.rows('SELECT status, reason FROM connections WHERE id = ?', o.official.connectionId)[0]
    await until(() => state()?.status === 'DISCONNECTED', 'the end of the token')
    expect(state()).toEqual({ status: 'DISCONNECTED', reason: 'tokenEnded' })
    await o.chat.text('ainda chega')
    await until(() => o.bodies().includes('ainda chega'), 'the message')
    const accessToken = o.meta.systemToken(o.official.app, [o.official.business])
    const renewed = await o.official.admin.json(`/api/whatsapp/${o.official.connectionId}`, 'PUT', { accessToken })
    expect(renewed.status).toBe(200)
    expect(await renewed.text()).not.toContain(accessToken)
    await until(() => {
      o.w.clock.forward(SECOND)
      return o.chat.received.length === 2
    }, 'the second')
    expect(o.meta.sentTwice).toEqual([])
  })
})

describe('a number that stays on the phone', () => {
  test('shows what is typed there as written on the phone', async () => {
    const o = await officialWorld({ isOnBizApp: true })
    await o.chat.text('Oi')
    await o.shows('Oi')
    o.w.clock.forward(60 * SECOND)
    await o.meta.phoneApp(o.official.number).text(o.person, 'Respondo do celular')
    await o.shows('Oi', '> Respondo do celular')
    expect(JSON.parse(lastLine(o)?.extra ?? '{}').origin).toEqual({ by: 'phone', name: '' })
  })
})

describe('what is sent', () => {
  const posted = (o: OfficialWorld) => o.chat.sent.at(-1)?.content

  test('may be a file, a quote and a reaction', async () => {
    const o = await officialWorld()
    const { says, ana, ticketId } = await answering(o)
    const form = new FormData()
    form.set('body', 'veja')
    form.set('medias', new File([png().bytes], 'foto.png', { type: 'image/png' }))
    const sent = await ana.request(`/api/messages/${ticketId}`, { method: 'POST', body: form })
    expect(sent.status).toBe(200)
    await until(() => o.chat.received.length === 1, 'the picture')
    expect(posted(o)).toMatchObject({ image: { caption: 'veja' } })
    const first = o.stored()[0]
    await says('resposta', { quotedMsg: { id: first?.id } })
    await until(() => o.chat.received.length === 2, 'the quote')
    expect(posted(o)).toMatchObject({ context: { message_id: first?.external_id } })
    const reacted = await ana.json('/api/messages/reactMessage', 'POST', {
      messageId: first?.id,
      ticketId,
      reaction: '👍',
    })
    expect(reacted.status).toBe(200)
    await until(() => o.chat.sent.some(({ type }) => type === 'reaction'), 'the reaction')
  })

  test('offers choices as buttons or as a list, and a tap comes back as its label', async () => {
    const o = await officialWorld()
    await o.chat.text('Oi')
    await o.shows('Oi')
    const options = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `${at + 1}`, title: `Fila ${at + 1}` }))
    const offer = (count: number, externalId: string) =>
      o.w.server.channel.send(o.w.refOf(o.official.connectionId), {
        externalId,
        to: { kind: 'phone', value: '5521988887777' },
        kind: 'chat',
        body: 'Escolha: 1, 2',
        media: null,
        quoted: null,
        extra: { choices: { open: 'Escolher', prompt: 'Escolha', options: options(count) } },
      })
    expect((await offer(2, 'OURS1')).outcome).toBe('sent')
    expect(posted(o)).toMatchObject({ interactive: { type: 'button' } })
    await until(() => o.chat.received.length === 1, 'the buttons')
    await o.chat.tap(o.chat.received[0]?.id ?? '', 'Fila 2')
    await until(() => o.bodies().includes('Fila 2'), 'the tap')
    expect(JSON.parse(lastLine(o)?.extra ?? '{}').tapped).toBe('2')
    expect((await offer(5, 'OURS2')).outcome).toBe('sent')
    expect(posted(o)).toMatchObject({ interactive: { type: 'list' } })
    expect((await offer(12, 'OURS3')).outcome).toBe('sent')
    expect(posted(o)).toMatchObject({ text: { body: 'Escolha: 1, 2' } })
  })

  test('is not posted again under an id that Meta has accepted', async () => {
    const o = await officialWorld()
    await o.chat.text('Oi')
    await o.shows('Oi')
    const again = () =>
      o.w.server.channel.send(o.w.refOf(o.official.connectionId), {
        externalId: 'OURS9',
        to: { kind: 'phone', value: '5521988887777' },
        kind: 'chat',
        body: 'uma vez',
        media: null,
        quoted: null,
      })
    const [first, second] = [await again(), await again()]
    expect(second).toEqual(first)
    expect(o.chat.sent).toHaveLength(1)
  })
})

describe('what Meta says beside messages', () => {
  test('reaches marks, typing and blocks', async () => {
    const o = await officialWorld()
    const { ana, ticketId } = await answering(o)
    const read = () => o.chat.messages.some(({ by, status }) => by === 'person' && status === 'read')
    await ana.json(`/api/messages/${ticketId}/read`, 'PUT', {})
    await o.w.server.channel.markRead(o.w.refOf(o.official.connectionId), { kind: 'phone', value: '5521988887777' }, [
      { externalId: o.stored()[0]?.external_id ?? '', author: null },
    ])
    await until(read, 'the blue ticks')
    await o.w.server.channel.setTyping(
      o.w.refOf(o.official.connectionId),
      { kind: 'phone', value: '5521988887777' },
      'composing',
    )
    expect(o.meta.seen.some(({ body }) => 'typing_indicator' in body)).toBe(true)
    const block = (isBlocked: boolean) =>
      o.w.server.channel.block(o.w.refOf(o.official.connectionId), { kind: 'phone', value: '5521988887777' }, isBlocked)
    expect(await block(true)).toBe(true)
    expect(o.official.number.blocked.size).toBe(1)
    expect(await block(false)).toBe(true)
  })

  test('that a message failed after all is shown with the reason, and does not undo a tick', async () => {
    const o = await officialWorld()
    const { says } = await answering(o)
    o.w.clock.forward(25 * 3600 * SECOND)
    await says('tarde demais').catch(() => {})
    const result = await o.w.server.channel.send(o.w.refOf(o.official.connectionId), {
      externalId: 'LATE1',
      to: { kind: 'phone', value: '5521988887777' },
      kind: 'chat',
      body: 'fora da janela',
      media: null,
      quoted: null,
    })
    expect(result.outcome).toBe('sent')
    await o.meta.settled()
    expect(o.chat.sent.at(-1)?.status).toBe('failed')
  })
})
