/** Waits gather: many requests share an acknowledgement, and a slow log costs its delay, not a delay for each of them. */
import { expect, test } from 'bun:test'
import type { Gate } from '../../src/platform/gate'
import { SALES } from '../support/company-world'
import { createHeldGate, type HeldGate } from '../support/held-gate'
import { world } from '../support/world'

/** One acknowledgement per company at a time, as the log has it; it is for everything committed when it began. */
function groupingGate(held: HeldGate, ms: number) {
  const flights = new Map<string, { at: string; done: Promise<void>; next: Promise<void> | undefined }>()
  let count = 0
  const begin = (company: string): Promise<void> => {
    const at = held.positionOf(company)
    count++
    const done = Bun.sleep(ms).then(() => {
      held.acknowledgeUpTo(company, at)
      flights.delete(company)
    })
    flights.set(company, { at, done, next: undefined })
    return done
  }
  const wait = (company: string): Promise<void> | undefined => {
    if (!held.isPending(company)) return undefined
    const flight = flights.get(company)
    if (!flight) return begin(company)
    if (flight.at === held.positionOf(company)) return flight.done
    flight.next ??= flight.done.then(() => begin(company))
    return flight.next
  }
  const gate: Gate = {
    wait,
    waitForAll() {
      const waits = held.listAll().flatMap((company) => wait(company) ?? [])
      return waits.length > 0 ? Promise.all(waits).then(() => {}) : undefined
    },
  }
  return { gate, count: () => count }
}

test('requests at once share acknowledgements', async () => {
  let grouping: ReturnType<typeof groupingGate> | undefined
  const w = world({
    gate(dataDir) {
      const held = createHeldGate(dataDir)
      grouping = groupingGate(held, 5)
      held.hold()
      return grouping.gate
    },
  })
  const people = Array.from({ length: 8 }, () => w.attendant([SALES], { profile: 'admin' }))
  const tags = await Promise.all(
    people.map(async (one, n) => {
      const { data } = await one.api.tags.post({ name: `Etiqueta ${n}`, color: '#ff0000' })
      return data?.id ?? 0
    }),
  )
  const before = grouping?.count() ?? 0
  const rounds = 25
  const change = (n: number, round: number) =>
    people[n]?.api.tags({ id: tags[n] ?? 0 }).put({ name: `Etiqueta ${n} ${round}`, color: '#00ff00' })
  await Promise.all(
    people.map(async (_, n) => {
      for (let round = 0; round < rounds; round++) expect((await change(n, round))?.status).toBe(200)
    }),
  )
  const acknowledgements = (grouping?.count() ?? 0) - before
  // One for each round of everybody, and a few more while they are not in step.
  expect(acknowledgements).toBeLessThan(people.length * rounds * 0.75)
})
