/** An attendant reacts, and nobody acts in a conversation they may not see. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { idle, pageOf, refusal, talking, unseenByBeto } from './support'

describe('reacting', () => {
  test('keeps one reaction of the company, changed and removed, each sent once', async () => {
    const { w, react, shown } = await talking()
    await react(messageId(1), '👍')
    expect(await shown(messageId(1))).toMatchObject({ reactions: [{ emoji: '👍', fromMe: true, author: 'Ana' }] })
    await react(messageId(1), '❤️')
    await react(messageId(1), '❤️')
    await react(messageId(1), '')
    await idle(w)
    expect(await shown(messageId(1))).toMatchObject({ reactions: [] })
    expect(w.telephones.actions.map((action) => action.do === 'react' && action.emoji)).toEqual(['👍', '❤️', null])
  })

  test('sends a later reaction with a later time, even if the clock was set back in between', async () => {
    const { w, react } = await talking()
    await react(messageId(1), '👍')
    w.clock.forward(-MINUTE)
    await react(messageId(1), '❤️')
    await idle(w)
    const [first = 0, second = 0] = w.telephones.actions.map((action) => (action.do === 'react' ? action.at : 0))
    expect(second).toBeGreaterThan(first)
  })

  test('restores the previous one if refused', async () => {
    const { w, react, shown } = await talking()
    await react(messageId(1), '👍')
    await idle(w)
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    await react(messageId(1), '❤️')
    await idle(w)
    expect(await shown(messageId(1))).toMatchObject({ reactions: [{ emoji: '👍' }], refused: { act: 'react' } })
  })

  test('requires an emoji and an existing message', async () => {
    const { w, maria, first, react } = await talking()
    for (const no of ['ok', '👍👍', '<b>', 'a'.repeat(100)]) expect((await react(messageId(1), no)).status).toBe(400)
    for (const yes of ['👍🏽', '❤', '❤️', '👨‍👩‍👧', '🇧🇷', '1️⃣']) expect((await react(messageId(1), yes)).status).toBe(200)
    maria.deletes(first)
    expect(await refusal(await react(messageId(1), '👍'))).toBe('ERR_MESSAGE_NOT_REACTABLE')
    await idle(w)
  })
})

test('lets users who do not see the conversation change nothing in it', async () => {
  const { w, ana, beto } = await unseenByBeto()
  const tries = [
    beto.json(`/api/messages/edit/${messageId(1)}?ticketId=1`, 'POST', { body: 'x' }),
    beto.request(`/api/messages/${messageId(1)}`, { method: 'DELETE' }),
    beto.json('/api/messages/reactMessage', 'POST', { messageId: messageId(1), ticketId: 1, reaction: '👍' }),
  ]
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404)
  const other = w.ticket({ queueId: SUPPORT, userId: beto.userId })
  const across = await beto.json(`/api/messages/edit/${messageId(1)}?ticketId=${other.id}`, 'POST', { body: 'x' })
  expect(across.status).toBe(404)
  expect((await pageOf(ana))[0]).toMatchObject({ body: 'nossa', revision: 0 })
})
