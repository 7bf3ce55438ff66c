/** Edits and deletions of messages that were never sent, or may have arrived. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import type { Message } from '../../../src/tickets/messages/contract'
import { findUserOrFail } from '../../../src/users/people'
import { until } from '../../support/until'
import { idle, lastOf, refusal, talking } from './support'

describe('a message that was never sent', () => {
  const offline = async () => {
    const talk = await talking()
    talk.w.telephones.report(talk.w.refOf(1), { status: 'TIMEOUT' })
    const cancel = (id: number) => talk.ana.json(`/api/messages/cancel/${id}`, 'POST', {})
    const retry = (id: number) => talk.ana.json(`/api/messages/retry/${id}`, 'POST', {})
    const online = async () => {
      talk.w.connect(1)
      await idle(talk.w)
    }
    return { ...talk, cancel, retry, online }
  }

  test('is rewritten in place: nobody has seen the old text', async () => {
    const { w, ana, say, edit, shown, online } = await offline()
    const id = await say('um')
    const answer = (await (await edit(id, 'dois')).json()) as Message
    expect(answer).toMatchObject({ body: 'dois', ack: 1, isEdited: false, oldMessages: [] })
    expect(await lastOf(ana)).toMatchObject({ body: 'dois', ack: 1 })
    await online()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['dois'])
    expect(w.telephones.actions).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, isEdited: false, oldMessages: [] })
  })

  test('is rewritten even if cancelled, and is sent again with the new text', async () => {
    const { w, say, edit, cancel, retry, shown, online } = await offline()
    const id = await say('um')
    await cancel(id)
    expect(await (await edit(id, 'dois')).json()).toMatchObject({ body: 'dois', ack: 0, failure: 'cancelled' })
    await retry(id)
    await edit(id, 'três')
    await online()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['três'])
    expect(w.telephones.actions).toEqual([])
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
    expect([w.telephones.sent, w.telephones.actions]).toEqual([[], []])
  })

  test('reveals no earlier or deleted text in quotes', async () => {
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

  test('gets its reaction after it was sent; if it is not sent, the reaction is undone', async () => {
    const { w, say, react, cancel, shown, online } = await offline()
    const [leaves, stays] = [await say('um'), await say('dois')]
    for (const id of [leaves, stays]) await react(id, '👍')
    await cancel(stays)
    await online()
    expect(w.telephones.actions.map(({ target }) => target.externalId)).toEqual([
      w.telephones.sent[0]?.externalId ?? '',
    ])
    expect(await shown(leaves)).toMatchObject({ reactions: [{ emoji: '👍' }], refused: null })
    expect(await shown(stays)).toMatchObject({ reactions: [], refused: { act: 'react', reason: 'notSent' } })
  })

  test('counts as possibly sent if an earlier process left it: edits and deletions are sent, too', async () => {
    const { w, say } = await offline()
    const [edited, gone] = [await say('um'), await say('dois')]
    const again = await w.reopen()
    const ana = again.signedIn(findUserOrFail(again.db, 1))
    await ana.json(`/api/messages/edit/${edited}?ticketId=1`, 'POST', { body: 'três' })
    await ana.request(`/api/messages/${gone}`, { method: 'DELETE' })
    again.connect(1)
    await idle(again)
    expect(again.telephones.actions.map((action) => action.do)).toEqual(['edit', 'revoke'])
  })
})

describe('a message that may have arrived', () => {
  /** The messenger did not answer any of the five attempts. */
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

  test('keeps its newest text when it fails, and is sent again with it, followed by its edit', async () => {
    const { w, id, retry, shown } = await lost()
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 0, failure: 'noAnswer', refused: null })
    await retry()
    await idle(w)
    expect(w.telephones.sent.at(-1)).toMatchObject({ body: 'dois' })
    expect(w.telephones.actions).toMatchObject([{ do: 'edit', body: 'dois' }])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, oldMessages: [{ body: 'um' }] })
  })

  test('is sent again without its edit when phones would no longer accept one', async () => {
    const { w, id, retry, shown } = await lost()
    w.clock.forward(HOUR)
    await retry()
    await idle(w)
    expect(w.telephones.actions).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, refused: null })
  })

  test('keeps the text it was sent again with, even if its edit is too late for phones', async () => {
    const { w, id, retry, shown } = await lost()
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    await retry()
    w.clock.forward(HOUR)
    w.connect(1)
    await idle(w)
    expect(w.telephones.sent.at(-1)).toMatchObject({ body: 'dois' })
    expect(w.telephones.actions).toEqual([])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, refused: null })
  })

  test('is not edited as if it had never been sent, however often it is queued', async () => {
    const { w, id, edit, remove, retry } = await lost()
    expect(await refusal(await edit(id, 'três'))).toBe('ERR_MESSAGE_NOT_EDITABLE')
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    await retry()
    await remove(id)
    w.connect(1)
    await idle(w)
    expect(w.telephones.actions.at(-1)).toMatchObject({ do: 'revoke' })
  })
})
