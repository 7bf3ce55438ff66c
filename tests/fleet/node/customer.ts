/** A customer who writes to a company of the fleet, through a messenger that delivers until it has its acknowledgement. */
import { NotAcknowledged } from '../../../src/platform/gate'
import { boundOf } from '../../support/bound'
import { openPerson } from '../../support/person'
import type { TestNode } from './fleet'

/** `nodes` is asked each time: some may be closed, and others come. */
export function openCustomer(nodes: () => readonly TestNode[], company: string) {
  const ref = { tenantUuid: company, connectionId: 1 }
  const written: string[] = []
  const ownerOf = () => nodes().find(({ server }) => server.databases.isAvailable(company))

  /** Whether it is acknowledged: stored, and in the fleet's log. */
  async function deliver(node: TestNode, id: string, body: string): Promise<boolean> {
    const { telephones, server } = node
    telephones.report(ref, { status: 'CONNECTED', number: '5511900000001' })
    const person = openPerson(telephones, ref, { number: '5521987654321' })
    try {
      person.says(body, { externalId: id })
      await server.gate.wait(company)
      return server.databases.isAvailable(company)
    } catch (error) {
      // It was lost on the way, and comes again to the next owner.
      if (error instanceof NotAcknowledged || !server.databases.isAvailable(company)) return false
      throw error
    }
  }

  return {
    /** Resolves when it is acknowledged; the same message comes again until then. */
    async says(body: string): Promise<void> {
      const id = `CUSTOMER${written.length + 1}`
      written.push(body)
      const bound = boundOf(60_000)
      for (;;) {
        const owner = ownerOf()
        if (owner && (await deliver(owner, id, body))) return
        if (bound.isOver()) throw new Error(`nobody took "${body}"`)
        await Bun.sleep(20)
      }
    },
    written: (): readonly string[] => written,
    /** What the company has of it, in its order. */
    stored(): unknown[] {
      const all = ownerOf()?.server.cxOf(company).db.$client
      const rows = all?.prepare('SELECT body FROM messages ORDER BY id').pluck().all() ?? []
      return rows.filter((body) => written.includes(String(body)))
    },
  }
}
