/** The signature `*Name:*` above an attendant's message: where it is, where it stays, and where it never is. */
import { expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import type { Message } from '../../../src/tickets/messages/contract'
import { signed, unsigned } from '../../../src/tickets/messages/contract'
import { until } from '../../support/until'
import { world } from '../../support/world'

/** Maria wrote, Ana has the ticket, and the company allows signatures. */
async function talking(allowed: 'enabled' | 'disabled' = 'enabled') {
  const w = world()
  writeSetting(w.db, 'sendSignMessage', allowed)
  const ana = w.attendant([], { name: 'Ana' })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  const first = maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  const bodyOf = async (answer: Response) => (await answer.json()) as Message // checked by each test
  const say = async (body: string, more: object = { sign: true }) =>
    bodyOf(await ana.json('/api/messages/1', 'POST', { body, ...more }))
  const sendFile = async (name: string, content: BlobPart, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.set(key, value)
    form.set('medias', new File([content], name))
    return bodyOf(await ana.request('/api/messages/1', { method: 'POST', body: form }))
  }
  const edit = async (id: number, body: string) =>
    bodyOf(await ana.json(`/api/messages/edit/${id}?ticketId=1`, 'POST', { body }))
  const got = async (count = 1) => {
    await until(() => maria.got().length >= count, 'what was said')
    return maria.got().map(({ body }) => body)
  }
  return { w, ana, maria, first, say, sendFile, edit, got }
}

test('the name is above the text, both stored and sent', async () => {
  const { say, got, w } = await talking()
  expect(await say('Olá, {{firstName}}!')).toMatchObject({ body: '*Ana:*\nOlá, Maria!', extra: { signature: 'Ana' } })
  expect(await got()).toEqual(['*Ana:*\nOlá, Maria!'])
  expect(w.ticketNow(1)).toMatchObject({ lastMessage: 'Olá, Maria!', lastAuthor: 'Ana' })
})

test('a message is signed only on request, and only if the company allows it', async () => {
  const open = await talking()
  expect(await open.say('olá', {})).toMatchObject({ body: 'olá', extra: null })
  expect(await open.say('olá', { sign: false })).toMatchObject({ body: 'olá', extra: null })
  const closed = await talking('disabled')
  expect(await closed.say('olá')).toMatchObject({ body: 'olá', extra: null })
})

test('a name is never expanded like a variable', async () => {
  const { w, ana, say } = await talking()
  w.rows("UPDATE users SET name = '{{protocol}}' WHERE id = ? RETURNING id", ana.userId)
  expect((await say('{{firstName}}')).body).toBe('*{{protocol}}:*\nMaria')
})

test('a caption is signed; a file without caption is not', async () => {
  const { sendFile } = await talking()
  expect(await sendFile('a.txt', 'texto', { body: 'veja', sign: 'true' })).toMatchObject({ body: '*Ana:*\nveja' })
  expect(await sendFile('b.txt', 'outro', { body: 'veja', sign: 'false' })).toMatchObject({ body: 'veja' })
  expect(await sendFile('c.txt', 'mais', { body: ' ', sign: 'true' })).toMatchObject({ body: '', extra: null })
})

test('a note, a sticker, a location and a card are not signed', async () => {
  const { say, sendFile } = await talking()
  expect(await say('ligar depois', { sign: true, isNote: true })).toMatchObject({ body: 'ligar depois', extra: null })
  const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  const sticker = await sendFile('s.webp', webp, { body: 'oi', asSticker: 'true', sign: 'true' })
  expect(sticker).toMatchObject({ mediaType: 'sticker', body: 'oi', extra: null })
  const place = await say('', { sign: true, location: { latitude: 1, longitude: 2 } })
  expect(place).toMatchObject({ mediaType: 'location', body: 'https://maps.google.com/?q=1,2' })
  expect(place.extra?.signature).toBeUndefined()
})

test('an edit keeps the signature, whether or not it repeats it, and must not be empty without it', async () => {
  const { w, say, edit, got } = await talking()
  const { id } = await say('olá')
  await got()
  expect((await edit(id, 'bom dia')).body).toBe('*Ana:*\nbom dia')
  expect((await edit(id, '*Ana:*\nboa tarde')).body).toBe('*Ana:*\nboa tarde')
  expect(await edit(id, '*Ana:*\n ')).toMatchObject({ error: 'ERR_MESSAGE_EMPTY' } as object)
  await until(() => w.telephones.actions.length === 2, 'the edits')
  expect(w.telephones.actions).toMatchObject([{ body: '*Ana:*\nbom dia' }, { body: '*Ana:*\nboa tarde' }])
  expect(w.ticketNow(1).lastMessage).toBe('boa tarde')
})

test('an edit with the same text is ignored', async () => {
  const { say, edit, got } = await talking()
  const { id } = await say('olá')
  await got()
  expect(await edit(id, 'olá')).toMatchObject({ body: '*Ana:*\nolá', isEdited: false })
})

test('an edit does not sign an unsigned message', async () => {
  const { say, edit, got } = await talking()
  const { id } = await say('olá', {})
  await got()
  expect((await edit(id, 'bom dia')).body).toBe('bom dia')
})

test('a quote contains what the other side reads, including the signature, whoever quotes', async () => {
  const { w, maria, say, got } = await talking()
  const { id } = await say('olá')
  const again = await say('ainda aí?', { quotedMsg: { id } })
  expect(again.quotedMsg?.body).toBe('*Ana:*\nolá')
  await got(2)
  expect(maria.got()[1]?.quoted?.body).toBe('*Ana:*\nolá')
  maria.says('sim', { quotedExternalId: maria.got()[0]?.externalId ?? '', quotedBody: '*Ana:*\nolá' })
  const [reply] = w.rows<{ quoted: string }>("SELECT quoted FROM messages WHERE body = 'sim'")
  expect(JSON.parse(reply?.quoted ?? '')).toMatchObject({ body: '*Ana:*\nolá' })
})

test('a signature is added and removed once, and nothing else is removed', () => {
  expect(signed('olá', 'Ana')).toBe('*Ana:*\nolá')
  expect(signed(signed('olá', 'Ana'), 'Ana')).toBe('*Ana:*\nolá')
  expect([signed('', 'Ana'), signed('olá', null), signed('olá', undefined)]).toEqual(['', 'olá', 'olá'])
  expect(unsigned('*Ana:*\n*Ana:*\nolá', 'Ana')).toBe('*Ana:*\nolá')
  expect([unsigned('*Bia:*\nolá', 'Ana'), unsigned('*Ana:*\nolá', null)]).toEqual(['*Bia:*\nolá', '*Ana:*\nolá'])
})
