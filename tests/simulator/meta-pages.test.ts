import { describe, expect, test } from 'bun:test'
import { photo } from '../../src/simulator/play/photo'
import { furnishedMeta, graphCall } from '../support/meta'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Furnished = Awaited<ReturnType<typeof furnishedMeta>>

/** Sends from the page with its token. */
const send = ({ meta, page, pageToken }: Furnished, body: Record<string, unknown>, token = pageToken, id = page.id) =>
  graphCall(meta, token, `/${id}/messages`, { messaging_type: 'RESPONSE', ...body })
const text = (id: string, words: string, more: Record<string, unknown> = {}) => ({
  recipient: { id },
  message: { text: words, ...more },
})

describe('sending', () => {
  test("takes the page's token alone, for its own page and people", async () => {
    const all = await furnishedMeta()
    const { meta, app, admin, messenger, person } = all
    await messenger.text('oi')
    const other = meta.addPage({ name: 'Outra', admins: [admin] })
    const otherId = meta.messenger(person, other)
    await otherId.text('oi')
    expect((await send(all, text(messenger.id, 'x'), meta.userToken(app, admin))).error).toBe('190/2069032')
    expect((await send(all, text(messenger.id, 'x'), meta.pageToken(app, other))).error).toBe('100/33')
    expect(otherId.id).not.toBe(messenger.id)
    expect((await send(all, text(otherId.id, 'x'))).error).toBe('100/2018001')
    expect((await send(all, text(messenger.id, 'x'))).body).toEqual({
      recipient_id: messenger.id,
      message_id: expect.stringMatching(/^m_/),
    })
  })

  test('needs the permission, and a live app for people who are no testers', async () => {
    const all = await furnishedMeta()
    const { meta, app, messenger, instagram, page } = all
    await messenger.text('oi')
    await instagram.text('oi')
    const lesser = meta.addUser({ name: 'Sem', apps: [app], scopes: ['pages_messaging'] })
    page.admins.clear()
    page.admins.add(lesser)
    const token = meta.pageToken(app, page)
    expect((await send(all, text(instagram.id, 'x'), token)).error).toBe('230')
    app.isLive = false
    expect((await send(all, text(messenger.id, 'x'), token)).error).toBe('200/2018108')
    all.person.isTester = true
    expect((await send(all, text(messenger.id, 'x'), token)).status).toBe(200)
  })

  test('ends a day after the person wrote, for people of the app after a week, each on their own clock', async () => {
    let now = Date.UTC(2026, 10, 1)
    const all = await furnishedMeta({ now: () => now })
    const { app, messenger, instagram } = all
    expect((await send(all, text(messenger.id, 'x'))).error).toBe('10/2018278')
    await messenger.text('oi')
    now += HOUR
    await instagram.text('oi')
    now += DAY - HOUR
    expect((await send(all, text(messenger.id, 'x'))).status).toBe(200)
    now += 1
    expect((await send(all, text(messenger.id, 'x'))).error).toBe('10/2018278')
    expect((await send(all, text(instagram.id, 'x'))).status).toBe(200)
    now += HOUR
    expect((await send(all, text(instagram.id, 'x'))).error).toBe('10/2534022')
    const tagged = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
    expect((await send(all, { ...text(messenger.id, 'x'), ...tagged })).status).toBe(200)
    expect((await send(all, { ...text(messenger.id, 'x'), ...tagged, tag: 'ACCOUNT_UPDATE' })).error).toBe(
      '100/2018199',
    )
    now += 6 * DAY
    expect((await send(all, { ...text(messenger.id, 'x'), ...tagged })).error).toBe('10/2018278')
    app.hasHumanAgent = false
    expect((await send(all, { ...text(instagram.id, 'x'), ...tagged })).error).toBe('10')
    await messenger.react('m_1')
    expect((await send(all, text(messenger.id, 'x'))).status).toBe(200)
  })

  test('counts characters on Messenger, bytes on Instagram', async () => {
    const all = await furnishedMeta()
    const { messenger, instagram } = all
    await messenger.text('oi')
    await instagram.text('oi')
    expect((await send(all, text(messenger.id, 'ç'.repeat(2000)))).status).toBe(200)
    expect((await send(all, text(messenger.id, 'x'.repeat(2001)))).error).toBe('100')
    expect((await send(all, text(instagram.id, 'ç'.repeat(500)))).status).toBe(200)
    expect((await send(all, text(instagram.id, 'ç'.repeat(501)))).error).toBe('100/2534024')
    expect((await send(all, text(messenger.id, ' '))).error).toBe('100')
  })

  test('takes one attachment without text, fetched from an address or uploaded, of the right type and size', async () => {
    const all = await furnishedMeta()
    const { meta, page, pageToken, messenger, instagram } = all
    await messenger.text('oi')
    await instagram.text('oi')
    const files = Bun.serve({
      port: 0,
      fetch: ({ url }) =>
        url.endsWith('.png')
          ? new Response(new Uint8Array(photo(1).bytes), { headers: { 'content-type': 'image/png' } })
          : new Response('', { status: 404 }),
    })
    const attached = (type: string, path: string) => ({
      attachment: { type, payload: { url: `http://127.0.0.1:${files.port}/${path}` } },
    })
    const sent = async (id: string, message: Record<string, unknown>) =>
      (await send(all, { recipient: { id }, message })).error ?? 'sent'
    expect(await sent(messenger.id, attached('image', 'a.png'))).toBe('sent')
    expect(await sent(messenger.id, { ...attached('image', 'a.png'), text: 'x' })).toBe('100')
    expect(await sent(messenger.id, attached('audio', 'a.png'))).toBe('100/2018047')
    expect(await sent(messenger.id, attached('image', 'absent'))).toBe('100/2018008')
    expect(await sent(instagram.id, attached('file', 'a.png'))).toBe('100/2018047')
    const form = new FormData()
    form.set('recipient', JSON.stringify({ id: instagram.id }))
    form.set('message', JSON.stringify({ attachment: { type: 'image', payload: {} } }))
    form.set('filedata', new File([new Uint8Array(9 * 1024 * 1024)], 'a.png', { type: 'image/png' }))
    expect((await graphCall(meta, pageToken, `/${page.id}/messages`, form)).error).toBe('100/2018033')
    form.set('filedata', new File([new Uint8Array(photo(1).bytes)], 'a.png', { type: 'image/png' }))
    expect((await graphCall(meta, pageToken, `/${page.id}/messages`, form)).status).toBe(200)
    await files.stop(true)
  })

  test('to somebody who blocked the account fails; quick replies have short titles', async () => {
    const all = await furnishedMeta()
    const { messenger } = all
    await messenger.text('oi')
    const reply = (title: string) =>
      text(messenger.id, 'x', { quick_replies: [{ content_type: 'text', title, payload: '1' }] })
    const offered = await send(all, reply('Sim'))
    await messenger.tap(String(offered.body.message_id), 'Sim')
    expect(messenger.messages.at(-1)?.content).toEqual({ text: 'Sim', quick_reply: { payload: '1' } })
    expect((await send(all, reply('x'.repeat(21)))).error).toBe('100')
    messenger.block()
    expect((await send(all, text(messenger.id, 'x'))).error).toBe('551/1545041')
  })

  test('reactions of the account are a heart, on Instagram alone', async () => {
    const all = await furnishedMeta()
    const { messenger, instagram } = all
    const [theirs, ours] = [await instagram.text('oi'), await messenger.text('oi')]
    const react = (id: string, message_id: string, reaction: string) =>
      send(all, { recipient: { id }, sender_action: 'react', payload: { message_id, reaction } })
    expect((await react(instagram.id, theirs, 'love')).status).toBe(200)
    expect((await react(instagram.id, theirs, 'wow')).error).toBe('100')
    expect((await react(instagram.id, ours, 'love')).error).toBe('100')
    expect((await react(messenger.id, ours, 'love')).error).toBe('100')
    expect((await send(all, { recipient: { id: messenger.id }, sender_action: 'typing_on' })).body).toEqual({
      recipient_id: messenger.id,
    })
  })
})

