/** A log on servers of its own. */

import type { AppendOutcome, LogMessage } from '../../../src/fleet/commit-log'
import { type Connection, connect } from '../../../src/fleet/jetstream/connection'
import { jetStreamLog, type LogOptions } from '../../../src/fleet/jetstream/log'
import { createStreams } from '../../../src/fleet/jetstream/streams'
import type { Nats } from '../../support/nats'
import { message } from '../commit-log-contract'

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

export async function openLog(
  nats: Nats,
  { nodeTtlMs, ...options }: LogOptions & { readonly nodeTtlMs?: number } = {},
): Promise<OpenedLog> {
  const connection = await connect(settingsFor(nats))
  const replicas = nats.servers.length === 3 ? 3 : 1
  await createStreams(connection, { installation: 'test', replicas, ...(nodeTtlMs !== undefined && { nodeTtlMs }) })
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

export type Written = { readonly text: string; readonly expected: number; readonly seq: number }

/** A node that believes to own the company: it writes after what it last saw, and again what was not answered. */
export function writer(log: OpenedLog['log'], company: string, name: string) {
  const written: Written[] = []
  const outcomes = { stored: 0, refused: 0, unsure: 0 }
  let stopped = false
  const write = async (expected: number, id: string, each: LogMessage): Promise<AppendOutcome> => {
    for (;;) {
      const answer = await log.append(company, expected, id, each)
      outcomes[answer.outcome]++
      if (answer.outcome !== 'unsure') return answer
    }
  }
  const run = async () => {
    let expected = (await log.last(company))?.seq ?? 0
    for (let n = 1; !stopped; n++) {
      const text = `${name} ${n}`
      const answer = await write(expected, `1.${n}`, message(text))
      if (answer.outcome === 'stored') written.push({ text, expected, seq: answer.seq })
      expected = answer.outcome === 'stored' ? answer.seq : ((await log.last(company))?.seq ?? 0)
    }
  }
  const ending = run()
  return {
    written,
    outcomes,
    async stop() {
      stopped = true
      await ending
    },
  }
}

/** As an owner does: the same message, until the servers know. */
export async function again(append: () => Promise<AppendOutcome>): Promise<AppendOutcome> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await append()
    if (answer.outcome !== 'unsure') return answer
  }
  throw new Error('still unsure')
}
