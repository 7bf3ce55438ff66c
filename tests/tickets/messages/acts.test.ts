/** Edited, deleted, reacted to: by the contact, by us, told late, told twice, refused. */
import { describe, expect, test } from 'bun:test'
import { findUserOrFail } from '../../../src/access/people'
import type { Address, SendResult } from '../../../src/channels/channel'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { type Message, messageAcked, messageUpdated } from '../../../src/tickets/messages/contract'
import { findSent } from '../../../src/tickets/messages/send'
import { forgetWaiting } from '../../../src/tickets/messages/waiting'
import { type Attendant, SALES, SUPPORT } from '../../support/company-world'
import { announcedFile, group, lid, phone } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { type World, world } from '../../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

const pageOf = async (who: Attendant, ticketId = 1): Promise<readonly Message[]> =>
  (await who.api.messages({ id: ticketId }).get({ query: {} })).data?.messages ?? []
const lastOf = async (who: Attendant) => (await who.api.tickets({ id: 1 }).get()).data?.last

/** What a phone gets that could not read what went out under this id. */
const saidAgain = (w: World, externalId: string | undefined, chat: readonly Address[] = [phone(MARIA)]) =>
  findSent(w.cx, 1, { externalId: externalId ?? '', chat }, (file) => file)

/** Maria wrote, Ana has the ticket; an event is what a fresh page would say. */
async function talking(w: World = world()) {
  const ana = w.attendant([], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const first = maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  ana.forget()
  const say = async (body: string) =>
    ((await (await ana.json('/api/messages/1', 'POST', { body })).json()) as { id: number }).id
  const sent = async (body: string) => {
    const id = await say(body)
    await idle(w)
    return id
  }
  const edit = (id: number, body: string) => ana.json(`/api/messages/edit/${id}?ticketId=1`, 'POST', { body })
  const remove = (id: number, who: Attendant = ana) => who.request(`/api/messages/${id}`, { method: 'DELETE' })
  const react = (messageId: number, reaction: string) =>
    ana.json('/api/messages/reactMessage', 'POST', { messageId, ticketId: 1, reaction })
  const shown = async (id: number) => {
    const message = (await pageOf(ana)).find((one) => one.id === id)
    const told = ana.heard(messageUpdated).findLast(({ message }) => message.id === id)
    if (told && message) expect({ ...told.message, ack: message.ack, failure: message.failure }).toEqual(message)
    return message
  }
  return { w, ana, maria, first, say, sent, edit, remove, react, shown }
}
const idle = (w: World) => until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
const refusal = async (answer: Response) => ((await answer.json()) as { error?: string }).error

describe('the contact', () => {
  test('edits: the new words, the old ones kept with their times, and the row of the list follows', async () => {
    const { w, ana, maria, first, shown } = await talking()
    w.clock.forward(MINUTE)
    maria.edits(first, 'oi, tudo bem?')
    w.clock.forward(MINUTE)
    maria.edits(first, 'olá')
    const message = await shown(1)
    expect(message).toMatchObject({ body: 'olá', isEdited: true })
    expect(message?.oldMessages).toEqual([
      { body: 'oi', at: '2026-03-02T12:00:00.000Z' },
      { body: 'oi, tudo bem?', at: '2026-03-02T12:01:00.000Z' },
    ])
    expect(ana.heard(ticketUpdated).at(-1)?.ticket).toMatchObject({ lastMessage: 'olá' })
    expect(await lastOf(ana)).toMatchObject({ body: 'olá', isDeleted: false })
  })

  test('an edit told twice is one, and one told late does not undo a later one', async () => {
    const { w, ana, maria, first, shown } = await talking()
    maria.edits(first, 'dois', { externalId: 'E2', at: w.clock.now() + 2 * SECOND })
    maria.edits(first, 'um', { externalId: 'E1', at: w.clock.now() + SECOND })
    const told = ana.heard(messageUpdated).length
    maria.edits(first, 'dois', { externalId: 'E2', at: w.clock.now() + 2 * SECOND })
    expect(ana.heard(messageUpdated)).toHaveLength(told)
    const message = await shown(1)
    expect(message?.body).toBe('dois')
    expect(message?.oldMessages.map(({ body }) => body)).toEqual(['oi', 'um'])
  })

  test('deletes: that it was deleted is seen, not what it said', async () => {
    const { ana, maria, first, shown } = await talking()
    maria.edits(first, 'segredo')
    maria.deletes(first)
    expect(await shown(1)).toMatchObject({ isDeleted: true, body: '', oldMessages: [], media: null })
    expect(await lastOf(ana)).toMatchObject({ body: '', isDeleted: true })
    expect(ana.heard(ticketUpdated).at(-1)?.ticket.lastMessage).toBe('')
  })

  test('reacts, changes it, takes it back; one told late does not return', async () => {
    const { w, maria, first, shown } = await talking()
    const at = w.clock.now()
    maria.reacts(first, '👍', { at })
    expect((await shown(1))?.reactions).toEqual([{ emoji: '👍', fromMe: false, author: 'Maria' }])
    maria.reacts(first, '❤️', { at: at + 2 })
    maria.reacts(first, '😮', { at: at + 1 })
    expect((await shown(1))?.reactions.map(({ emoji }) => emoji)).toEqual(['❤️'])
    maria.reacts(first, null, { at: at + 4 })
    maria.reacts(first, '👍', { at: at + 3 })
    expect((await shown(1))?.reactions).toEqual([])
  })

  test('does not become unread or older by it', async () => {
    const { w, maria, first } = await talking()
    const before = w.ticketNow(1)
    maria.reacts(first, '👍')
    maria.edits(first, 'olá')
    expect(w.ticketNow(1)).toEqual({ ...before, lastMessage: 'olá' })
  })

  test('what was done to a message that comes later is done when it comes', async () => {
    const { maria, ana } = await talking()
    maria.edits({ externalId: 'LATE' }, 'corrigida')
    maria.reacts({ externalId: 'LATE' }, '👍')
    maria.says('errada', { externalId: 'LATE' })
    expect((await pageOf(ana)).at(-1)).toMatchObject({ body: 'corrigida', reactions: [{ emoji: '👍' }] })
    expect(await lastOf(ana)).toMatchObject({ body: 'corrigida' })
  })

  test('an edit of what could not be deciphered waits for its content', async () => {
    const { maria, ana } = await talking()
    maria.says('', { externalId: 'GAP', kind: 'unsupported', placeholder: true })
    maria.edits({ externalId: 'GAP' }, 'segunda')
    maria.says('primeira', { externalId: 'GAP' })
    const message = (await pageOf(ana)).at(-1)
    expect(message).toMatchObject({ body: 'segunda', failure: null })
    expect(message?.oldMessages.map(({ body }) => body)).toEqual(['primeira'])
  })

  test('what waits for a message that never comes is forgotten after a month; of groups that are ignored nothing is kept', async () => {
    const { w, maria } = await talking()
    const waiting = () => w.rows<{ target: string }>('SELECT target FROM waiting_acts').map(({ target }) => target)
    maria.reacts({ externalId: 'A' }, '👍')
    writeSetting(w.db, 'CheckMsgIsGroup', 'enabled')
    maria.reacts({ externalId: 'G' }, '👍', { isGroup: true, chat: [group('1')] })
    expect(waiting()).toEqual(['A'])
    w.clock.forward(31 * DAY)
    maria.reacts({ externalId: 'B' }, '👍')
    forgetWaiting(w.cx)
    expect(waiting()).toEqual(['B'])
  })

  test('nobody touches what is not theirs: not ours, not another conversation’s', async () => {
    const { w, maria, first, sent, shown } = await talking()
    const ours = await sent('nossa')
    const target = w.rows<{ externalId: string }>(
      'SELECT external_id AS externalId FROM messages WHERE id = ?',
      ours,
    )[0]
    if (!target) throw new Error('no message')
    const joao = w.whatsapp.person(JOAO)
    joao.says('oi')
    maria.edits(target, 'forjada')
    maria.deletes(target)
    joao.edits(first, 'forjada')
    joao.deletes(first)
    joao.reacts(first, '💣')
    expect(await shown(ours)).toMatchObject({ body: 'nossa', isDeleted: false, revision: 0 })
    expect(await shown(1)).toMatchObject({ body: 'oi', isDeleted: false, reactions: [] })
  })

  test('the company’s own phone may change what is ours', async () => {
    const { w, maria, sent, shown } = await talking()
    const ours = await sent('nossa')
    const target = w.rows<{ externalId: string }>(
      'SELECT external_id AS externalId FROM messages WHERE id = ?',
      ours,
    )[0]
    if (!target) throw new Error('no message')
    maria.edits(target, 'nossa, corrigida', { fromMe: true })
    maria.reacts(target, '👍', { fromMe: true })
    expect(await shown(ours)).toMatchObject({
      body: 'nossa, corrigida',
      reactions: [{ emoji: '👍', fromMe: true, author: null }],
    })
  })
})

describe('in a group', () => {
  const withGroups = () => {
    const w = world()
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    return w
  }
  const chat = [group('1203-5')]
  const member = (name: string, ...addresses: ReturnType<typeof phone>[]) => ({ name, addresses })
  const mariaIs = member('Maria', lid('42'), phone(MARIA))
  const joaoIs = member('João', phone(JOAO))

  test('only who wrote it changes it, by either address; an admin deletes it', async () => {
    const w = withGroups()
    const ana = w.attendant()
    const at = { chat, isGroup: true }
    const first = w.whatsapp.person(MARIA).says('oi', { ...at, author: mariaIs })
    const someone = w.whatsapp.person(MARIA)
    someone.edits(first, 'forjada', { ...at, author: joaoIs })
    someone.deletes(first, { ...at, author: joaoIs })
    expect((await pageOf(ana))[0]).toMatchObject({ body: 'oi', isDeleted: false })
    someone.edits(first, 'olá', { ...at, author: member('Maria', phone(MARIA)) })
    expect((await pageOf(ana))[0]).toMatchObject({ body: 'olá' })
    w.telephones.act(
      w.refOf(1),
      w.telephones.actOf({ do: 'revoke', byAdmin: true, target: first.externalId }, { ...at, author: joaoIs }),
    )
    expect((await pageOf(ana))[0]).toMatchObject({ isDeleted: true })
  })

  test('each member has one reaction, whichever address it comes from', async () => {
    const w = withGroups()
    const ana = w.attendant()
    const at = { chat, isGroup: true }
    const someone = w.whatsapp.person(MARIA)
    const first = someone.says('oi', { ...at, author: mariaIs })
    someone.reacts(first, '👍', { ...at, author: mariaIs, at: 1 })
    someone.reacts(first, '❤️', { ...at, author: joaoIs, at: 2 })
    someone.reacts(first, '🎉', { ...at, author: member('Maria', phone(MARIA), lid('42')), at: 3 })
    expect((await pageOf(ana))[0]?.reactions).toEqual([
      { emoji: '❤️', fromMe: false, author: 'João' },
      { emoji: '🎉', fromMe: false, author: 'Maria' },
    ])
  })

  test('our reaction names who wrote the message', async () => {
    const w = withGroups()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi', { chat, isGroup: true, author: mariaIs })
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/reactMessage', 'POST', { messageId: 1, ticketId: 1, reaction: '👍' })
    await idle(w)
    expect(w.telephones.acts).toMatchObject([
      { to: group('1203-5'), target: { fromMe: false, author: lid('42') }, do: 'react', emoji: '👍' },
    ])
  })
})

describe('what a deleted message said', () => {
  const ask = (who: Attendant, id: number) => who.request(`/api/messages/deleted/${id}`)

  test('is told to admins who ask, with its history, and to nobody else', async () => {
    const { w, ana, maria, first } = await talking()
    const [chefe, supervisor] = [w.admin(), w.attendant([], { profile: 'supervisor' })]
    maria.edits(first, 'segredo')
    expect((await ask(chefe, 1)).status).toBe(404)
    maria.deletes(first)
    expect(await (await ask(chefe, 1)).json()).toMatchObject({
      id: 1,
      body: 'segredo',
      oldMessages: [{ body: 'oi' }],
    })
    for (const who of [ana, supervisor]) expect(await refusal(await ask(who, 1))).toBe('ERR_NO_PERMISSION')
  })

  test('is in no event and on no page, not even an admin’s, nor in what quotes it', async () => {
    const { w, ana, maria } = await talking()
    const chefe = w.admin()
    const told = maria.says('xyzzy')
    maria.says('a resposta', { quotedExternalId: told.externalId })
    for (const who of [ana, chefe]) who.forget()
    maria.deletes(told)
    maria.reacts({ externalId: told.externalId }, '👍')
    for (const who of [ana, chefe]) {
      expect(JSON.stringify(who.frames)).not.toContain('xyzzy')
      const page = await pageOf(who)
      expect(JSON.stringify(page)).not.toContain('xyzzy')
      expect(page.at(-1)?.quotedMsg).toMatchObject({ body: '', isDeleted: true })
    }
    expect(JSON.stringify((await ana.api.tickets.get({ query: { status: 'open' } })).data)).not.toContain('xyzzy')
  })

  test('cannot be quoted, and its file is for admins', async () => {
    const { w, ana, maria } = await talking()
    w.telephones.keepFile('foto', Uint8Array.from([1, 2, 3]))
    const picture = maria.says('', { kind: 'image', media: announcedFile('foto') })
    await until(() => w.rows('SELECT 1 FROM messages WHERE media LIKE \'%"ready"%\'').length === 1)
    expect((await ana.request('/api/media/2')).status).toBe(200)
    maria.deletes(picture)
    expect((await ana.request('/api/media/2')).status).toBe(404)
    expect((await w.admin().request('/api/media/2')).status).toBe(200)
    const quoting = await ana.json('/api/messages/1', 'POST', { body: 'isto', quotedMsg: { id: 2 } })
    expect(await refusal(quoting)).toBe('ERR_NO_MESSAGE_FOUND')
  })
})

describe('we edit', () => {
  test('shown at once with the tick of an edit under way, then with its former one', async () => {
    const { w, ana, sent, edit, shown } = await talking()
    const id = await sent('de nda')
    let answer = () => {}
    w.telephones.answerNext(() => new Promise((resolve) => (answer = () => resolve({ outcome: 'sent' }))))
    expect(await (await edit(id, ' de nada ')).json()).toMatchObject({ body: 'de nada', ack: 99, isEdited: true })
    await until(() => w.telephones.acts.length === 1)
    const externalId = w.telephones.sent[0]?.externalId ?? ''
    w.telephones.receipt(w.refOf(1), [externalId], 3)
    await quiet()
    expect(await shown(id)).toMatchObject({ ack: 99 })
    expect(await lastOf(ana)).toMatchObject({ body: 'de nada', ack: 99 })
    answer()
    await idle(w)
    expect(await shown(id)).toMatchObject({ ack: 3, body: 'de nada', oldMessages: [{ body: 'de nda' }] })
    expect(await lastOf(ana)).toMatchObject({ body: 'de nada', ack: 3 })
    expect(ana.heard(messageAcked).map(({ message }) => message.ack)).toEqual([2])
    expect(w.telephones.acts).toMatchObject([{ do: 'edit', body: 'de nada', target: { externalId, fromMe: true } }])
  })

  test('refused, the old words return with the reason', async () => {
    const { w, ana, sent, edit, shown } = await talking()
    const id = await sent('certo')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await edit(id, 'errado')
    await idle(w)
    expect(await shown(id)).toMatchObject({
      body: 'certo',
      ack: 2,
      isEdited: false,
      oldMessages: [],
      refused: { act: 'edit', reason: 'rejected' },
    })
    expect(await lastOf(ana)).toMatchObject({ body: 'certo', ack: 2 })
    await edit(id, 'de novo')
    expect(await shown(id)).toMatchObject({ body: 'de novo', refused: null })
  })

  test('refused, the new words are taken out of what quoted them too', async () => {
    const { w, ana, sent, edit, shown } = await talking()
    const id = await sent('um')
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    w.telephones.answerNext(() => promise)
    await edit(id, 'dois')
    await ana.json('/api/messages/1', 'POST', { body: 'isto', quotedMsg: { id } })
    expect(await shown(id + 1)).toMatchObject({ quotedMsg: { body: 'dois' } })
    resolve({ outcome: 'refused', reason: 'rejected' })
    await idle(w)
    expect(await shown(id + 1)).toMatchObject({ body: 'isto', quotedMsg: { id, body: 'um' } })
    expect(w.telephones.sent.at(-1)).toMatchObject({ body: 'isto', quoted: { body: 'um' } })
  })

  test('of two edits on their way the second stays when the first is refused', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await edit(id, 'dois')
    w.clock.forward(SECOND)
    await edit(id, 'três')
    await idle(w)
    expect(await shown(id)).toMatchObject({ body: 'três', ack: 2, oldMessages: [{ body: 'um' }] })
  })

  test('the tick stays under way until the last edit has its answer', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    const answers: (() => void)[] = []
    w.telephones.answerAlways(() => new Promise((resolve) => void answers.push(() => resolve({ outcome: 'sent' }))))
    await edit(id, 'dois')
    await edit(id, 'três')
    await until(() => answers.length === 1)
    answers[0]?.()
    await until(() => answers.length === 2)
    expect(await shown(id)).toMatchObject({ ack: 99 })
    answers[1]?.()
    await idle(w)
    expect(await shown(id)).toMatchObject({ ack: 2, body: 'três' })
  })

  test('leaves after what was written before it, under one id at every try', async () => {
    const { w, say, edit } = await talking()
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say('um')
    await edit(id, 'dois')
    await until(() => w.telephones.sent.length === 1)
    await quiet()
    expect(w.telephones.acts).toEqual([])
    w.telephones.answerAlways({ outcome: 'sent' })
    w.telephones.answerNext({ outcome: 'sent' }, { outcome: 'unknown' })
    w.clock.forward(10 * SECOND)
    await until(() => w.telephones.acts.length === 1)
    w.clock.forward(10 * SECOND)
    await idle(w)
    const [first, second] = w.telephones.acts
    expect(first?.externalId).toBe(second?.externalId ?? '')
  })

  test('can be said again to a phone that could not decipher it; what is deleted is not', async () => {
    const { w, sent, edit, remove } = await talking()
    const id = await sent('um')
    await edit(id, 'dois')
    await idle(w)
    const again = (externalId: string | undefined) => saidAgain(w, externalId)
    expect(again(w.telephones.acts[0]?.externalId)).toMatchObject({ do: 'edit', body: 'dois' })
    expect(again(w.telephones.sent[0]?.externalId)).toMatchObject({ body: 'dois' })
    await remove(id)
    await idle(w)
    expect(again(w.telephones.sent[0]?.externalId)).toBeUndefined()
    expect(again(w.telephones.acts[1]?.externalId)).toMatchObject({ do: 'revoke' })
  })

  test('is said again to nobody else: neither act nor message, to whoever knows its id', async () => {
    const { w, maria, sent, edit } = await talking()
    await edit(await sent('um'), 'dois')
    await idle(w)
    // By a LID that nobody has yet it may be she.
    expect(saidAgain(w, w.telephones.sent[0]?.externalId, [lid('77000')])).toMatchObject({ body: 'dois' })
    maria.says('sou eu', { chat: [phone(MARIA), lid('99000')] })
    w.whatsapp.person(JOAO).says('oi')
    for (const id of [w.telephones.sent[0]?.externalId, w.telephones.acts[0]?.externalId]) {
      for (const chat of [[phone(MARIA)], [lid('99000')], [lid('77000'), phone(MARIA)]])
        expect(saidAgain(w, id, chat)).toMatchObject({ body: 'dois' })
      for (const chat of [[phone(JOAO)], [phone('5511900000001')], [lid('77000')], [group('120363000000000001')], []])
        expect([chat, saidAgain(w, id, chat)]).toEqual([chat, undefined])
    }
  })

  test('says what stands now when it is said again, for it comes after a later one', async () => {
    const { w, sent, edit } = await talking()
    const id = await sent('um')
    await edit(id, 'dois')
    w.clock.forward(SECOND)
    await edit(id, 'três')
    await idle(w)
    const again = saidAgain(w, w.telephones.acts[0]?.externalId)
    expect(again).toMatchObject({ do: 'edit', body: 'três', externalId: w.telephones.acts[0]?.externalId })
  })

  test('survives a restart in the middle', async () => {
    const { w, ana, sent, edit } = await talking()
    const id = await sent('um')
    w.telephones.answerAlways({ outcome: 'notNow' })
    await edit(id, 'dois')
    await until(() => w.telephones.acts.length === 1)
    const again = await w.reopen()
    again.connect(1)
    again.clock.forward(10 * SECOND)
    await idle(again)
    expect(again.telephones.acts).toMatchObject([{ externalId: w.telephones.acts[0]?.externalId, body: 'dois' }])
    const stored = again.rows('SELECT body, ack FROM messages WHERE id = ?', id)
    expect(stored).toEqual([{ body: 'dois', ack: 2 }])
    expect(ana.userId).toBe(1)
  })

  test('only text of ours, within two minutes, on an open ticket', async () => {
    const { w, ana, sent, say, edit } = await talking()
    const id = await sent('nossa')
    expect(await refusal(await edit(1, 'x'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
    expect(await refusal(await edit(id, '  '))).toBe('ERR_MESSAGE_EMPTY')
    const note = await ana.json('/api/messages/1', 'POST', { body: 'nota', isNote: true })
    expect(await refusal(await edit(((await note.json()) as Message).id, 'x'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    const failed = await say('falha')
    await idle(w)
    expect(await refusal(await edit(failed, 'x'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
    w.clock.forward(2 * MINUTE)
    expect((await edit(id, 'a tempo')).status).toBe(200)
    w.clock.forward(1)
    expect(await refusal(await edit(id, 'tarde'))).toBe('ERR_EDIT_TOO_LATE')
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    expect(await refusal(await edit(id, 'x'))).toBe('ERR_TICKET_NOT_OPEN')
  })

  test('what comes too late for the phones is taken back', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    await edit(id, 'dois')
    w.clock.forward(HOUR)
    w.connect(1)
    await idle(w)
    expect(w.telephones.acts).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'um', ack: 2, refused: { act: 'edit', reason: 'editTooLate' } })
  })
})

describe('what never left', () => {
  const offline = async () => {
    const talk = await talking()
    talk.w.telephones.tell(talk.w.refOf(1), { status: 'TIMEOUT' })
    const cancel = (id: number) => talk.ana.json(`/api/messages/cancel/${id}`, 'POST', {})
    const retry = (id: number) => talk.ana.json(`/api/messages/retry/${id}`, 'POST', {})
    const online = async () => {
      talk.w.connect(1)
      await idle(talk.w)
    }
    return { ...talk, cancel, retry, online }
  }

  test('is rewritten where it waits: nobody saw other words', async () => {
    const { w, ana, say, edit, shown, online } = await offline()
    const id = await say('um')
    const answer = (await (await edit(id, 'dois')).json()) as Message
    expect(answer).toMatchObject({ body: 'dois', ack: 1, isEdited: false, oldMessages: [] })
    expect(await lastOf(ana)).toMatchObject({ body: 'dois', ack: 1 })
    await online()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['dois'])
    expect(w.telephones.acts).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, isEdited: false, oldMessages: [] })
  })

  test('is rewritten also when it was cancelled, and goes again with the new words', async () => {
    const { w, say, edit, cancel, retry, shown, online } = await offline()
    const id = await say('um')
    await cancel(id)
    expect(await (await edit(id, 'dois')).json()).toMatchObject({ body: 'dois', ack: 0, failure: 'cancelled' })
    await retry(id)
    await edit(id, 'três')
    await online()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['três'])
    expect(w.telephones.acts).toEqual([])
    expect(await shown(id)).toMatchObject({ ack: 2, isEdited: false })
  })

  test('is deleted by not sending it', async () => {
    const { w, ana, say, remove, cancel, shown, online } = await offline()
    const [waiting, cancelled] = [await say('um'), await say('dois')]
    await cancel(cancelled)
    for (const id of [waiting, cancelled]) expect(await (await remove(id)).json()).toMatchObject({ isDeleted: true })
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
    expect(await shown(waiting)).toMatchObject({ ack: 0, failure: 'deleted' })
    expect(await lastOf(ana)).toMatchObject({ isDeleted: true })
    await online()
    expect([w.telephones.sent, w.telephones.acts]).toEqual([[], []])
  })

  test('says nothing of its former or deleted words where it was quoted meanwhile', async () => {
    const { w, ana, say, edit, remove, shown, online } = await offline()
    const [rewritten, deleted] = [await say('um'), await say('segredo')]
    const quote = (id: number, body: string) => ana.json('/api/messages/1', 'POST', { body, quotedMsg: { id } })
    await quote(rewritten, 'e mais')
    await quote(deleted, 'isto')
    await edit(rewritten, 'dois')
    await remove(deleted)
    const [asked] = w.rows<{ id: number }>("SELECT id FROM messages WHERE body = 'e mais'")
    expect(await shown(asked?.id ?? 0)).toMatchObject({ quotedMsg: { id: rewritten, body: 'dois' } })
    await online()
    const quotes = w.telephones.sent.map(({ body, quoted }) => [body, quoted?.body ?? null])
    expect(quotes).toEqual([
      ['dois', null],
      ['e mais', 'dois'],
      ['isto', null],
    ])
  })

  test('gets its reaction after it has left; when it does not leave, the reaction is taken back', async () => {
    const { w, say, react, cancel, shown, online } = await offline()
    const [leaves, stays] = [await say('um'), await say('dois')]
    for (const id of [leaves, stays]) await react(id, '👍')
    await cancel(stays)
    await online()
    expect(w.telephones.acts.map(({ target }) => target.externalId)).toEqual([w.telephones.sent[0]?.externalId ?? ''])
    expect(await shown(leaves)).toMatchObject({ reactions: [{ emoji: '👍' }], refused: null })
    expect(await shown(stays)).toMatchObject({ reactions: [], refused: { act: 'react', reason: 'notSent' } })
  })

  test('is not known to be so of what an earlier process left: it is edited and deleted on the other side too', async () => {
    const { w, say } = await offline()
    const [edited, gone] = [await say('um'), await say('dois')]
    const again = await w.reopen()
    const ana = again.signedIn(findUserOrFail(again.db, 1))
    await ana.json(`/api/messages/edit/${edited}?ticketId=1`, 'POST', { body: 'três' })
    await ana.request(`/api/messages/${gone}`, { method: 'DELETE' })
    again.connect(1)
    await idle(again)
    expect(again.telephones.acts.map((act) => act.do)).toEqual(['edit', 'revoke'])
  })
})

describe('what may have arrived', () => {
  /** The messenger answered none of the five tries. */
  const lost = async () => {
    const talk = await talking()
    const { w, say, edit } = talk
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say('um')
    const tried = (times: number) => () => w.rows('SELECT 1 FROM outbox WHERE attempts = ?', times).length > 0
    await until(tried(1))
    await edit(id, 'dois')
    for (let times = 2; times <= 4; times++) {
      w.clock.forward(MINUTE)
      await until(tried(times))
    }
    w.clock.forward(MINUTE)
    await idle(w)
    w.telephones.answerAlways({ outcome: 'sent' })
    const retry = () => talk.ana.json(`/api/messages/retry/${id}`, 'POST', {})
    return { ...talk, id, retry }
  }

  test('keeps its newest words when it fails, and goes again with them, its edit behind it', async () => {
    const { w, id, retry, shown } = await lost()
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 0, failure: 'noAnswer', refused: null })
    await retry()
    await idle(w)
    expect(w.telephones.sent.at(-1)).toMatchObject({ body: 'dois' })
    expect(w.telephones.acts).toMatchObject([{ do: 'edit', body: 'dois' }])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, oldMessages: [{ body: 'um' }] })
  })

  test('goes again without its edit when phones would take none any more', async () => {
    const { w, id, retry, shown } = await lost()
    w.clock.forward(HOUR)
    await retry()
    await idle(w)
    expect(w.telephones.acts).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, refused: null })
  })

  test('keeps the words it went again with, also where its edit behind it comes too late for the phones', async () => {
    const { w, id, retry, shown } = await lost()
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    await retry()
    w.clock.forward(HOUR)
    w.connect(1)
    await idle(w)
    expect(w.telephones.sent.at(-1)).toMatchObject({ body: 'dois' })
    expect(w.telephones.acts).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, refused: null })
  })

  test('is not edited as if it had never left, however often it is put in line', async () => {
    const { w, id, edit, remove, retry } = await lost()
    expect(await refusal(await edit(id, 'três'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    await retry()
    await remove(id)
    w.connect(1)
    await idle(w)
    expect(w.telephones.acts.at(-1)).toMatchObject({ do: 'revoke' })
  })
})

describe('we delete', () => {
  test('at once on our side, then on the other', async () => {
    const { w, ana, sent, remove, shown } = await talking()
    const id = await sent('engano')
    expect(await (await remove(id)).json()).toMatchObject({ isDeleted: true, body: '' })
    await idle(w)
    expect(w.telephones.acts).toMatchObject([{ do: 'revoke', target: { fromMe: true } }])
    expect(await shown(id)).toMatchObject({ isDeleted: true, ack: 2 })
    expect(await lastOf(ana)).toMatchObject({ isDeleted: true, body: '' })
    expect((await remove(id)).status).toBe(200)
    await idle(w)
    expect(w.telephones.acts).toHaveLength(1)
  })

  test('refused, it returns with the reason', async () => {
    const { w, ana, sent, remove, shown } = await talking()
    const id = await sent('fica')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await remove(id)
    await idle(w)
    expect(await shown(id)).toMatchObject({ isDeleted: false, body: 'fica', refused: { act: 'revoke' } })
    expect(await lastOf(ana)).toMatchObject({ isDeleted: false, body: 'fica' })
  })

  test('what still waits does not leave any more, and cannot be sent by hand', async () => {
    const { w, ana, say, remove, shown } = await talking()
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    const id = await say('engano')
    await remove(id)
    w.connect(1)
    await idle(w)
    expect(w.telephones.sent).toEqual([])
    expect(await shown(id)).toMatchObject({ isDeleted: true })
    expect((await ana.request(`/api/messages/retry/${id}`, { method: 'POST' })).status).toBe(404)
  })

  test('what was edited and reacted to while it still waited keeps its last words, and nobody is told of a refusal', async () => {
    const { w, say, edit, react, remove, shown } = await talking()
    const chefe = w.admin()
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    const id = await say('engano')
    await edit(id, 'outro engano')
    await react(id, '👍')
    await remove(id)
    w.connect(1)
    await idle(w)
    expect(await shown(id)).toMatchObject({ isDeleted: true, ack: 0, failure: 'deleted', refused: null })
    const said = await chefe.request(`/api/messages/deleted/${id}`)
    expect(await said.json()).toMatchObject({ body: 'outro engano', oldMessages: [] })
  })

  test('what never left stays deleted, even where the messenger refuses to delete it', async () => {
    const { w, sent, remove, shown } = await talking()
    w.telephones.answerAlways({ outcome: 'refused', reason: 'notOnWhatsapp' })
    const id = await sent('ninguém')
    await remove(id)
    await idle(w)
    expect(await shown(id)).toMatchObject({ isDeleted: true, refused: null })
  })

  test('only where the contact’s open ticket is seen', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const contactId = w.contact({ number: MARIA }).id
    w.ticket({ contactId, queueId: SALES, userId: ana.userId })
    await ana.json('/api/messages/1', 'POST', { body: 'nossa' })
    await idle(w)
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    w.ticket({ contactId, queueId: SUPPORT, userId: beto.userId })
    const answer = await ana.request('/api/messages/1', { method: 'DELETE' })
    expect(await refusal(answer)).toBe('ERR_TICKET_NOT_OPEN')
  })

  test('only what is ours', async () => {
    const { remove } = await talking()
    expect(await refusal(await remove(1))).toBe('ERR_MESSAGE_NOT_DELETABLE')
  })
})

