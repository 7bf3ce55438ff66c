/** WhatsApp's end of a line, in a test's hand. */
import type { Simulator } from '../../../src/simulator/simulator'
import type { Connection } from '../../../src/simulator/wire/connection'

/** A phone's linked client, found by what it says next: keep `keepAlive` short. */
export function openConnectionOf(simulator: Pick<Simulator, 'intercept'>, phone: string): Promise<Connection> {
  return new Promise((resolve) => {
    const stop = simulator.intercept((connection) => {
      if (connection.account?.phone === phone) {
        stop()
        resolve(connection)
      }
      return undefined
    })
  })
}
