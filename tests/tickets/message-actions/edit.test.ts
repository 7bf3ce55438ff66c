/** An attendant edits: shown at once, undone if the messenger refuses. */
import { describe, expect, test } from 'bun:test'
import type { Address, SendResult } from '../../../src/channels/channel'
import { HOUR, MINUTE, SECOND } from '../../../src/platform/time'
import { ticketUpdated } from '../../../src/tickets/contract'
import { type Message, messageAcked } from '../../../src/tickets/messages/contract'
import { findSent } from '../../../src/tickets/sending/send'
import { messageId } from '../../support/message-id'
import { group, lid, phone } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import type { World } from '../../support/world'
import { idle, JOAO, lastOf, MARIA, refusal, talking } from './support'

/** What a phone receives that could not decrypt the message or action with this id. */
const saidAgain = (w: World, externalId: string | undefined, chat: readonly Address[] = [phone(MARIA)]) =>
  findSent(w.cx, 1, { externalId: externalId ?? '', chat }, (file) => file)

describe('editing our message', () => {
  test('shows at once as an edit in flight, then with its former delivery status', async () => {
    const { w, ana, sent, edit, shown } = await talking()
    const id = await sent('de nda')
    let answer = () => {}
    w.telephones.answerNext(() => new Promise((resolve) => (answer = () => resolve({ outcome: 'sent' }))))
    expect(await (await edit(id, ' de nada ')).json()).toMatchObject({ body: 'de nada', ack: 99, isEdited: true })
    await until(() => w.telephones.actions.length === 1)
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
    expect(w.telephones.actions).toMatchObject([{ do: 'edit', body: 'de nada', target: { externalId, fromMe: true } }])
  })

  test('restores the old text with the reason if refused', async () => {
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

  test('restores the old text even if the clock moved on while the edit was stored', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('certo')
    w.clock.run()
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await edit(id, 'errado')
    await idle(w)
    expect(await shown(id)).toMatchObject({ body: 'certo', refused: { act: 'edit', reason: 'rejected' } })
  })

  test('removes a refused text from quotes, too', async () => {
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

  test('ends with the message if that is refused meanwhile, in the list too', async () => {
    const { w, ana, say, edit, shown } = await talking()
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    w.telephones.answerNext(() => promise)
    const id = await say('um')
    await until(() => w.telephones.sent.length === 1)
    await edit(id, 'dois')
    expect(ana.heard(ticketUpdated).at(-1)?.ticket.last).toMatchObject({ body: 'dois', ack: 99 })
    resolve({ outcome: 'refused', reason: 'rejected' })
    await idle(w)
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 0, failure: 'rejected' })
    expect(ana.heard(ticketUpdated).at(-1)?.ticket.last).toMatchObject({ body: 'dois', ack: 0 })
  })

  test('keeps the second of two edits in flight if the first is refused', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await edit(id, 'dois')
    w.clock.forward(SECOND)
    await edit(id, 'três')
    await idle(w)
    expect(await shown(id)).toMatchObject({ body: 'três', ack: 2, oldMessages: [{ body: 'um' }] })
  })

  test('shows the second of two edits, even if the clock was set back in between', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    await edit(id, 'dois')
    w.clock.forward(-MINUTE)
    await edit(id, 'três')
    await idle(w)
    expect(w.telephones.actions.at(-1)).toMatchObject({ do: 'edit', body: 'três' })
    expect(await shown(id)).toMatchObject({ body: 'três', oldMessages: [{ body: 'um' }, { body: 'dois' }] })
  })

  test('stays in flight until the last edit has its answer', async () => {
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

  test('leaves after earlier messages, under one id at every attempt', async () => {
    const { w, say, edit } = await talking()
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say('um')
    await edit(id, 'dois')
    await until(() => w.telephones.sent.length === 1)
    await quiet()
    expect(w.telephones.actions).toEqual([])
    w.telephones.answerAlways({ outcome: 'sent' })
    w.telephones.answerNext({ outcome: 'sent' }, { outcome: 'unknown' })
    w.clock.forward(10 * SECOND)
    await until(() => w.telephones.actions.length === 1)
    await quiet()
    w.clock.forward(10 * SECOND)
    await idle(w)
    const [first, second] = w.telephones.actions
    expect(first?.externalId).toBe(second?.externalId ?? '')
  })

  test('can be repeated to a phone that could not decrypt it; a deleted one cannot', async () => {
    const { w, sent, edit, remove } = await talking()
    const id = await sent('um')
    await edit(id, 'dois')
    await idle(w)
    const again = (externalId: string | undefined) => saidAgain(w, externalId)
    expect(again(w.telephones.actions[0]?.externalId)).toMatchObject({ do: 'edit', body: 'dois' })
    expect(again(w.telephones.sent[0]?.externalId)).toMatchObject({ body: 'dois' })
    await remove(id)
    await idle(w)
    expect(again(w.telephones.sent[0]?.externalId)).toBeUndefined()
    expect(again(w.telephones.actions[1]?.externalId)).toMatchObject({ do: 'revoke' })
  })

  test('repeats neither action nor message to anybody else, even if they know its id', async () => {
    const { w, maria, sent, edit } = await talking()
    await edit(await sent('um'), 'dois')
    await idle(w)
    // A LID that belongs to nobody yet may be hers.
    expect(saidAgain(w, w.telephones.sent[0]?.externalId, [lid('77000')])).toMatchObject({ body: 'dois' })
    maria.says('sou eu', { chat: [phone(MARIA), lid('99000')] })
    w.whatsapp.person(JOAO).says('oi')
    for (const id of [w.telephones.sent[0]?.externalId, w.telephones.actions[0]?.externalId]) {
      for (const chat of [[phone(MARIA)], [lid('99000')], [lid('77000'), phone(MARIA)]])
        expect(saidAgain(w, id, chat)).toMatchObject({ body: 'dois' })
      for (const chat of [[phone(JOAO)], [phone('5511900000001')], [lid('77000')], [group('120363000000000001')], []])
        expect([chat, saidAgain(w, id, chat)]).toEqual([chat, undefined])
    }
  })

  test('repeats the current text, because it arrives after a later edit', async () => {
    const { w, sent, edit } = await talking()
    const id = await sent('um')
    await edit(id, 'dois')
    w.clock.forward(SECOND)
    await edit(id, 'três')
    await idle(w)
    const again = saidAgain(w, w.telephones.actions[0]?.externalId)
    expect(again).toMatchObject({ do: 'edit', body: 'três', externalId: w.telephones.actions[0]?.externalId })
  })

  test('survives a restart in between', async () => {
    const { w, ana, sent, edit } = await talking()
    const id = await sent('um')
    w.telephones.answerAlways({ outcome: 'notNow' })
    await edit(id, 'dois')
    await until(() => w.telephones.actions.length === 1)
    const again = await w.reopen()
    again.connect(1)
    again.clock.forward(10 * SECOND)
    await idle(again)
    expect(again.telephones.actions).toMatchObject([{ externalId: w.telephones.actions[0]?.externalId, body: 'dois' }])
    const stored = again.rows('SELECT body, ack FROM messages WHERE id = ?', id)
    expect(stored).toEqual([{ body: 'dois', ack: 2 }])
    expect(ana.userId).toBe(1)
  })

  test('requires text of ours, within two minutes, on an open ticket', async () => {
    const { w, ana, sent, say, edit } = await talking()
    const id = await sent('nossa')
    expect(await refusal(await edit(messageId(1), 'x'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
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

  test('is undone if it is too late for phones', async () => {
    const { w, sent, edit, shown } = await talking()
    const id = await sent('um')
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    await edit(id, 'dois')
    w.clock.forward(HOUR)
    w.connect(1)
    await idle(w)
    expect(w.telephones.actions).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'um', ack: 2, refused: { act: 'edit', reason: 'editTooLate' } })
  })
})
