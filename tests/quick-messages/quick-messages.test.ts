/** Quick messages: ownership, permissions, shortcodes and sending. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import {
  quickMessageCreated,
  quickMessageDeleted,
  quickMessageUpdated,
} from '../../src/features/quick-messages/contract'
import { messageCreated } from '../../src/tickets/messages/contract'
import type { UserDetail } from '../../src/users/contract'
import type { Attendant } from '../support/company-world'
import { PNG } from '../support/pixel'
import { type World, world } from '../support/world'

type Refused = { error: { value: unknown } | null }
const refusal = ({ error }: Refused) => error?.value as { error?: string; details?: unknown } | undefined // every refusal has this shape
const codeOf = (answer: Refused) => refusal(answer)?.error

const path = '/api/quick-messages'
const api = (who: Attendant) => who.api['quick-messages']
const make = async (who: Attendant, body: object) => {
  const answer = await who.json(path, 'POST', { message: 'olá', ...body })
  const made = (await answer.json()) as { id: number; error?: string } // the answer of its route, or a refusal
  return made
}
const shortcodes = async (who: Attendant, query: object = {}) =>
  ((await api(who).get({ query })).data?.records ?? []).map(({ shortcode }) => shortcode)
const offered = async (who: Attendant, searchParam = '') =>
  ((await api(who).list.get({ query: { searchParam } })).data?.records ?? []).map(({ shortcode }) => shortcode)

function people(w: World) {
  return { admin: w.admin(), chefe: w.attendant([], { profile: 'supervisor' }), ana: w.attendant(), bia: w.attendant() }
}

describe('ownership', () => {
  test('everybody, admins included, sees general and own messages; the active ones are offered', async () => {
    const { admin, chefe, ana, bia } = people(world())
    await make(admin, { shortcode: 'geral', geral: true })
    await make(ana, { shortcode: 'da ana' })
    await make(ana, { shortcode: 'parada', status: false })
    await make(chefe, { shortcode: 'do chefe' })
    expect(await shortcodes(ana)).toEqual(['da ana', 'geral', 'parada'])
    expect(await shortcodes(bia)).toEqual(['geral'])
    expect(await shortcodes(chefe)).toEqual(['do chefe', 'geral'])
    expect(await shortcodes(admin)).toEqual(['geral'])
    expect(await offered(ana)).toEqual(['da ana', 'geral'])
    expect(await offered(admin)).toEqual(['geral'])
  })

  test('no route finds a colleague’s private message', async () => {
    const w = world()
    const { admin, chefe, ana, bia } = people(w)
    const { id } = await make(ana, { shortcode: 'minha' })
    const ticket = w.ticket({ userId: bia.userId })
    for (const other of [bia, chefe, admin]) {
      const tries = [
        await api(other)({ id }).get(),
        await api(other)({ id }).delete(),
        await other.api.messages.sendQuickMessage({ id }).post({}, { query: { ticketId: String(ticket.id) } }),
      ]
      expect(tries.map(codeOf)).toEqual(Array(3).fill('ERR_NO_QUICK_MESSAGE_FOUND'))
      expect((await other.json(`${path}/${id}`, 'PUT', { message: 'x' })).status).toBe(404)
      expect((await other.request(`${path}/${id}/file`)).status).toBe(404)
    }
    expect((await api(ana)({ id }).get()).data).toMatchObject({ message: 'olá', user: { id: ana.userId } })
  })

  test('a private one is deleted with its author, a general one stays', async () => {
    const w = world()
    const { admin, chefe } = people(w)
    await make(chefe, { shortcode: 'minha' })
    await make(chefe, { shortcode: 'nossa', geral: true })
    const counted = async (who: typeof admin) =>
      ((await (await who.request(`/api/users/${chefe.userId}`)).json()) as UserDetail).privateQuickMessages
    expect([await counted(admin), await counted(chefe)]).toEqual([1, 0])
    await admin.request(`/api/users/${chefe.userId}`, { method: 'DELETE' })
    expect(w.rows('SELECT shortcode FROM quick_messages')).toEqual([{ shortcode: 'nossa' }])
  })

  test('only admins and supervisors create and change general ones', async () => {
    const { admin, chefe, ana } = people(world())
    expect((await make(ana, { shortcode: 'nossa', geral: true })).error).toBe('ERR_NO_PERMISSION')
    const own = await make(ana, { shortcode: 'minha' })
    expect((await ana.json(`${path}/${own.id}`, 'PUT', { geral: true })).status).toBe(403)
    const { id } = await make(chefe, { shortcode: 'nossa', geral: true })
    expect((await ana.json(`${path}/${id}`, 'PUT', { message: 'x' })).status).toBe(403)
    expect(codeOf(await api(ana)({ id }).delete())).toBe('ERR_NO_PERMISSION')
    expect((await admin.json(`${path}/${id}`, 'PUT', { message: 'y' })).status).toBe(200)
    expect(admin.heard(auditRecorded).map(({ entry }) => [entry.kind, entry.act, entry.subjectName])).toEqual([
      ['quickMessage', 'create', 'nossa'],
      ['quickMessage', 'update', 'nossa'],
    ])
  })

  test('screens get events of visible messages, and a deletion for those they may no longer see', async () => {
    const { admin, chefe: ana, bia } = people(world())
    const own = await make(ana, { shortcode: 'minha' })
    expect([admin, ana, bia].map((who) => who.heard(quickMessageCreated).length)).toEqual([0, 1, 0])
    await ana.json(`${path}/${own.id}`, 'PUT', { geral: true })
    expect(bia.heard(quickMessageUpdated)).toMatchObject([{ record: { id: own.id, geral: true } }])
    await admin.json(`${path}/${own.id}`, 'PUT', { geral: false, message: 'segredo' })
    expect(bia.heard(quickMessageUpdated).length).toBe(1)
    expect(bia.heard(quickMessageDeleted)).toEqual([{ id: own.id }])
    expect(ana.heard(quickMessageDeleted)).toEqual([])
    await api(ana)({ id: own.id }).delete()
    expect(ana.heard(quickMessageDeleted)).toEqual([{ id: own.id }])
    expect(bia.heard(quickMessageDeleted).length).toBe(1)
  })
})

describe('shortcodes', () => {
  test('are unique among the messages that a person can use', async () => {
    const { admin, ana, bia } = people(world())
    await make(ana, { shortcode: ' //Preço ' })
    expect(await shortcodes(ana)).toEqual(['Preço'])
    expect((await make(bia, { shortcode: 'preco' })).error).toBeUndefined()
    expect(await make(ana, { shortcode: 'PRECO' })).toMatchObject({
      error: 'ERR_QUICK_MESSAGE_EXISTS',
      details: [{ field: 'shortcode' }],
    })
    expect((await make(admin, { shortcode: 'preço', geral: true })).error).toBe('ERR_QUICK_MESSAGE_EXISTS')
    const { id } = await make(admin, { shortcode: 'frete', geral: true })
    expect((await make(ana, { shortcode: 'Frete' })).error).toBe('ERR_QUICK_MESSAGE_EXISTS')
    expect((await admin.json(`${path}/${id}`, 'PUT', { shortcode: 'FRETE' })).status).toBe(200)
  })

  test('are required, and so is a text or a file', async () => {
    const { ana } = people(world())
    for (const [body, field] of [
      [{ message: 'x' }, 'shortcode'],
      [{ shortcode: ' / ', message: 'x' }, 'shortcode'],
      [{ shortcode: 'a'.repeat(51), message: 'x' }, 'shortcode'],
      [{ shortcode: 'a\u0007b', message: 'x' }, 'shortcode'],
      [{ shortcode: 'a', message: ' ' }, 'message'],
      [{ shortcode: 'a', message: 'x'.repeat(4097) }, 'message'],
      [{ shortcode: 'a', message: 'x', tagId: 99 }, 'tagId'],
    ] as const) {
      const answer = await ana.json(path, 'POST', body)
      expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field }] }])
    }
    expect(await shortcodes(ana)).toEqual([])
  })

  test('are searched and filtered by the server, page by page', async () => {
    const w = world()
    const { admin, ana } = people(w)
    const [tag] = w.rows<{ id: number }>("INSERT INTO tags (name, color) VALUES ('VIP', '#112233') RETURNING id")
    await make(admin, { shortcode: 'ola', message: 'Bom dia, José', geral: true, tagId: tag?.id })
    await make(ana, { shortcode: 'adeus', message: 'até 100%' })
    await make(ana, { shortcode: 'velha', status: false })
    expect(await shortcodes(ana, { searchParam: 'jose' })).toEqual(['ola'])
    expect(await shortcodes(ana, { searchParam: 'ADE' })).toEqual(['adeus'])
    expect(await shortcodes(ana, { searchParam: '0%' })).toEqual(['adeus'])
    expect(await shortcodes(ana, { searchParam: '_' })).toEqual([])
    expect(await shortcodes(ana, { tagId: String(tag?.id) })).toEqual(['ola'])
    expect(await shortcodes(ana, { geral: 'false' })).toEqual(['adeus', 'velha'])
    expect(await shortcodes(ana, { status: 'false' })).toEqual(['velha'])
    expect(await shortcodes(ana, { desc: 'true' })).toEqual(['velha', 'ola', 'adeus'])
    expect(await offered(ana, 'bom dia')).toEqual(['ola'])
    for (let n = 0; n < 40; n++) await make(ana, { shortcode: `m${100 + n}` })
    const first = (await api(ana).get({ query: {} })).data
    expect([first?.records.length, first?.hasMore, first?.count]).toEqual([40, true, 43])
    expect(await shortcodes(ana, { pageNumber: '2' })).toEqual(['m139', 'ola', 'velha'])
    w.rows('DELETE FROM tags RETURNING id')
    expect((await api(ana).get({ query: { searchParam: 'ola' } })).data?.records[0]).toMatchObject({ tag: null })
  })
})

function formOf(fields: Record<string, string>, file?: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', file)
  return form
}
const picture = () => new File([PNG], 'tabela.png', { type: 'image/png' })

describe('sending', () => {
  test('sends a text with variables filled in, as the person’s own message', async () => {
    const w = world()
    const { ana } = people(w)
    const contact = w.contact({ name: 'Maria Alves' })
    const ticket = w.ticket({ userId: ana.userId, contactId: contact.id })
    const { id } = await make(ana, { shortcode: 'ola', message: 'Oi, {{firstName}}!' })
    const query = { ticketId: String(ticket.id) }
    const body = { clientId: 'sent-once-1' }
    const { data } = await ana.api.messages.sendQuickMessage({ id }).post(body, { query })
    expect(data).toMatchObject({ body: 'Oi, Maria!', fromMe: true, mediaType: 'chat', user: { id: ana.userId } })
    expect((await ana.api.messages.sendQuickMessage({ id }).post(body, { query })).data?.id).toBe(data?.id)
    expect(ana.heard(messageCreated).length).toBe(1)
  })

  test('sends a file with or without its text', async () => {
    const w = world()
    const { ana } = people(w)
    const ticket = w.ticket({ userId: ana.userId })
    const fields = { shortcode: 'tabela', message: 'Segue a tabela', status: 'true' }
    const made = await ana.request(path, { method: 'POST', body: formOf(fields, picture()) })
    const { id, ...answered } = (await made.json()) as { id: number } // the answer of its route
    expect(answered).toMatchObject({ isMedia: true, mediaName: 'tabela.png', mediaType: 'image/png' })
    const served = await ana.request(`${path}/${id}/file`)
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(PNG))).toBe(true)
    const send = async () =>
      (await ana.api.messages.sendQuickMessage({ id }).post({}, { query: { ticketId: String(ticket.id) } })).data
    expect(await send()).toMatchObject({ mediaType: 'image', body: 'Segue a tabela', media: { name: 'tabela.png' } })
    await ana.request(`${path}/${id}`, { method: 'PUT', body: formOf({ sendOnlyMedia: 'true' }) })
    expect(await send()).toMatchObject({ mediaType: 'image', body: '' })
    await ana.json(`${path}/${id}`, 'PUT', { removeMedia: true })
    expect(await send()).toMatchObject({ mediaType: 'chat', body: 'Segue a tabela' })
    expect((await ana.request(`${path}/${id}/file`)).status).toBe(404)
  })

  test('refuses to remove the last of text and file, and validates fields before storing a file', async () => {
    const w = world()
    const { ana } = people(w)
    const made = await ana.request(path, { method: 'POST', body: formOf({ shortcode: 'foto' }, picture()) })
    const { id } = (await made.json()) as { id: number } // the answer of its route
    expect((await ana.json(`${path}/${id}`, 'PUT', { removeMedia: true })).status).toBe(400)
    const wrong = await ana.request(path, { method: 'POST', body: formOf({ shortcode: '', message: 'x' }, picture()) })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { details: [{ field: 'shortcode' }] }])
  })

  test('refuses tickets the person may not write in, and inactive messages', async () => {
    const w = world()
    const { ana, bia } = people(w)
    const { id } = await make(ana, { shortcode: 'ola' })
    const to = (ticketId: number) =>
      ana.api.messages
        .sendQuickMessage({ id })
        .post({}, { query: { ticketId: String(ticketId) } })
        .then(codeOf)
    expect(await to(w.ticket({ userId: bia.userId }).id)).toBe('ERR_NO_PERMISSION')
    expect(await to(w.ticket().id)).toBe('ERR_TICKET_NOT_OPEN')
    expect(codeOf(await ana.api.messages.sendQuickMessage({ id }).post({}, { query: {} }))).toBe('ERR_NO_TICKET_FOUND')
    await ana.json(`${path}/${id}`, 'PUT', { status: false })
    expect(await to(w.ticket({ userId: ana.userId }).id)).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  })
})
