/** Edits and deletions of messages that never left, or of which nobody knows whether they arrived. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import type { Message } from '../../../src/tickets/messages/contract'
import { findUserOrFail } from '../../../src/users/people'
import { until } from '../../support/until'
import { idle, lastOf, refusal, talking } from './support'

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
    expect(w.telephones.actions).toEqual([])
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
    expect(w.telephones.actions.map(({ target }) => target.externalId)).toEqual([
      w.telephones.sent[0]?.externalId ?? '',
    ])
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
    expect(again.telephones.actions.map((action) => action.do)).toEqual(['edit', 'revoke'])
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
    expect(w.telephones.actions).toMatchObject([{ do: 'edit', body: 'dois' }])
    expect(await shown(id)).toMatchObject({ body: 'dois', ack: 2, oldMessages: [{ body: 'um' }] })
  })

  test('goes again without its edit when phones would take none any more', async () => {
    const { w, id, retry, shown } = await lost()
    w.clock.forward(HOUR)
    await retry()
    await idle(w)
    expect(w.telephones.actions).toEqual([])
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
    expect(w.telephones.actions).toEqual([])
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
    expect(w.telephones.actions.at(-1)).toMatchObject({ do: 'revoke' })
  })
})