describe('we react', () => {
  test('one reaction of the company, changed and taken back, each leaving once', async () => {
    const { w, react, shown } = await talking()
    await react(1, '👍')
    expect(await shown(1)).toMatchObject({ reactions: [{ emoji: '👍', fromMe: true, author: 'Ana' }] })
    await react(1, '❤️')
    await react(1, '❤️')
    await react(1, '')
    await idle(w)
    expect(await shown(1)).toMatchObject({ reactions: [] })
    expect(w.telephones.acts.map((act) => act.do === 'react' && act.emoji)).toEqual(['👍', '❤️', null])
  })

  test('refused, the former one returns', async () => {
    const { w, react, shown } = await talking()
    await react(1, '👍')
    await idle(w)
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await react(1, '❤️')
    await idle(w)
    expect(await shown(1)).toMatchObject({ reactions: [{ emoji: '👍' }], refused: { act: 'react' } })
  })

  test('only with an emoji, only to what is there', async () => {
    const { w, maria, first, react } = await talking()
    for (const no of ['ok', '👍👍', '<b>', 'a'.repeat(100)]) expect((await react(1, no)).status).toBe(400)
    for (const yes of ['👍🏽', '❤', '❤️', '👨‍👩‍👧', '🇧🇷', '1️⃣']) expect((await react(1, yes)).status).toBe(200)
    maria.deletes(first)
    expect(await refusal(await react(1, '👍'))).toBe('ERR_MESSAGE_NOT_REACTABLE')
    await idle(w)
  })
})

