/** The text of a deleted message, and deletions by an attendant. */
import { describe, expect, test } from 'bun:test'
import { type Attendant, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { announcedFile } from '../../support/telephones'
import { until } from '../../support/until'
import { idle, lastOf, pageOf, refusal, talking, unseenByBeto } from './support'

describe('the text of a deleted message', () => {
  const ask = (who: Attendant, id: number) => who.request(`/api/messages/deleted/${id}`)

  test('is shown with its history to admins who ask, and to nobody else', async () => {
    const { w, ana, maria, first } = await talking()
    const [chefe, supervisor] = [w.admin(), w.attendant([], { profile: 'supervisor' })]
    maria.edits(first, 'segredo')
    expect((await ask(chefe, messageId(1))).status).toBe(404)
    maria.deletes(first)
    expect(await (await ask(chefe, messageId(1))).json()).toMatchObject({
      id: messageId(1),
      body: 'segredo',
      oldMessages: [{ body: 'oi' }],
    })
    for (const who of [ana, supervisor]) expect(await refusal(await ask(who, messageId(1)))).toBe('ERR_NO_PERMISSION')
  })

  test('is in no event, page or quote, not even for an admin', async () => {
    const { w, ana, maria } = await talking()
    const chefe = w.admin()
    const said = maria.says('xyzzy')
    maria.says('a resposta', { quotedExternalId: said.externalId })
    for (const who of [ana, chefe]) who.forget()
    maria.deletes(said)
    maria.reacts({ externalId: said.externalId }, '👍')
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
    expect((await ana.request(`/api/media/${messageId(2)}`)).status).toBe(200)
    maria.deletes(picture)
    expect((await ana.request(`/api/media/${messageId(2)}`)).status).toBe(404)
    expect((await w.admin().request(`/api/media/${messageId(2)}`)).status).toBe(200)
    const quoting = await ana.json('/api/messages/1', 'POST', { body: 'isto', quotedMsg: { id: messageId(2) } })
    expect(await refusal(quoting)).toBe('ERR_NO_MESSAGE_FOUND')
  })
})

describe('deleting our message', () => {
  test('shows at once here, then on the other side', async () => {
    const { w, ana, sent, remove, shown } = await talking()
    const id = await sent('engano')
    expect(await (await remove(id)).json()).toMatchObject({ isDeleted: true, body: '' })
    await idle(w)
    expect(w.telephones.actions).toMatchObject([{ do: 'revoke', target: { fromMe: true } }])
    expect(await shown(id)).toMatchObject({ isDeleted: true, ack: 2 })
    expect(await lastOf(ana)).toMatchObject({ isDeleted: true, body: '' })
    expect((await remove(id)).status).toBe(200)
    await idle(w)
    expect(w.telephones.actions).toHaveLength(1)
  })

  test('is undone with the reason if refused', async () => {
    const { w, ana, sent, remove, shown } = await talking()
    const id = await sent('fica')
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await remove(id)
    await idle(w)
    expect(await shown(id)).toMatchObject({ isDeleted: false, body: 'fica', refused: { act: 'revoke' } })
    expect(await lastOf(ana)).toMatchObject({ isDeleted: false, body: 'fica' })
  })

  test('removes a waiting message from the outbox, which then cannot be sent by hand', async () => {
    const { w, ana, say, remove, shown } = await talking()
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    const id = await say('engano')
    await remove(id)
    w.connect(1)
    await idle(w)
    expect(w.telephones.sent).toEqual([])
    expect(await shown(id)).toMatchObject({ isDeleted: true })
    expect((await ana.request(`/api/messages/retry/${id}`, { method: 'POST' })).status).toBe(404)
  })

  test('keeps the last text of a waiting message that was edited and reacted to, and reports no refusal', async () => {
    const { w, say, edit, react, remove, shown } = await talking()
    const chefe = w.admin()
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
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

  test('keeps a message that was never sent deleted, even if the messenger refuses', async () => {
    const { w, sent, remove, shown } = await talking()
    w.telephones.answerAlways({ outcome: 'refused', reason: 'notOnWhatsapp' })
    const id = await sent('ninguém')
    await remove(id)
    await idle(w)
    expect(await shown(id)).toMatchObject({ isDeleted: true, refused: null })
  })

  test('requires the contact’s open ticket to be visible', async () => {
    const { w, ana, beto, contactId } = await unseenByBeto()
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    w.ticket({ contactId, queueId: SUPPORT, userId: beto.userId })
    const answer = await ana.request(`/api/messages/${messageId(1)}`, { method: 'DELETE' })
    expect(await refusal(answer)).toBe('ERR_TICKET_NOT_OPEN')
  })

  test('is possible only for our own messages', async () => {
    const { remove } = await talking()
    expect(await refusal(await remove(messageId(1)))).toBe('ERR_MESSAGE_NOT_DELETABLE')
  })
})