describe('what is sent comes back', () => {
  test('with app and metadata on Messenger, without both on Instagram, perhaps before the answer', async () => {
    const all = await furnishedMeta()
    const { meta, messenger, instagram, hook } = all
    await messenger.text('oi')
    await instagram.text('oi')
    meta.habits.echoBeforeAnswer = true
    const first = await send(all, text(messenger.id, 'a', { metadata: 'ours-1' }))
    expect(meta.deliveries.find(({ body }) => body.includes('ours-1'))?.status).toBe(200)
    const second = await send(all, text(instagram.id, 'b', { metadata: 'ours-2' }))
    await meta.settled()
    expect(hook.elements().filter(({ message }) => (message as { is_echo?: boolean } | undefined)?.is_echo)).toEqual([
      {
        sender: { id: messenger.account.id },
        recipient: { id: messenger.id },
        timestamp: expect.any(Number),
        message: { mid: first.body.message_id, is_echo: true, app_id: 700, metadata: 'ours-1', text: 'a' },
      },
      {
        sender: { id: instagram.account.id },
        recipient: { id: instagram.id },
        timestamp: expect.any(Number),
        message: { mid: second.body.message_id, is_echo: true, text: 'b' },
      },
    ])
    expect(hook.elements().filter(({ delivery }) => delivery !== undefined)).toHaveLength(1)
  })

  test("from Meta's inbox and its AI under their own apps", async () => {
    const { messenger, hook } = await furnishedMeta()
    await messenger.answerInInbox('da caixa')
    await messenger.answerByAi('da IA')
    expect(
      hook.elements().flatMap(({ message }) => (message as { app_id?: number } | undefined)?.app_id ?? []),
    ).toEqual([263902037430900, 622851382610562])
  })
})

