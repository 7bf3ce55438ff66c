/** Calls through WhatsApp: told at each step, refused on the caller's phone when the house says so. */
import { afterEach, expect, test } from 'bun:test'
import { COMPANY, MARIA, until } from './support'
import { clearAway, linkedTown } from './town'

afterEach(clearAway)

test('a call is told from its offer to its end', async () => {
  const { counter, simulator } = await linkedTown()
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 1 })
  await until(() => counter.calls.some(({ step }) => step === 'ended'), 4_000)
  expect(counter.calls.map(({ step }) => step)).toEqual(['offered', 'ended'])
  const [offer, end] = counter.calls
  expect(offer).toMatchObject({ isGroup: false, isVideo: false, externalId: end?.externalId })
  expect(offer?.chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('a refused call is refused on the network', async () => {
  const { simulator } = await linkedTown({ listener: { call: (_ref, { step }) => step === 'offered' } })
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 60 })
  await until(
    () => simulator.trace().includes('<reject'),
    4_000,
    () => simulator.trace().slice(-2_000),
  )
})
