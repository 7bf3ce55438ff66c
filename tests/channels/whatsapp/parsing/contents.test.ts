/** Every kind of content in both directions, with a real session and a simulated phone. */
import { afterEach, describe, expect } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outgoing } from '../../../../src/channels/channel'
import type { Limits } from '../../../../src/channels/whatsapp/limits'
import { unseal } from '../../../../src/channels/whatsapp/parsing/sealed'
import type { Command } from '../../../../src/simulator/contract'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, MARIA, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const dir = await mkdtemp(join(tmpdir(), 'contents-test-'))
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 251))
const base64 = BYTES.toString('base64')

async function talk(limits: Partial<Limits> = {}) {
  const all = await linkedTestbed({ limits })
  const { simulator, session, maria } = all
  const run = async (command: Command): Promise<string> => {
    const result = await simulator.run(command)
    if (!result.ok) throw new Error(result.message)
    return result.id ?? ''
  }
  /** Maria does it; returns what our session reports. */
  const hears = async (command: Command) => {
    const id = await run(command)
    return until(
      () => session.messages.find(({ externalId }) => externalId === id),
      4_000,
      () => JSON.stringify(command),
    )
  }
  /** We send it; returns what Maria's phone shows. */
  const shows = async (body: string, more: Partial<Outgoing>) => {
    const { id, outcome } = await session.say(MARIA, body, more)
    expect(outcome).toBe('sent')
    return maria.until(() => maria.message(COMPANY, id))
  }
  const action = (wanted: string) => until(() => session.actions.find((one) => one.do === wanted))
  return { ...all, run, hears, shows, action }
}

/** All addresses fetched from now on. */
function watchVisits(): string[] {
  const visited: string[] = []
  const real = globalThis.fetch
  afterThisTest(() => Object.assign(globalThis, { fetch: real }))
  Object.assign(globalThis, {
    fetch: (...request: Parameters<typeof fetch>) => {
      visited.push(String(request[0]))
      return real(...request)
    },
  })
  return visited
}

const toUs = { from: MARIA, to: COMPANY }

