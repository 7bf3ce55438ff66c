/** Messages that WhatsApp repeats because their confirmation was lost are confirmed again, and nobody is asked for them. */
import { afterEach, describe, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

type Testbed = Awaited<ReturnType<typeof linkedTestbed>>
type Kind = readonly [name: string, prepare: (all: Testbed) => Promise<string>]

const kinds: readonly Kind[] = [
  ['that opens a conversation', async () => COMPANY],
  [
    'of a conversation that was answered',
    async ({ session, maria }) => {
      await maria.say(COMPANY, 'oi')
      await session.hears('oi')
      await session.say(MARIA, 'olá')
      await maria.gets('olá')
      return COMPANY
    },
  ],
  [
    'of a group',
    async ({ simulator, session, maria }) => {
      const made = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
      if (!made.ok || !made.id) throw new Error('no group')
      await maria.say(made.id, 'oi')
      await session.hears('oi')
      return made.id
    },
  ],
]

describe('a repeated message', () => {
  for (const [name, prepare] of kinds)
    test(`${name} is confirmed, and not requested again`, async () => {
      const all = await linkedTestbed()
      const { simulator, session, maria, company } = all
      const chat = await prepare(all)
      const allow = simulator.intercept((_, { tag, attrs }) =>
        (tag === 'receipt' && attrs.type !== 'retry') || (tag === 'ack' && attrs.class === 'message')
          ? 'drop'
          : undefined,
      )
      const texts = ['um', 'dois', 'três']
      const ids: string[] = []
      for (const text of texts) ids.push(await maria.say(chat, text))
      await session.hears('três')
      await session.close()
      allow()
      const asked: string[] = []
      simulator.intercept((_, { tag, attrs }) => {
        if (tag === 'receipt' && attrs.type === 'retry') asked.push(attrs.id ?? '')
        return undefined
      })
      const next = openSession(simulator, { db: session.db })
      afterThisTest(next.close)
      next.channel.start(REF)
      await until(() => company.view().devices.every(({ pending }) => pending === 0))
      await maria.say(chat, 'quatro')
      await next.hears('quatro')
      expect(ids.map((id) => maria.message(chat, id)?.ack)).toEqual([3, 3, 3])
      expect(asked).toEqual([])
      expect(next.messages.map(({ body }) => body)).toEqual(['quatro'])
    })
})
