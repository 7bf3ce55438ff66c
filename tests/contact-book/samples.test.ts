/** The samples of all families: every row of people, tickets and what belongs to them is counted once, also the second time. */
import { expect, test } from 'bun:test'
import { families, type Kind } from '../../src/moving-in/source'
import { getRows } from '../../src/platform/sql'
import { countDifferences } from '../../src/tickets/figures/recount'
import { bakeryOf, openSample } from '../moving-in/families/support'
import { moveIn } from '../moving-in/support'

const kinds: readonly Kind[] = [
  ...(['contacts', 'contactFields', 'lidMaps', 'tags', 'ticketTags', 'contactTags'] as const),
  ...(['tickets', 'trackings', 'ticketLogs', 'ratings', 'notes'] as const),
]

for (const family of families)
  test(`of ${family}`, async () => {
    const source = await openSample(family)
    const moved = await moveIn(source, { company: bakeryOf(source) })
    const missing = () => moved.missing.filter(([kind]) => kinds.includes(kind))
    expect(missing()).toEqual([])
    expect(moved.imported('contacts')).toBeGreaterThan(0)
    expect(moved.imported('tickets')).toBeGreaterThan(0)
    const doubtful = getRows<object>(
      moved.db,
      `SELECT number FROM contacts WHERE length(number) > 13 OR number IN (SELECT value FROM contact_addresses WHERE kind = 'lid')`,
    )
    expect(doubtful).toEqual([])
    expect(countDifferences(moved.db.$client.name)).toBe(0)
    const again = await moved.again(source, { company: bakeryOf(source) })
    for (const kind of kinds) expect([kind, again.imported(kind)]).toEqual([kind, 0])
    expect(again.missing.filter(([kind]) => kinds.includes(kind))).toEqual([])
    expect(countDifferences(again.db.$client.name)).toBe(0)
  }, 60_000)