describe('a customer sends', () => {
  test('formatted text, unchanged', async () => {
    const { hears } = await talk()
    expect(await hears({ do: 'say', ...toUs, text: '*forte* _leve_ ~não~ ```código```' })).toMatchObject({
      kind: 'chat',
      body: '*forte* _leve_ ~não~ ```código```',
      extra: null,
    })
  })

  test('a link with the preview of their phone, and we do not request it', async () => {
    const { hears } = await talk()
    const visited = watchVisits()
    const link = { url: 'https://shop.example/x', title: 'Shop', description: 'Shoes', thumbnailBase64: '/9g=' }
    expect((await hears({ do: 'say', ...toUs, text: 'https://shop.example/x', link })).extra).toEqual({
      preview: { url: link.url, title: 'Shop', description: 'Shoes', thumbnail: 'data:image/jpeg;base64,/9g=' },
    })
    expect(visited).toEqual([])
  })

  test('a video note, and a view-once picture as sent by older phones', async () => {
    const { hears } = await talk()
    const video = { do: 'sendMedia', ...toUs, kind: 'video', base64, mimetype: 'video/mp4' } as const
    expect(await hears({ ...video, ptv: true })).toMatchObject({ kind: 'video', extra: { playback: 'note' } })
    const image = { do: 'sendMedia', ...toUs, kind: 'image', base64, mimetype: 'image/jpeg', viewOnce: true } as const
    expect(await hears({ ...image, viewOnceAs: 'whole' })).toMatchObject({ kind: 'image', extra: { viewOnce: true } })
  })

  test('a view-once picture that the phone does not share', async () => {
    // Slow enough that the first is not on disk when the others arrive.
    const { run, session } = await talk({ placeholder: 60_000, pace: 60 })
    const photo = { do: 'sendMedia', ...toUs, kind: 'image', base64, mimetype: 'image/jpeg', viewOnce: true } as const
    await run({ do: 'say', ...toUs, text: 'olha' })
    await run(photo)
    await run({ do: 'say', ...toUs, text: 'viu?' })
    await until(() => session.messages.length === 3)
    await run(photo)
    // In its position and immediately, because no phone sends it again.
    await until(() => session.messages.length === 4)
    expect(session.messages).toMatchObject([
      { kind: 'chat', body: 'olha' },
      { kind: 'viewOnce', body: '', media: null, extra: { viewOnce: true } },
      { kind: 'chat', body: 'viu?' },
      { kind: 'viewOnce' },
    ])
  })

  test('contact cards, one and several', async () => {
    const { hears } = await talk()
    const one = { name: 'João', phone: JOAO }
    expect((await hears({ do: 'sendContact', ...toUs, ...one })).extra?.cards).toEqual([
      { name: 'João', numbers: [{ number: `+${JOAO}`, account: JOAO }] },
    ])
    const two = await hears({ do: 'sendContact', ...toUs, ...one, more: [{ name: 'Bia', phone: '5511900001111' }] })
    expect(two).toMatchObject({ kind: 'vcard', body: 'João, Bia' })
  })

  test('a location and a live location', async () => {
    const { hears } = await talk()
    const there = { do: 'sendLocation', ...toUs, latitude: -22.9, longitude: -43.2 } as const
    expect((await hears({ ...there, name: 'Loja' })).extra?.place).toMatchObject({
      latitude: -22.9,
      name: 'Loja',
      live: false,
    })
    expect((await hears({ ...there, live: true })).extra?.place).toMatchObject({ longitude: -43.2, live: true })
  })

  test('a poll, and votes that its secret decrypts', async () => {
    const { hears, run, action } = await talk()
    const poll = await hears({ do: 'sendPoll', ...toUs, question: 'Quando?', options: ['hoje', 'amanhã'] })
    expect(poll).toMatchObject({ kind: 'poll', extra: { poll: { question: 'Quando?', choices: 1 } } })
    await run({ do: 'vote', from: MARIA, chat: COMPANY, id: poll.externalId, options: ['amanhã'] })
    const vote = await action('sealed')
    if (vote.do !== 'sealed') throw new Error('unreachable')
    expect(unseal(vote, poll.secret ?? null)).toMatchObject({
      do: 'vote',
      target: poll.externalId,
      options: [new Bun.CryptoHasher('sha256').update('amanhã').digest('hex')],
    })
  })

  test('votes on a poll from the company’s own phone', async () => {
    const { hears, run, action } = await talk()
    const poll = await hears({
      do: 'sendPoll',
      from: COMPANY,
      to: MARIA,
      question: 'Quando?',
      options: ['hoje', 'amanhã'],
    })
    expect(poll).toMatchObject({ fromMe: true, kind: 'poll' })
    await run({ do: 'vote', from: MARIA, chat: COMPANY, id: poll.externalId, options: ['hoje', 'amanhã'] })
    const vote = await action('sealed')
    if (vote.do !== 'sealed') throw new Error('unreachable')
    const opened = unseal(vote, poll.secret ?? null)
    expect(opened?.do === 'vote' && opened.options).toHaveLength(2)
  })

  test('edits and reactions encrypted with the message’s secret', async () => {
    const { hears, run, session } = await talk()
    const said = await hears({ do: 'say', ...toUs, text: 'oi' })
    const about = { from: MARIA, chat: COMPANY, id: said.externalId, secret: true } as const
    await run({ do: 'edit', ...about, text: 'olá' })
    await run({ do: 'react', ...about, emoji: '👍' })
    const sealed = await until(() => session.actions.length === 2 && session.actions)
    expect(sealed.map((one) => one.do === 'sealed' && unseal(one, said.secret ?? null))).toMatchObject([
      { do: 'edit', body: 'olá' },
      { do: 'react', emoji: '👍' },
    ])
  })

  test('disappearing messages, and changes of the setting', async () => {
    const { hears, run, action } = await talk()
    await run({ do: 'setDisappearing', phone: MARIA, chat: COMPANY, seconds: 86_400 })
    expect(await action('expire')).toMatchObject({ do: 'expire', seconds: 86_400, fromMe: false })
    expect((await hears({ do: 'say', ...toUs, text: 'some' })).extra).toEqual({ expiresIn: 86_400 })
  })

  test('an invitation to a group', async () => {
    const { run, session } = await talk()
    const group = await run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [JOAO] })
    await run({ do: 'sendInvite', from: MARIA, to: COMPANY, group })
    expect(await until(() => session.messages.find(({ kind }) => kind === 'invite'))).toMatchObject({
      body: expect.stringContaining('Vizinhos'),
    })
  })

  test('with the ad that led to it, in full or without details', async () => {
    const { hears } = await talk()
    const shown = await hears({ do: 'say', ...toUs, text: 'vi o anúncio', ad: 'shown' })
    expect(shown?.extra?.referral).toMatchObject({ kind: 'ad', sourceId: '120000000000001', app: 'instagram' })
    const bare = await hears({ do: 'say', ...toUs, text: 'vi o outro', ad: 'bare' })
    expect(bare?.extra?.referral).toMatchObject({ kind: 'ad', title: '', url: null, app: 'facebook' })
  })

  test('forwarded messages', async () => {
    const { run, hears, session } = await talk()
    await run({ do: 'say', from: JOAO, to: MARIA, text: 'corrente' })
    await run({ do: 'say', ...toUs, text: 'oi' })
    const said = await hears({ do: 'say', ...toUs, text: 'repasso', forwarded: true })
    expect(said.extra).toMatchObject({ forwarded: 'once' })
    expect(session.messages.find(({ body }) => body === 'oi')?.extra).toBeNull()
  })

  test('a reply to a picture, with the quote', async () => {
    const { hears } = await talk()
    const picture = await hears({
      do: 'sendMedia',
      ...toUs,
      kind: 'image',
      base64,
      mimetype: 'image/jpeg',
      caption: 'veja',
    })
    expect(await hears({ do: 'say', ...toUs, text: 'gostou?', quotedId: picture.externalId })).toMatchObject({
      quotedExternalId: picture.externalId,
      quotedKind: 'image',
      quotedBody: 'veja',
      quotedAuthor: expect.arrayContaining([{ kind: 'phone', value: MARIA }]),
    })
  })
})

