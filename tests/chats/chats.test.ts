/** The internal chat: members' actions, and that nobody else sees them. */
import { describe, expect, test } from 'bun:test'
import {
  type ChatMessage,
  chatDeleted,
  chatMessageChanged,
  chatMessageCreated,
  chatRead,
  chatTyping,
  chatUpdated,
} from '../../src/features/chats/contract'
import { codeOf } from '../support/code-of'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { PNG } from '../support/pixel'
import { givePlan } from '../support/plans'
import { world } from '../support/world'

function team() {
  const w = world()
  const [boss, ana, beto, other] = [
    w.attendant([], { profile: 'admin', name: 'Chefe' }),
    w.attendant([SALES], { name: 'Ana' }),
    w.attendant([SUPPORT], { name: 'Beto' }),
    w.attendant([], { profile: 'admin', name: 'Outro chefe' }),
  ]
  const create = async (title: string, ...members: Attendant[]) => {
    const made = await boss.api.chats.post({ title, users: members.map(({ userId }) => userId) })
    return made.data ?? expect.unreachable(codeOf(made))
  }
  return { w, boss, ana, beto, other, create }
}

const chatOf = (who: Attendant, id: number) => who.api.chats({ id })
const say = async (who: Attendant, id: number, message: string) =>
  (await who.json(`/api/chats/${id}/messages`, 'POST', { message })).json() as Promise<{ id: number }>
const unreadsOf = async (who: Attendant, id: number) =>
  (await chatOf(who, id).get()).data?.users.map(({ userId, unreads, lastReadId }) => ({ userId, unreads, lastReadId }))
const textsOf = async (who: Attendant, id: number, query = {}) =>
  (await chatOf(who, id).messages.get({ query })).data?.messages.map(({ message }) => message)

function formOf(fields: Readonly<Record<string, string>>, file: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}

