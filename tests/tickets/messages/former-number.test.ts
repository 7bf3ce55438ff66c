/** A connection is linked to another number: messages of the former number stay with it. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { LOJA } from '../../support/company-world'
import { until } from '../../support/until'
import type { World } from '../../support/world'
import { externalIdOf, idle, pageOf, refusal, talking } from '../message-actions/support'

const [FIRST, SECOND] = ['5511999998888', '5511999997777']

/** As when it is unlinked, and a phone scans the code. */
function link(w: World, number: string) {
  w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED', reason: 'loggedOut' })
  w.telephones.report(w.refOf(LOJA), { status: 'PAIRING', number })
  w.connect(LOJA, number)
}

async function onFirst() {
  const talk = await talking()
  link(talk.w, FIRST)
  return { ...talk, offline: () => talk.w.telephones.report(talk.w.refOf(LOJA), { status: 'TIMEOUT', number: FIRST }) }
}

describe('a connection with a new number', () => {
  test('allows no actions on its messages, only quotes, until that number is back', async () => {
    const { w, ana, sent, edit, remove, react } = await onFirst()
    const former = async () => (await pageOf(ana)).filter((one) => one.isOfFormerNumber).map(({ body }) => body)
    const id = await sent('do primeiro')
    link(w, SECOND)
    const next = await sent('do segundo')
    for (const answer of [await edit(id, 'outro'), await remove(id), await react(id, '👍')])
      expect(await refusal(answer)).toBe('ERR_MESSAGE_FORMER_NUMBER')
    expect(await former()).toEqual(['oi', 'do primeiro'])
    expect((await react(next, '👍')).ok).toBe(true)
    await ana.json('/api/messages/1', 'POST', { body: 'sobre isto', quotedMsg: { id } })
    await idle(w)
    expect(w.telephones.actions.map(({ target }) => target)).toMatchObject([externalIdOf(w, next)])
    expect(w.telephones.sent.at(-1)?.quoted).toMatchObject({ ...externalIdOf(w, id), body: 'do primeiro' })
    link(w, FIRST)
    expect(await former()).toEqual(['oi', 'do segundo', 'sobre isto'])
    expect((await remove(id)).ok).toBe(true)
  })

  test('undoes pending actions on its messages, with the reason', async () => {
    const { w, sent, edit, remove, react, shown, offline } = await onFirst()
    const [edited, deleted, liked] = [await sent('um'), await sent('dois'), await sent('três')]
    offline()
    for (const answer of [await edit(edited, 'outro'), await remove(deleted), await react(liked, '👍')])
      expect(answer.ok).toBe(true)
    link(w, SECOND)
    await idle(w)
    expect(w.telephones.actions).toEqual([])
    const refused = (act: string) => ({
      ack: 2,
      isDeleted: false,
      reactions: [],
      refused: { act, reason: 'formerNumber' },
    })
    expect(await shown(edited)).toMatchObject({ ...refused('edit'), body: 'um' })
    expect(await shown(deleted)).toMatchObject(refused('revoke'))
    expect(await shown(liked)).toMatchObject(refused('react'))
  })

  test('resends what may have arrived only by hand, and sends the rest over the new number', async () => {
    const { w, ana, say, react, shown, offline } = await onFirst()
    w.telephones.answerNext({ outcome: 'unknown' })
    const tried = await say('chegou?')
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 1)
    offline()
    const waiting = await say('espera')
    w.telephones.report(w.refOf(LOJA), { status: 'PAIRING', number: SECOND })
    expect((await shown(waiting))?.isOfFormerNumber).toBeUndefined()
    link(w, SECOND)
    w.clock.forward(MINUTE)
    await idle(w)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['chegou?', 'espera'])
    expect(await shown(tried)).toMatchObject({ ack: 0, failure: 'formerNumber', isOfFormerNumber: true })
    expect((await react(waiting, '👍')).ok).toBe(true)
    await ana.json(`/api/messages/retry/${tried}`, 'POST', {})
    await idle(w)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['chegou?', 'espera', 'chegou?'])
    expect((await react(tried, '👍')).ok).toBe(true)
  })

  test('counts what an earlier process left as possibly arrived', async () => {
    const { w, say, offline } = await onFirst()
    offline()
    const id = await say('espera')
    const next = await w.reopen()
    link(next, SECOND)
    await idle(next)
    expect(next.telephones.sent).toEqual([])
    expect(next.rows('SELECT ack, failure FROM messages WHERE id = ?', id)).toEqual([
      { ack: 0, failure: 'formerNumber' },
    ])
  })
})