describe('we send', () => {
  const media = async (name: string, mimetype: string) => {
    const path = join(dir, name)
    await Bun.write(path, BYTES)
    return { path, mimetype, name, seconds: 3, width: 320, height: 240, waveform: null }
  }

  test('a sticker', async () => {
    const { shows } = await talk()
    const shown = await shows('', { kind: 'sticker', media: await media('s.webp', 'image/webp') })
    expect(shown).toMatchObject({ kind: 'sticker', media: { mimetype: 'image/webp', size: BYTES.length } })
  })

  test('a link, and we do not request it', async () => {
    const { shows } = await talk()
    const visited = watchVisits()
    expect(await shows('veja https://shop.example/x', {})).toMatchObject({
      text: 'veja https://shop.example/x',
      link: null,
    })
    expect(visited).toEqual([])
  })

  test('a location', async () => {
    const { shows } = await talk()
    const place = { latitude: -22.9, longitude: -43.2, name: 'Loja', address: 'Rua A, 10', live: false }
    expect(await shows('Loja', { kind: 'location', extra: { place } })).toMatchObject({
      kind: 'location',
      text: 'Loja',
      place: { latitude: -22.9, longitude: -43.2 },
    })
  })

  test('contact cards', async () => {
    const { shows } = await talk()
    const card = (name: string, account: string) => ({ name, numbers: [{ number: `+${account}`, account }] })
    expect(await shows('João', { kind: 'vcard', extra: { cards: [card('João', JOAO)] } })).toMatchObject({
      kind: 'contact',
      contacts: [{ name: 'João', phone: JOAO }],
    })
    const cards = [card('João', JOAO), card('Bia', '5511900001111')]
    expect((await shows('João, Bia', { kind: 'vcard', extra: { cards } })).contacts).toHaveLength(2)
  })

  test('forwarded messages of every kind, marked as such', async () => {
    const { shows } = await talk()
    const extra = { forwarded: 'often', forwardingScore: 6 } as const
    const place = { latitude: 1, longitude: 2, name: null, address: null, live: false }
    const cards = [{ name: 'João', numbers: [{ number: `+${JOAO}`, account: JOAO }] }]
    const outgoing: Partial<Outgoing>[] = [
      { kind: 'chat', extra },
      { kind: 'image', extra, media: await media('f.jpg', 'image/jpeg') },
      { kind: 'document', extra, media: await media('f.pdf', 'application/pdf') },
      { kind: 'location', extra: { ...extra, place } },
      { kind: 'vcard', extra: { ...extra, cards } },
    ]
    for (const one of outgoing) expect(await shows('x', one)).toMatchObject({ forwarded: true, forwardingScore: 6 })
  })

  test('disappearing messages in a chat with that setting', async () => {
    const { shows } = await talk()
    const extra = { expiresIn: 86_400 }
    expect(await shows('some', { extra })).toMatchObject({ text: 'some', disappearing: 86_400 })
    const file = await media('d.pdf', 'application/pdf')
    expect(await shows('', { kind: 'document', extra, media: file })).toMatchObject({ disappearing: 86_400 })
  })

  for (const kind of ['image', 'video', 'ptt', 'document', 'sticker', 'location', 'vcard', 'chat'] as const)
    test(`a reply to their message of kind ${kind}`, async () => {
      const { hears, shows } = await talk()
      const { externalId } = await hears({ do: 'say', ...toUs, text: 'pergunta' })
      const shown = await shows('resposta', { quoted: { externalId, body: 'Loja', kind, fromMe: false } })
      expect(shown.quoted?.id).toBe(externalId)
    })
})

