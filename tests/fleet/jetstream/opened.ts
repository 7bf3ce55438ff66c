/** A log on servers of its own. */
import { type Connection, connect } from '../../../src/fleet/jetstream/connection'
import { jetStreamLog, type LogOptions } from '../../../src/fleet/jetstream/log'
import { createStreams } from '../../../src/fleet/jetstream/streams'
import type { Nats } from '../../support/nats'

export const settingsFor = (nats: Pick<Nats, 'urls'>, node = 'node-1') => ({
  servers: nats.urls.split(','),
  node,
  address: '127.0.0.1:1',
})

export type OpenedLog = {
  readonly connection: Connection
  readonly log: ReturnType<typeof jetStreamLog>
  close(): Promise<void>
}

export async function openLog(nats: Nats, options: LogOptions = {}): Promise<OpenedLog> {
  const connection = await connect(settingsFor(nats))
  await createStreams(connection, { installation: 'test', replicas: nats.servers.length === 3 ? 3 : 1 })
  const log = jetStreamLog(connection, options)
  return {
    connection,
    log,
    async close() {
      await log.stop()
      await connection.close()
    },
  }
}
