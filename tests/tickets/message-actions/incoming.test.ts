/** The contact or a group member edits, deletes or reacts: late, repeated, or without permission. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../../src/contacts/contract'
import { DAY, MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { messageUpdated } from '../../../src/tickets/messages/contract'
import { forgetWaiting } from '../../../src/tickets/messages/waiting'
import { withWriter } from '../../../ui/features/messages/rules/messages'
import { messageId } from '../../support/message-id'
import { group, lid, phone } from '../../support/telephones'
import { world } from '../../support/world'
import { externalIdOf, idle, JOAO, lastOf, MARIA, pageOf, talking } from './support'

describe('the contact', () => {
  test('edits: the new text is shown, old ones are kept with their times, and the list row follows', async () => {
    const { w, ana, maria, first, shown } = await talking()
    w.clock.forward(MINUTE)
    maria.edits(first, 'oi, tudo bem?')
    w.clock.forward(MINUTE)
    maria.edits(first, 'olá')
    const message = await shown(messageId(1))
    expect(message).toMatchObject({ body: 'olá', isEdited: true })
    expect(message?.oldMessages).toEqual([
      { body: 'oi', at: '2026-03-02T12:00:00.000Z' },
      { body: 'oi, tudo bem?', at: '2026-03-02T12:01:00.000Z' },
    ])
    expect(ana.heard(ticketUpdated).at(-1)?.ticket).toMatchObject({ lastMessage: 'olá' })
    expect(await lastOf(ana)).toMatchObject({ body: 'olá', isDeleted: false })
  })

  test('counts a repeated edit once, and a late one does not undo a later one', async () => {
    const { w, ana, maria, first, shown } = await talking()
    maria.edits(first, 'dois', { externalId: 'E2', at: w.clock.now() + 2 * SECOND })
    maria.edits(first, 'um', { externalId: 'E1', at: w.clock.now() + SECOND })
    const heardBefore = ana.heard(messageUpdated).length
    maria.edits(first, 'dois', { externalId: 'E2', at: w.clock.now() + 2 * SECOND })
    expect(ana.heard(messageUpdated)).toHaveLength(heardBefore)
    const message = await shown(messageId(1))
    expect(message?.body).toBe('dois')
    expect(message?.oldMessages.map(({ body }) => body)).toEqual(['oi', 'um'])
  })

  test('deletes: the deletion is visible, the text is not', async () => {
    const { ana, maria, first, shown } = await talking()
    maria.edits(first, 'segredo')
    maria.deletes(first)
    expect(await shown(messageId(1))).toMatchObject({ isDeleted: true, body: '', oldMessages: [], media: null })
    expect(await lastOf(ana)).toMatchObject({ body: '', isDeleted: true })
    expect(ana.heard(ticketUpdated).at(-1)?.ticket.lastMessage).toBe('')
  })

  test('reacts, changes and removes it; a late reaction does not return', async () => {
    const { w, maria, first, shown } = await talking()
    const at = w.clock.now()
    maria.reacts(first, '👍', { at })
    expect((await shown(messageId(1)))?.reactions).toEqual([{ emoji: '👍', fromMe: false, author: 'Maria' }])
    maria.reacts(first, '❤️', { at: at + 2 })
    maria.reacts(first, '😮', { at: at + 1 })
    expect((await shown(messageId(1)))?.reactions.map(({ emoji }) => emoji)).toEqual(['❤️'])
    maria.reacts(first, null, { at: at + 4 })
    maria.reacts(first, '👍', { at: at + 3 })
    expect((await shown(messageId(1)))?.reactions).toEqual([])
    maria.reacts(first, '\0\u200B', { at: at + 5 })
    expect((await shown(messageId(1)))?.reactions).toEqual([])
  })

  test('has a new name: an open conversation shows it like a fresh one', async () => {
    const { w, ana, maria, first } = await talking()
    maria.reacts(first, '👍')
    const [before] = await pageOf(ana)
    w.whatsapp.person(MARIA, { name: 'Maria 🌻' }).says('de novo')
    const contact = ana.heard(contactUpdated).at(-1)?.contact
    const [now] = await pageOf(ana)
    expect(now).toMatchObject({ contact: { name: 'Maria 🌻' }, reactions: [{ author: 'Maria 🌻' }] })
    expect(before && contact && withWriter(before, contact)).toEqual(now)
  })

  test('does not become unread or older by it', async () => {
    const { w, maria, first } = await talking()
    const before = w.ticketNow(1)
    maria.reacts(first, '👍')
    maria.edits(first, 'olá')
    expect(w.ticketNow(1)).toEqual({ ...before, lastMessage: 'olá' })
  })

  test('acts on a message that arrives later: it is applied then', async () => {
    const { maria, ana } = await talking()
    maria.edits({ externalId: 'LATE' }, 'corrigida')
    maria.reacts({ externalId: 'LATE' }, '👍')
    maria.says('errada', { externalId: 'LATE' })
    expect((await pageOf(ana)).at(-1)).toMatchObject({ body: 'corrigida', reactions: [{ emoji: '👍' }] })
    expect(await lastOf(ana)).toMatchObject({ body: 'corrigida' })
  })

  test('edits an undecipherable message: the edit waits for its content', async () => {
    const { maria, ana } = await talking()
    maria.says('', { externalId: 'GAP', kind: 'unsupported', placeholder: true })
    maria.edits({ externalId: 'GAP' }, 'segunda')
    maria.says('primeira', { externalId: 'GAP' })
    const message = (await pageOf(ana)).at(-1)
    expect(message).toMatchObject({ body: 'segunda', failure: null })
    expect(message?.oldMessages.map(({ body }) => body)).toEqual(['primeira'])
  })

  test('acts on a message that never comes: forgotten after a month, and not stored for ignored groups', async () => {
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

  test('can change neither our messages nor another conversation’s', async () => {
    const { w, maria, first, sent, shown } = await talking()
    const ours = await sent('nossa')
    const target = externalIdOf(w, ours)
    const joao = w.whatsapp.person(JOAO)
    joao.says('oi')
    maria.edits(target, 'forjada')
    maria.deletes(target)
    joao.edits(first, 'forjada')
    joao.deletes(first)
    joao.reacts(first, '💣')
    expect(await shown(ours)).toMatchObject({ body: 'nossa', isDeleted: false, revision: 0 })
    expect(await shown(messageId(1))).toMatchObject({ body: 'oi', isDeleted: false, reactions: [] })
  })

  test('has no such limit on the company’s own phone, which may change our messages', async () => {
    const { w, maria, sent, shown } = await talking()
    const ours = await sent('nossa')
    const target = externalIdOf(w, ours)
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

  test('only the author changes a message, from either address; an admin may delete it', async () => {
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
    w.telephones.action(
      w.refOf(1),
      w.telephones.actionOf({ do: 'revoke', byAdmin: true, target: first.externalId }, { ...at, author: joaoIs }),
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

  test('a reaction shows the member’s present name, or ours for them', async () => {
    const w = withGroups()
    const ana = w.attendant()
    const at = { chat, isGroup: true }
    const someone = w.whatsapp.person(MARIA)
    const first = someone.says('oi', { ...at, author: mariaIs })
    const shown = async () => (await pageOf(ana))[0]?.reactions.map(({ author }) => author)
    someone.reacts(first, '👍', { ...at, author: joaoIs, at: 1 })
    someone.says('tenho outro nome', { ...at, author: member('João Silva', phone(JOAO)) })
    expect(await shown()).toEqual(['João Silva'])
    someone.reacts(first, '❤️', { ...at, author: member('Jô', phone(JOAO)), at: 2 })
    expect(await shown()).toEqual(['Jô'])
    w.whatsapp.person(JOAO, { name: 'Jô' }).says('em particular')
    const [{ id } = { id: 0 }] = w.rows<{ id: number }>('SELECT id FROM contacts WHERE number = ?', JOAO)
    await ana.api.contacts({ id }).put({ name: 'Sr. João' })
    expect(await shown()).toEqual(['Sr. João'])
  })

  test('our reaction names the message’s author', async () => {
    const w = withGroups()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi', { chat, isGroup: true, author: mariaIs })
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/reactMessage', 'POST', { messageId: messageId(1), ticketId: 1, reaction: '👍' })
    await idle(w)
    expect(w.telephones.actions).toMatchObject([
      { to: group('1203-5'), target: { fromMe: false, author: lid('42') }, do: 'react', emoji: '👍' },
    ])
  })
})