test('who does not see the conversation changes nothing in it', async () => {
  const w = world()
  const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const contactId = w.contact({ number: MARIA }).id
  w.ticket({ contactId, queueId: SALES, userId: ana.userId })
  await ana.json('/api/messages/1', 'POST', { body: 'nossa' })
  await idle(w)
  const tries = [
    beto.json('/api/messages/edit/1?ticketId=1', 'POST', { body: 'x' }),
    beto.request('/api/messages/1', { method: 'DELETE' }),
    beto.json('/api/messages/reactMessage', 'POST', { messageId: 1, ticketId: 1, reaction: '👍' }),
  ]
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404)
  const other = w.ticket({ queueId: SUPPORT, userId: beto.userId })
  const across = await beto.json(`/api/messages/edit/1?ticketId=${other.id}`, 'POST', { body: 'x' })
  expect(across.status).toBe(404)
  expect((await pageOf(ana))[0]).toMatchObject({ body: 'nossa', revision: 0 })
})

describe('a late word of the messenger that it did not take something', () => {
  const unknown = { outcome: 'unknown' } as const

  test('does not send what was called off meanwhile', async () => {
    const { w, ana, say, shown } = await talking()
    w.telephones.answerNext(unknown)
    const id = await say('engano')
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 1)
    await ana.json(`/api/messages/cancel/${id}`, 'POST', {})
    w.telephones.unsaid(w.refOf(1), w.telephones.sent[0]?.externalId ?? '')
    await quiet()
    expect(w.telephones.sent).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ ack: 0, failure: 'cancelled' })
  })

  /** An edit and a reaction end so; then the late word comes about both. */
  const acted = async (end: SendResult) => {
    const { w, sent, edit, react } = await talking()
    const id = await sent('um')
    for (const act of [() => edit(id, 'dois'), () => react(id, '👍')]) {
      w.telephones.answerNext(end)
      await act()
      await idle(w)
    }
    for (const { externalId } of [...w.telephones.acts]) w.telephones.unsaid(w.refOf(1), externalId)
    await idle(w)
    return w.telephones.acts.map((act) => act.do)
  }

  test('does again what holds', async () => {
    expect(await acted({ outcome: 'sent' })).toEqual(['edit', 'react', 'edit', 'react'])
  })

  test('does not do again what was taken back', async () => {
    expect(await acted({ outcome: 'refused', reason: 'noAnswer' })).toEqual(['edit', 'react'])
  })
})