describe('people', () => {
  test('write, quote, postback, react, read, edit and take back, each as its app tells it', async () => {
    const all = await furnishedMeta()
    const { messenger, instagram, hook, pageToken, meta, page } = all
    const { bytes, mimetype } = photo(1)
    const file = { bytes: new Uint8Array(bytes), mimetype }
    const mid = await instagram.storyReply('linda', 'https://story.example/1')
    await instagram.storyMention(file)
    await instagram.edit(mid, 'linda!')
    await instagram.unsend(mid)
    await messenger.postback('Começar', 'GET_STARTED')
    await messenger.react(mid, 'wow')
    await messenger.comesBy('ADS', 'promo')
    const sent = await graphCall(meta, pageToken, `/${page.id}/messages`, {
      recipient: { id: instagram.id },
      message: { text: 'obrigada' },
    })
    await instagram.read()
    await messenger.read()
    await meta.settled()
    const [story, mention, edit, unsent, postback, reaction, referral, ...others] = hook.elements()
    expect(story).toMatchObject({
      message: { mid, text: 'linda', reply_to: { story: { url: 'https://story.example/1' } } },
    })
    expect(edit).toMatchObject({ message_edit: { mid, text: 'linda!', num_edit: 1 } })
    expect(unsent).toMatchObject({ message: { mid, is_deleted: true } })
    expect(postback).toMatchObject({ postback: { title: 'Começar', payload: 'GET_STARTED' } })
    expect(reaction).toMatchObject({ reaction: { action: 'react', reaction: 'wow', emoji: '😮' } })
    expect(referral).toMatchObject({ referral: { ref: 'promo', source: 'ADS', type: 'OPEN_THREAD' } })
    expect(others.flatMap(({ read }) => read ?? [])).toEqual([
      { mid: sent.body.message_id },
      { watermark: expect.any(Number) },
    ])
    const { url } = (mention as { message: { attachments: { payload: { url: string } }[] } }).message.attachments[0]
      ?.payload ?? { url: '' }
    expect((await fetch(url)).status).toBe(200)
  })

  test('have a profile for the page they wrote to, unless they share none', async () => {
    const { meta, app, admin, messenger, instagram, person, pageToken } = await furnishedMeta()
    const fields = '?fields=first_name,last_name,profile_pic'
    const { body } = await graphCall(meta, pageToken, `/${messenger.id}${fields}`)
    expect(body).toMatchObject({ first_name: 'João', last_name: 'Conceição' })
    expect((await fetch(String(body.profile_pic))).headers.get('content-type')).toBe('image/png')
    expect((await graphCall(meta, pageToken, `/${instagram.id}?fields=name,username`)).body).toMatchObject({
      name: 'João Conceição',
    })
    expect((await graphCall(meta, pageToken, `/${instagram.id}?fields=first_name`)).error).toBe('100')
    const other = meta.addPage({ name: 'Outra', admins: [admin] })
    expect((await graphCall(meta, meta.pageToken(app, other), `/${messenger.id}${fields}`)).error).toBe('100/33')
    person.sharesProfile = false
    expect((await graphCall(meta, pageToken, `/${messenger.id}${fields}`)).error).toBe('100/2018218')
    expect((await graphCall(meta, pageToken, `/${instagram.id}?fields=name`)).error).toBe('230')
  })
})

test("a page's subscription wants its own token, known fields and the permission", async () => {
  const { meta, app, admin, page, pageToken } = await furnishedMeta()
  const path = `/${page.id}/subscribed_apps`
  expect((await graphCall(meta, meta.userToken(app, admin), path)).error).toBe('210')
  expect((await graphCall(meta, pageToken, path, {})).error).toBe('100')
  expect((await graphCall(meta, pageToken, path, { subscribed_fields: 'messages,nothing' })).error).toBe('100')
  expect((await graphCall(meta, pageToken, path, { subscribed_fields: 'messages,message_echoes' })).status).toBe(200)
  expect((await graphCall(meta, pageToken, path)).body.data).toMatchObject([
    { id: '700', subscribed_fields: ['messages', 'message_echoes'] },
  ])
  await graphCall(meta, pageToken, path, undefined, 'DELETE')
  expect((await graphCall(meta, pageToken, path)).body.data).toEqual([])
})
