/** An installation that links a phone with a backfill: real server, real channel and the simulator in one process. */

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { changeConnection, createConnection } from '../../../src/channels/connections/actions'
import { progressOf } from '../../../src/channels/connections/backfill'
import type { CreateConnection } from '../../../src/channels/connections/contract'
import { findConnectionOrFail } from '../../../src/channels/connections/queries'
import type { Limits } from '../../../src/channels/whatsapp/limits'
import { createWhatsapp } from '../../../src/channels/whatsapp/whatsapp'
import type { LiveEvent } from '../../../src/platform/events'
import type { Gate } from '../../../src/platform/gate'
import { insertQueue } from '../../../src/queues/queries'
import { openServer } from '../../../src/server/server'
import type { Command } from '../../../src/simulator/contract'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator'
import { anActor } from '../../support/actor'
import { afterEachTest } from '../../support/after-each'
import { copyInstallation, createEmptyCompany } from '../../support/migrated'
import { parsing } from '../../support/parsing'
import { shelf } from '../../support/shelf'
import { watchWires } from '../../support/wires'
import { until } from '../../survival/support/until'

export const COMPANY = '552130421180'
export const OTHER_COMPANY = '552130421199'
export const MARIA = '5521996124087'
export const JOAO = '5521987654321'
export const DAY = 86_400_000

export const ADMIN = anActor({ profile: 'admin' })

const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)
afterEachTest(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export async function openTestbed() {
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const company = simulator.addPhone({ phone: COMPANY, name: 'Loja', role: 'company' })
  const maria = simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  const joao = simulator.addPhone({ phone: JOAO, name: 'João', role: 'customer' })
  const run = async (command: Command) => {
    const result = await simulator.run(command)
    if (!result.ok) throw new Error(result.message)
    return result
  }
  return { simulator, company, maria, joao, run }
}

type Scanner = { scan(qr: string): Promise<unknown> }
type Options = { readonly limits?: Partial<Limits>; readonly dataDir?: string; gate?(dataDir: string): Gate }

export async function openInstallation(simulator: Pick<Simulator, 'url' | 'rootKey'>, options: Options = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(shelf(), 'past-'))
  if (!options.dataDir) {
    afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
    copyInstallation(dataDir)
  }
  const events: LiveEvent[] = []
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const server = openServer({
    dataDir,
    log,
    parsing,
    gate: options.gate?.(dataDir),
    createChannel: (parts) =>
      createWhatsapp({
        ...parts,
        url: simulator.url,
        rootKey: simulator.rootKey,
        now: Date.now,
        random: Math.random,
        limits: { historySilence: 6_000, historyRetry: 50, ...options.limits },
      }),
    observe: (_tenant, event) => void events.push(event),
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await server.close()
  }
  afterThisTest(close)
  const company = createEmptyCompany(server.databases, Date.now(), 'Loja')
  const cx = server.cxOf(company.uuid)
  const queue = insertQueue(cx.db, Date.now(), { name: 'Antigos', color: '#123456', position: 1 })
  const connection = createConnection(cx, { name: 'Loja' })
  const { id } = connection
  const rows = <T>(sql: string, ...params: (string | number)[]) => cx.db.$client.prepare(sql).all(...params) as T[]
  const linkTo = async (connectionId: number, phone: Scanner) => {
    await server.sessions.pair(cx, connectionId, { by: 'qr' })
    const summary = () => server.sessions.summarize(cx, findConnectionOrFail(cx.db, connectionId))
    const qr = await until(() => summary().qrcode, { why: () => JSON.stringify(summary()) })
    await phone.scan(qr)
    await until(() => summary().status === 'CONNECTED', { why: () => JSON.stringify(summary()) })
  }
  return {
    server,
    cx,
    dataDir,
    events,
    logged,
    queueId: queue.id,
    connectionId: id,
    rows,
    close,
    progress: () => progressOf(cx.db, id),
    status: () => findConnectionOrFail(cx.db, id).status,
    /** As a channel would hand it over. */
    ref: { tenantUuid: company.uuid, connectionId: id },
    heard: (name: string) => events.filter((event) => event.name === name),
    /** All messages count as recent by default, so the end is known without waiting for more. */
    configureImport: (settings: Partial<CreateConnection> = {}) =>
      changeConnection(cx, id, {
        importOldMessagesEnable: true,
        importDateStartMessages: new Date(Date.now() - 13 * DAY).toISOString(),
        queueIdImportMessages: queue.id,
        ...settings,
      }),
    link: (phone: Scanner) => linkTo(id, phone),
    linkTo,
    ends: (within = 50_000) =>
      until(
        () => {
          const progress = progressOf(cx.db, id)
          return progress !== null && progress.finishedAt !== null && progress
        },
        { within, why: () => `${JSON.stringify(progressOf(cx.db, id))} ${logged.slice(-3).join('')}` },
      ),
  }
}

export type Stored = {
  readonly id: number
  readonly body: string
  readonly externalId: string
  readonly fromMe: number
  readonly ack: number
  readonly createdAt: number
  readonly status: string
}

export const STORED = `SELECT m.id, m.body, m.external_id AS externalId, m.from_me AS fromMe, m.ack, m.created_at AS createdAt, t.status
  FROM messages m JOIN tickets t ON t.id = m.ticket_id ORDER BY m.contact_id, m.created_at, m.id`
