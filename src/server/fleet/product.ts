/** The way of a company into the running server of a node, and out of it. */
import type { Server } from '../server'
import { reconnectSockets } from '../sockets'
import type { Product } from './effects'

/** Resolves when requests of the company that have begun are handled. */
export type Parting = (company: string) => Promise<void>

export type ProductDeps = {
  /** Companies that are open here. */
  readonly here: Set<string>
  readonly partings: ReadonlySet<Parting>
  /** Called when a company has come, or come back without having been elsewhere. */
  readonly arrivals: ReadonlySet<(company: string) => void>
  /** Undefined if the server never opens. */
  readonly attached: Promise<Server | undefined>
}

/** The next node reads them from the company's database. */
function storeFigures({ storage, log }: Server, company: string): void {
  try {
    storage.store(company)
  } catch (error) {
    log.warn({ err: error, tenant: company }, 'what a company stores could not be noted when it left')
  }
}

/** How long a company that leaves waits for requests that have begun. */
const QUIESCE_MS = 500

export const createProduct = ({ here, partings, arrivals, attached }: ProductDeps): Product => ({
  async open(company) {
    const server = await attached
    here.add(company)
    server?.companyMoves.take(company)
    for (const call of arrivals) call(company)
  },
  async quiesce(company) {
    const handled = Promise.all([...partings].map((call) => call(company)))
    await Promise.race([handled, Bun.sleep(QUIESCE_MS)])
    ;(await attached)?.accessLog.write(company) // what is kept in memory for some seconds
  },
  shut: (company) => void here.delete(company),
  async close(company) {
    const server = await attached
    if (server && here.has(company)) storeFigures(server, company)
    here.delete(company)
    await server?.companyMoves.part(company)
  },
  async endSockets(company) {
    const server = await attached
    if (server) reconnectSockets(server, company)
  },
})