describe('a contact’s number is corrected', () => {
  const corrected = async (sentBefore: boolean, number = JOAO) => {
    const talk = await talking()
    const { w, say, remove } = talk
    if (!sentBefore) w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    const id = await say('segredo')
    if (sentBefore) await idle(w)
    await w.admin().json('/api/contacts/1', 'PUT', { name: 'Maria', number })
    w.connect(1)
    await idle(w)
    await remove(id)
    await idle(w)
    return [...w.telephones.sent, ...w.telephones.acts].map(({ to }) => to.value)
  }

  test('what was said to the old one is deleted there', async () => {
    expect(await corrected(true)).toEqual([MARIA, MARIA])
  })

  test('to the same one in its other form: it is deleted under that', async () => {
    expect(await corrected(true, '552196124087')).toEqual([MARIA, '552196124087'])
  })

  test('what had not left goes to the new one, and is deleted there', async () => {
    expect(await corrected(false)).toEqual([JOAO, JOAO])
  })

  test('what was said to the old one and is asked for again goes there once more, to nobody else', async () => {
    const { w, sent } = await talking()
    await sent('segredo')
    await w.admin().json('/api/contacts/1', 'PUT', { name: 'Maria', number: JOAO })
    w.telephones.unsaid(w.refOf(1), w.telephones.sent[0]?.externalId ?? '')
    await idle(w)
    expect(w.telephones.sent.map(({ to }) => to.value)).toEqual([MARIA, MARIA])
  })
})
