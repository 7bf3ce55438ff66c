/**
 * Messages that are on their way when a company leaves a node: its next session stores each once, in order, and requests
 * none again.
 */
import { describe, expect } from 'bun:test'
import { talking } from '../channels/whatsapp/installation'
import { type HeldGate, holdGate } from '../support/held-gate'
import { test } from '../support/trace'
import { until } from '../support/until'
import { COMPANY } from '../tickets/backfill/support'

const texts = Array.from({ length: 30 }, (_, nth) => `mensagem ${nth}`)

type Leaving = readonly [
  name: string,
  leave: (held: HeldGate, company: string, stop: () => Promise<void>) => Promise<void>,
]
const leavings: readonly Leaving[] = [
  [
    'when its confirmations are lost',
    async (held, company, stop) => {
      held.lose(company)
      await stop()
      held.open()
    },
  ],
  [
    'when they leave late',
    async (held, _, stop) => {
      await stop()
      held.open()
    },
  ],
  [
    'when they never waited',
    async (held, _, stop) => {
      held.open()
      await stop()
    },
  ],
]

describe('messages on their way when a company leaves', () => {
  for (const [name, leave] of leavings)
    test(`are stored once, in order, and not requested again ${name}`, async () => {
      const gate = holdGate()
      const { simulator, installation, maria, bodies, say } = await talking({ gate: gate.gate })
      say('olá')
      await maria.gets('olá')
      await maria.say(COMPANY, 'tudo bem?')
      await until(() => bodies().length === 3)
      const asked: string[] = []
      simulator.intercept((_, { tag, attrs }) => {
        if (tag === 'receipt' && attrs.type === 'retry') asked.push(attrs.id ?? '')
        return undefined
      })
      const { held } = gate
      const { sessions } = installation.server
      const company = installation.ref.tenantUuid
      held.hold()
      const said = texts.map((text) => maria.say(COMPANY, text))
      await until(() => bodies().length > 5, 'some to be stored')
      await leave(held, company, () => sessions.stopCompany(company))
      await Promise.all(said)
      await sessions.startCompany(installation.cx)
      await until(() => bodies().length === 3 + texts.length, 'all to be stored')
      await maria.say(COMPANY, 'até logo')
      await until(() => bodies().at(-1) === 'até logo', 'what comes afterwards')
      expect(bodies().slice(3, -1)).toEqual(texts)
      expect(asked).toEqual([])
    })
})