describe('a chat', () => {
  test('is created by an admin, and listed and announced to its members', async () => {
    const { boss, ana, beto, create } = team()
    const chat = await create('Entregas', ana, beto)
    expect(chat).toMatchObject({ title: 'Entregas', ownerId: boss.userId, lastMessage: '', last: null })
    expect(chat.users.map(({ user }) => user.name)).toEqual(['Chefe', 'Ana', 'Beto'])
    for (const who of [boss, ana, beto]) {
      expect(who.heard(chatUpdated).map(({ chat: { id } }) => id)).toEqual([chat.id])
      expect((await who.api.chats.get({ query: {} })).data?.records).toEqual([chat])
      expect((await who.api.chats.list.get()).data).toEqual([chat])
    }
    expect(codeOf(await ana.api.chats.post({ title: 'Nosso', users: [beto.userId] }))).toBe('ERR_NO_PERMISSION')
  })

  test('without a title, an existing chat with the same colleague is reopened', async () => {
    const { ana, beto, create } = team()
    const direct = await create('', ana)
    expect((await create('', ana)).id).toBe(direct.id)
    const others = [await create('', beto), await create('', ana, beto), await create('Ana', ana)]
    expect(new Set([direct, ...others].map(({ id }) => id)).size).toBe(4)
    expect((await create('', ana)).id).toBe(direct.id)
  })

  test('between two is opened by everybody, once for the pair, even if both ask at once', async () => {
    const { w, boss, ana, beto, other, create } = team()
    const open = (who: Attendant, { userId }: Attendant) => who.api.chats.direct.post({ userId })
    const both = await Promise.all([open(ana, beto), open(beto, ana), open(ana, beto)])
    const [{ data }] = both
    expect(new Set(both.map((one) => one.data?.id)).size).toBe(1)
    expect(data?.users.map(({ user }) => user.name).toSorted()).toEqual(['Ana', 'Beto'])
    for (const who of [ana, beto]) expect(who.heard(chatUpdated)).toHaveLength(1)
    expect(other.heard(chatUpdated)).toEqual([])
    expect((await chatOf(other, data?.id ?? 0).get()).status).toBe(404)

    // An admin's chat with the same single colleague is that talk; groups are none.
    const direct = await create('', ana)
    expect((await open(ana, boss)).data?.id).toBe(direct.id)
    const group = await create('Ana e eu', ana)
    expect((await open(ana, boss)).data?.id).not.toBe(group.id)

    // It becomes no group by the way.
    const pair = chatOf(ana, data?.id ?? 0)
    for (const change of [{ users: [beto.userId, boss.userId] }, { title: 'Nosso' }])
      expect(codeOf(await pair.put(change))).toBe('ERR_NO_PERMISSION')
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', beto.userId)
    for (const userId of [ana.userId, 99_999])
      expect(codeOf(await ana.api.chats.direct.post({ userId }))).toBe('ERR_INVALID_INPUT')
  })

  test('needs a colleague who can sign in', async () => {
    const { w, boss, ana } = team()
    const tried = async (users: number[]) => codeOf(await boss.api.chats.post({ users }))
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', ana.userId)
    for (const users of [[], [boss.userId], [ana.userId], [99_999]])
      expect(await tried(users)).toBe('ERR_INVALID_INPUT')
  })

  test('is missing for everybody else, including other admins', async () => {
    const { w, boss, ana, other, create } = team()
    const { id } = await create('Segredo', ana)
    await say(ana, id, 'ninguém mais lê isto')
    const sent = await boss.request(`/api/chats/${id}/messages`, {
      method: 'POST',
      body: formOf({ message: 'foto' }, new File([PNG], 'foto.png')),
    })
    const { id: file } = (await sent.json()) as { id: number }
    other.forget()
    const at = `/api/chats/${id}`
    const asked: [string, string, object?][] = [
      ['GET', at],
      ['PUT', at, { title: 'meu' }],
      ['DELETE', at],
      ['POST', `${at}/leave`],
      ['GET', `${at}/messages`],
      ['POST', `${at}/messages`, { message: 'oi' }],
      ['GET', `${at}/files/${file}`],
      ['POST', `${at}/read`, {}],
      ['POST', `${at}/typing`],
      ['PUT', `${at}/messages/${file}/reaction`, { reaction: '👍' }],
    ]
    for (const [method, path, body] of asked) {
      const answer = body ? await other.json(path, method as 'POST', body) : await other.request(path, { method })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    expect((await ana.request(`${at}/files/${file}`)).status).toBe(200)
    expect((await other.api.chats.list.get()).data).toEqual([])
    expect((await other.api.chats.search.get({ query: { searchParam: 'ninguém' } })).data?.messages).toEqual([])
    await say(boss, id, 'e isto')
    await chatOf(ana, id).typing.post()
    await chatOf(ana, id).read.post({})
    await chatOf(boss, id).put({ title: 'Outro' })
    expect(other.frames).toEqual([])
    expect(JSON.stringify(w.rows('SELECT * FROM audit_log'))).not.toContain('Segredo')
  })

  test('can be changed and deleted only by its owner', async () => {
    const { boss, ana, beto, create } = team()
    const { id } = await create('Entregas', ana)
    await say(ana, id, 'oi')
    for (const refused of [await chatOf(ana, id).put({ title: 'x' }), await chatOf(ana, id).delete()])
      expect(codeOf(refused)).toBe('ERR_NO_PERMISSION')
    const { data } = await chatOf(boss, id).put({ title: 'Rotas', users: [beto.userId] })
    expect(data).toMatchObject({ title: 'Rotas', ownerId: boss.userId })
    expect(data?.users.map(({ userId }) => userId)).toEqual([boss.userId, beto.userId])
    expect(ana.heard(chatDeleted)).toEqual([{ chatId: id }])
    expect((await chatOf(ana, id).get()).status).toBe(404)
    expect(await textsOf(beto, id)).toEqual(['oi'])
    expect((await unreadsOf(beto, id))?.find(({ userId }) => userId === beto.userId)?.unreads).toBe(0)
    expect((await chatOf(boss, id).delete()).status).toBe(200)
    expect(beto.heard(chatDeleted)).toEqual([{ chatId: id }])
    expect((await chatOf(boss, id).get()).status).toBe(404)
  })

  test('is deleted with thousands of messages', async () => {
    const { w, boss, ana, create } = team()
    const { id } = await create('Antigo', ana)
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO chat_messages (chat_id, sender_id, body, created_at) SELECT ?, ?, 'x', 0 FROM n RETURNING id`,
      ...[id, ana.userId],
    )
    expect((await chatOf(boss, id).delete()).status).toBe(200)
    expect(w.rows('SELECT 1 FROM chat_messages UNION ALL SELECT 1 FROM chat_members')).toEqual([])
  })

  test('passes to the next member when its owner leaves, and is deleted with the last one', async () => {
    const { w, boss, ana, beto, create } = team()
    const { id } = await create('Entregas', beto, ana)
    await say(ana, id, 'oi')
    expect((await chatOf(boss, id).leave.post()).status).toBe(200)
    expect(boss.heard(chatDeleted)).toEqual([{ chatId: id }])
    expect(ana.heard(chatUpdated).at(-1)?.chat).toMatchObject({ id, ownerId: beto.userId })
    expect((await chatOf(beto, id).put({ title: 'Meu' })).status).toBe(200)
    await chatOf(beto, id).leave.post()
    await chatOf(ana, id).leave.post()
    expect(w.rows('SELECT id FROM chats UNION ALL SELECT id FROM chat_messages')).toEqual([])
  })

  test('is left by deleted users', async () => {
    const { boss, ana, other, create } = team()
    const { id } = await create('Entregas', ana)
    await say(boss, id, 'até logo')
    expect((await other.api.users({ id: boss.userId }).delete()).status).toBe(200)
    const { data } = await chatOf(ana, id).get()
    expect(data).toMatchObject({ ownerId: ana.userId, users: [{ userId: ana.userId }] })
    expect(data?.last?.sender.name).toBe('Chefe')
  })
})

describe('a message', () => {
  test('reaches the members, counts as unread for the others, and can be marked as read', async () => {
    const { boss, ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const first = await say(ana, id, '  bom dia  ')
    const second = await say(ana, id, 'tudo pronto?')
    expect(beto.heard(chatMessageCreated).map(({ newMessage: { message } }) => message)).toEqual([
      'bom dia',
      'tudo pronto?',
    ])
    const [bossRow, anaRow] = [
      { userId: boss.userId, unreads: 2, lastReadId: 0 },
      { userId: ana.userId, unreads: 0, lastReadId: second.id },
    ]
    expect(await unreadsOf(ana, id)).toEqual([bossRow, anaRow, { userId: beto.userId, unreads: 2, lastReadId: 0 }])
    await chatOf(beto, id).read.post({ messageId: first.id })
    expect(ana.heard(chatRead)).toEqual([{ chatId: id, userId: beto.userId, unreads: 1, lastReadId: first.id }])
    await chatOf(beto, id).read.post({})
    await chatOf(beto, id).read.post({ messageId: first.id })
    expect(ana.heard(chatRead).slice(1)).toEqual([
      { chatId: id, userId: beto.userId, unreads: 0, lastReadId: second.id },
    ])
    await chatOf(beto, id).typing.post()
    expect(boss.heard(chatTyping)).toEqual([{ chatId: id, userId: beto.userId }])
    expect((await chatOf(ana, id).get()).data).toMatchObject({ lastMessage: 'tudo pronto?', last: { id: second.id } })
  })

  test('repeated under the same id is stored once, also with a file', async () => {
    const { ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const again = { message: 'uma vez', clientId: 'cliente-1' }
    for (let n = 0; n < 2; n++) await ana.json(`/api/chats/${id}/messages`, 'POST', again)
    for (let n = 0; n < 2; n++)
      await ana.request(`/api/chats/${id}/messages`, {
        method: 'POST',
        body: formOf({ clientId: 'cliente-2' }, new File(['a;b'], 'rota.csv')),
      })
    await beto.json(`/api/chats/${id}/messages`, 'POST', { ...again, message: 'minha' })
    expect(await textsOf(ana, id)).toEqual(['uma vez', '', 'minha'])
    expect((await chatOf(ana, id).get()).data?.lastMessage).toBe('minha')
  })

  test('is refused if it is blank or too long', async () => {
    const { ana, create } = team()
    const { id } = await create('Entregas', ana)
    const tried = async (body: object) => {
      const answer = await ana.json(`/api/chats/${id}/messages`, 'POST', body)
      return ((await answer.json()) as { error: string }).error
    }
    expect(await tried({})).toBe('ERR_MESSAGE_EMPTY')
    expect(await tried({ message: ' \n ' })).toBe('ERR_MESSAGE_EMPTY')
    expect(await tried({ message: 'x'.repeat(4097) })).toBe('ERR_INVALID_INPUT')
  })

  test('carries one file, served to members with its type', async () => {
    const { ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const send = async (form: FormData) => ana.request(`/api/chats/${id}/messages`, { method: 'POST', body: form })
    const sent = (await (await send(formOf({ message: 'olha' }, new File([PNG], 'foto.png')))).json()) as {
      id: number
      mediaUrl: string
    }
    expect(sent).toMatchObject({ mediaType: 'image', message: 'olha', media: { name: 'foto.png', state: 'ready' } })
    const file = await beto.request(sent.mediaUrl)
    expect([file.headers.get('content-type'), (await file.bytes()).length]).toEqual(['image/png', PNG.length])
    await say(ana, id, 'e um texto')
    expect(await textsOf(beto, id, { files: 'true' })).toEqual(['olha'])
    const two = formOf({}, new File(['a'], 'a.txt'))
    two.append('file', new File(['b'], 'b.txt'))
    expect((await send(two)).status).toBe(400)
  })

  test('shares a ticket visible to its sender', async () => {
    const { w, ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const ticket = w.ticket({ queueId: SALES })
    const share = async (who: Attendant) => who.json(`/api/chats/${id}/messages`, 'POST', { ticketId: ticket.id })
    expect((await (await share(ana)).json()) as object).toMatchObject({ ticketId: ticket.id, message: '' })
    expect((await share(beto)).status).toBe(404)
    expect((await beto.request(`/api/tickets/${ticket.id}`)).status).toBe(404)
  })

  test('is edited by its sender, for every member and the search', async () => {
    const { boss, ana, beto, other, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const { id: messageId } = await say(ana, id, 'sai às 9h')
    const edit = (who: Attendant, message: string) => chatOf(who, id).messages({ messageId }).put({ message })
    const edited = await edit(ana, ' sai às 10h ')
    expect(edited.data).toMatchObject({ message: 'sai às 10h', revision: 1, isDeleted: false })
    for (const who of [boss, ana, beto])
      expect(who.heard(chatMessageChanged).map(({ message }) => message.message)).toEqual(['sai às 10h'])
    expect(other.heard(chatMessageChanged)).toEqual([])
    expect((await chatOf(beto, id).get()).data?.lastMessage).toBe('sai às 10h')
    const found = async (searchParam: string) =>
      (await beto.api.chats.search.get({ query: { searchParam } })).data?.messages.length
    expect([await found('às 9h'), await found('às 10h')]).toEqual([0, 1])

    // Nothing changes, so nobody hears of it.
    expect((await edit(ana, 'sai às 10h')).data?.revision).toBe(1)
    expect(beto.heard(chatMessageChanged)).toHaveLength(1)
    expect(codeOf(await edit(ana, ' '))).toBe('ERR_MESSAGE_EMPTY')
    expect(codeOf(await edit(boss, 'do dono'))).toBe('ERR_NO_PERMISSION')
    expect(codeOf(await edit(other, 'de fora'))).toBe('ERR_NO_CHAT_FOUND')
    const elsewhere = await create('Outro', ana)
    const wrong = chatOf(ana, elsewhere.id).messages({ messageId })
    expect(codeOf(await wrong.put({ message: 'x' }))).toBe('ERR_NO_MESSAGE_FOUND')
  })

  test('is deleted by its sender with its file, and keeps its place', async () => {
    const { w, boss, ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const sent = await ana.request(`/api/chats/${id}/messages`, {
      method: 'POST',
      body: formOf({ message: 'rota errada' }, new File([PNG], 'foto.png')),
    })
    const { id: messageId, mediaUrl } = (await sent.json()) as ChatMessage
    const remove = async (who: Attendant) => chatOf(who, id).messages({ messageId }).delete()
    expect(codeOf(await remove(boss))).toBe('ERR_NO_PERMISSION')
    expect((await remove(ana)).data).toMatchObject({ message: '', media: null, isDeleted: true, mediaType: 'chat' })
    expect(beto.heard(chatMessageChanged)).toMatchObject([{ message: { id: messageId, isDeleted: true } }])
    expect((await beto.request(mediaUrl ?? '')).status).toBe(404)
    expect(await textsOf(beto, id)).toEqual([''])
    expect(await textsOf(beto, id, { files: 'true' })).toEqual([])
    expect((await chatOf(beto, id).get()).data).toMatchObject({ lastMessage: '', last: { isDeleted: true } })
    expect((await beto.api.chats.search.get({ query: { searchParam: 'rota' } })).data?.messages).toEqual([])
    expect(w.rows('SELECT count(*) AS left FROM chat_messages WHERE media IS NOT NULL')).toEqual([{ left: 0 }])
    expect(codeOf(await remove(ana))).toBe('ERR_NO_MESSAGE_FOUND')
    expect(codeOf(await chatOf(ana, id).messages({ messageId }).put({ message: 'x' }))).toBe('ERR_NO_MESSAGE_FOUND')
  })

  test('answers another message of the same chat, which it shows as it is now', async () => {
    const { boss, ana, beto, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const { id: elsewhere } = await create('Outro', ana)
    const { id: question } = await say(ana, id, 'sai às 9h?')
    const { id: foreign } = await say(ana, elsewhere, 'segredo')
    const answer = (quotedId: number) => beto.json(`/api/chats/${id}/messages`, 'POST', { message: 'sai', quotedId })
    const sent = (await (await answer(question)).json()) as ChatMessage
    expect(sent.quoted).toMatchObject({
      id: question,
      message: 'sai às 9h?',
      sender: { name: 'Ana' },
      isDeleted: false,
    })
    expect(boss.heard(chatMessageCreated).at(-1)?.newMessage.quoted?.id).toBe(question)
    expect((await answer(foreign)).status).toBe(404)
    const quoted = async () => (await chatOf(beto, id).messages.get({ query: {} })).data?.messages.at(-1)?.quoted
    await chatOf(ana, id).messages({ messageId: question }).put({ message: 'sai às 10h?' })
    expect((await quoted())?.message).toBe('sai às 10h?')
    await chatOf(ana, id).messages({ messageId: question }).delete()
    expect(await quoted()).toMatchObject({ message: '', isDeleted: true })
    const file = await beto.request(`/api/chats/${id}/messages`, {
      method: 'POST',
      body: formOf({ message: 'foto', quotedId: String(sent.id) }, new File([PNG], 'foto.png')),
    })
    expect(((await file.json()) as ChatMessage).quoted?.id).toBe(sent.id)
  })

  test('has one reaction of each member, for all of them', async () => {
    const { boss, ana, beto, other, create } = team()
    const { id } = await create('Entregas', ana, beto)
    const { id: messageId } = await say(ana, id, 'chegou')
    const react = (who: Attendant, reaction: string) =>
      chatOf(who, id).messages({ messageId }).reaction.put({ reaction })
    await react(ana, '🎉')
    await react(beto, '👍')
    const { data } = await react(beto, '🎉')
    const both = [ana, beto].map(({ userId }, at) => ({ userId, name: ['Ana', 'Beto'][at] ?? '', emoji: '🎉' }))
    expect(data?.reactions).toEqual(both)
    // Not an edit, though a newer state.
    expect([data?.isEdited, data?.revision]).toEqual([false, 3])
    expect(boss.heard(chatMessageChanged).at(-1)?.message.reactions).toEqual(both)
    expect(other.heard(chatMessageChanged)).toEqual([])
    // The same again changes nothing; none removes it.
    expect((await react(beto, '🎉')).data?.revision).toBe(3)
    expect((await react(beto, '')).data?.reactions).toEqual(both.slice(0, 1))
    for (const wrong of ['sim', '🎉🎉', 'x'.repeat(70)])
      expect(codeOf(await react(beto, wrong))).toBe('ERR_INVALID_INPUT')
    expect(codeOf(await react(other, '👍'))).toBe('ERR_NO_CHAT_FOUND')
    expect((await chatOf(ana, id).messages({ messageId }).delete()).data?.reactions).toEqual([])
    expect(codeOf(await react(beto, '👍'))).toBe('ERR_NO_MESSAGE_FOUND')
  })

  test('is listed in pages from the end, and found by search', async () => {
    const { ana, beto, create } = team()
    const { id } = await create('Entregas', ana)
    const { id: foreign } = await create('Sem Ana', beto)
    for (let n = 1; n <= 45; n++) await say(ana, id, `recado ${n}`)
    await say(beto, foreign, 'recado de outro chat')
    const { data } = await chatOf(ana, id).messages.get({ query: {} })
    expect([data?.messages.length, data?.hasMore, data?.messages[0]?.message]).toEqual([40, true, 'recado 6'])
    const before = String(data?.messages[0]?.id)
    expect(await textsOf(ana, id, { before })).toEqual([1, 2, 3, 4, 5].map((n) => `recado ${n}`))
    expect(await textsOf(ana, id, { pageNumber: '2' })).toEqual([1, 2, 3, 4, 5].map((n) => `recado ${n}`))
    const found = async (searchParam: string) =>
      (await ana.api.chats.search.get({ query: { searchParam } })).data?.messages.map(({ message }) => message)
    expect(await found('RÉCADO 45')).toEqual(['recado 45'])
    expect(await found('outro')).toEqual([])
    expect(await found('re')).toEqual([])
    const named = await ana.api.chats.get({ query: { searchParam: 'entreg' } })
    expect(named.data).toMatchObject({ count: 1, records: [{ id }] })
  })
})

test('a company whose plan has no internal chat is refused', async () => {
  const { w, boss, ana, create } = team()
  const { id } = await create('Entregas', ana)
  givePlan(w.server.databases.writableControl(), w.tenant.id, ['useSchedules'])
  expect(codeOf(await boss.api.chats.list.get())).toBe('ERR_PLAN_FEATURE')
  expect(codeOf(await chatOf(ana, id).messages.get({ query: {} }))).toBe('ERR_PLAN_FEATURE')
})