describe('a file that WhatsApp has deleted', () => {
  const lost = async (limits = {}) => {
    const all = await linkedTestbed({ limits: { renewal: 1_000, ...limits } })
    await all.maria.sendMedia(COMPANY, { kind: 'document', mimetype: 'application/pdf', base64 })
    const { media } = await until(() => all.session.messages.find(({ kind }) => kind === 'document'))
    await all.simulator.run({ do: 'expireMedia' })
    const path = join(dir, crypto.randomUUID())
    const fetching = () => all.session.channel.download(REF, media?.downloadKey ?? '', path)
    return { ...all, path, fetching }
  }

  test('is uploaded again by the phone', async () => {
    const { fetching, path } = await lost()
    expect(await fetching()).toMatchObject({ size: BYTES.length })
    expect(Buffer.from(await Bun.file(path).arrayBuffer())).toEqual(BYTES)
  })

  test('ignores a response about another person’s message with the same id', async () => {
    const { simulator, fetching } = await lost()
    simulator.intercept((connection, { tag, attrs }) => {
      if (tag !== 'receipt' || attrs.type !== 'server-error') return undefined
      const about = { tag: 'rmr', attrs: { jid: `${JOAO}@s.whatsapp.net`, from_me: 'false' } }
      const answer = { from: `${COMPANY}@s.whatsapp.net`, type: 'mediaretry', id: attrs.id ?? '', t: '1' }
      connection.send({
        tag: 'notification',
        attrs: answer,
        content: [{ tag: 'error', attrs: { code: '2' } }, about],
      })
      return undefined
    })
    expect(await fetching()).toMatchObject({ size: BYTES.length })
  })

  test('is gone if the phone does not have it', async () => {
    const { simulator, fetching } = await lost()
    await simulator.run({ do: 'setHabits', phone: COMPANY, keepsFiles: false })
    expect(await fetching().catch(({ why }) => why)).toBe('expired')
  })

  test('is given up without an answer', async () => {
    const { simulator, fetching } = await lost({ renewal: 200, keepAlive: 60_000 })
    await simulator.run({ do: 'setFault', name: 'silent', on: true })
    expect(await fetching().catch(({ why }) => why)).toBe('expired')
  })
})
