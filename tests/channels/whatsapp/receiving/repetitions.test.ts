/** Messages that fail repeatedly wait before the next try, without delaying others. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { COMPANY, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

/** Maria's message could not be decrypted twice; the next try succeeds. */
async function twiceUnread(repetition: number) {
  const all = await linkedTestbed({ limits: { repetition } })
  const { simulator, session, maria } = all
  await maria.say(COMPANY, 'zero')
  await session.hears('zero')
  const asked: string[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'receipt' && attrs.type === 'retry') asked.push(attrs.id ?? '')
    return undefined
  })
  await simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 2 })
  await maria.say(COMPANY, 'um')
  await until(() => asked.length === 2)
  return all
}

test('others arrive while a message that fails repeatedly waits', async () => {
  const { session, joao, maria } = await twiceUnread(60_000)
  await joao.say(COMPANY, 'dois')
  await maria.say(COMPANY, 'três')
  await session.hears('três')
  expect(session.messages.map(({ body }) => body).slice(0, 3)).toEqual(['zero', 'dois', 'três'])
})

test('a repeated message is decrypted after its wait', async () => {
  const { session } = await twiceUnread(100)
  await session.hears('um')
})
