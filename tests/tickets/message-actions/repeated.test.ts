/** Actions when the messenger refuses late, or the contact’s number is corrected. */
import { describe, expect, test } from 'bun:test'
import type { SendResult } from '../../../src/channels/channel'
import { MINUTE } from '../../../src/platform/time'
import { quiet, until } from '../../support/until'
import { idle, JOAO, MARIA, talking } from './support'

describe('a late refusal by the messenger', () => {
  const unknown = { outcome: 'unknown' } as const

  test('does not send what was undone meanwhile', async () => {
    const { w, ana, say, shown } = await talking()
    w.telephones.answerNext(unknown)
    const id = await say('engano')
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 1)
    await ana.json(`/api/messages/cancel/${id}`, 'POST', {})
    w.telephones.repeatRefused(w.refOf(1), w.telephones.sent[0]?.externalId ?? '')
    await quiet()
    expect(w.telephones.sent).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ ack: 0, failure: 'cancelled' })
  })

  /** An edit and a reaction end like this; then the late refusal of both arrives. */
  const resultsOfActions = async (end: SendResult) => {
    const { w, sent, edit, react } = await talking()
    const id = await sent('um')
    for (const action of [() => edit(id, 'dois'), () => react(id, '👍')]) {
      w.telephones.answerNext(end)
      await action()
      await idle(w)
    }
    for (const { externalId } of [...w.telephones.actions]) w.telephones.repeatRefused(w.refOf(1), externalId)
    await idle(w)
    return w.telephones.actions.map((action) => action.do)
  }

  test('sends a valid action again', async () => {
    expect(await resultsOfActions({ outcome: 'sent' })).toEqual(['edit', 'react', 'edit', 'react'])
  })

  test('does not send an undone action again', async () => {
    expect(await resultsOfActions({ outcome: 'refused', reason: 'noAnswer' })).toEqual(['edit', 'react'])
  })
})

test('sends an action again that a phone requests while it is being sent', async () => {
  const { w, say, sent, edit } = await talking()
  let confirm = (_result: SendResult) => {}
  const onItsWay = async (action: () => Promise<unknown>, externalIds: () => readonly string[]) => {
    w.telephones.answerNext(() => new Promise((resolve) => (confirm = resolve)))
    await action()
    await until(() => externalIds().length === 1)
    w.telephones.repeatRefused(w.refOf(1), externalIds()[0] ?? '')
    confirm({ outcome: 'sent' })
    await idle(w)
    const [first, again, ...more] = externalIds()
    expect([again, more]).toEqual([first, []])
  }
  await onItsWay(
    () => say('um'),
    () => w.telephones.sent.map(({ externalId }) => externalId),
  )
  const id = await sent('dois')
  await onItsWay(
    () => edit(id, 'três'),
    () => w.telephones.actions.map(({ externalId }) => externalId),
  )
})

test('undoes an action that a phone requested again if the messenger no longer accepts it', async () => {
  const { w, sent, edit, react, shown } = await talking()
  const id = await sent('um')
  for (const action of [() => edit(id, 'dois'), () => react(id, '👍')]) {
    await action()
    await idle(w)
    w.clock.forward(MINUTE)
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    w.telephones.repeatRefused(w.refOf(1), w.telephones.actions.at(-1)?.externalId ?? '')
    await idle(w)
    expect(await shown(id)).toMatchObject({ body: 'um', reactions: [], refused: { reason: 'rejected' } })
  }
})

describe('does not repeat a replaced edit, which would show the earlier text on the phone', () => {
  const said = ({ w }: Awaited<ReturnType<typeof talking>>) =>
    w.telephones.actions.map((action) => 'body' in action && action.body)

  test('if both have left', async () => {
    const talk = await talking()
    const { w, sent, edit } = talk
    const id = await sent('um')
    for (const body of ['dois', 'três']) {
      await edit(id, body)
      await idle(w)
    }
    for (const { externalId } of [...w.telephones.actions]) w.telephones.repeatRefused(w.refOf(1), externalId)
    await idle(w)
    expect(said(talk)).toEqual(['dois', 'três', 'três'])
  })

  test('if it is being sent', async () => {
    const talk = await talking()
    const { w, sent, edit } = talk
    const id = await sent('um')
    let confirm = (_result: SendResult) => {}
    w.telephones.answerNext(() => new Promise((resolve) => (confirm = resolve)))
    await edit(id, 'dois')
    await until(() => w.telephones.actions.length === 1)
    w.telephones.repeatRefused(w.refOf(1), w.telephones.actions[0]?.externalId ?? '')
    await edit(id, 'três')
    confirm({ outcome: 'sent' })
    await idle(w)
    expect(said(talk)).toEqual(['dois', 'três'])
  })
})

describe('a corrected number', () => {
  const corrected = async (sentBefore: boolean, number = JOAO) => {
    const talk = await talking()
    const { w, say, remove } = talk
    if (!sentBefore) w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    const id = await say('segredo')
    if (sentBefore) await idle(w)
    await w.admin().json('/api/contacts/1', 'PUT', { name: 'Maria', number })
    w.connect(1)
    await idle(w)
    await remove(id)
    await idle(w)
    return [...w.telephones.sent, ...w.telephones.actions].map(({ to }) => to.value)
  }

  test('deletes at the old address what was sent there', async () => {
    expect(await corrected(true)).toEqual([MARIA, MARIA])
  })

  test('deletes at the other form of the number what was sent there', async () => {
    expect(await corrected(true, '552196124087')).toEqual([MARIA, '552196124087'])
  })

  test('sends waiting messages to the new one, and deletes them there', async () => {
    expect(await corrected(false)).toEqual([JOAO, JOAO])
  })

  test('repeats what was sent to the old one only there', async () => {
    const { w, sent } = await talking()
    await sent('segredo')
    await w.admin().json('/api/contacts/1', 'PUT', { name: 'Maria', number: JOAO })
    w.telephones.repeatRefused(w.refOf(1), w.telephones.sent[0]?.externalId ?? '')
    await idle(w)
    expect(w.telephones.sent.map(({ to }) => to.value)).toEqual([MARIA, MARIA])
  })
})
