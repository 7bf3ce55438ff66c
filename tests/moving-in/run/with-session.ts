/** An import of the sample installation, in which the first connection is linked. */
import { join } from 'node:path'
import type { ImportReport, TakenSession } from '../../../src/moving-in/contract'
import { importInstallation, type Question } from '../../../src/operator/moving-in/import'
import { allFillings, allMovers } from '../../../src/standby'
import { folder } from '../../cli/support'
import { readColumns, type SampleTable } from '../samples/table'
import { writeDump, writeTables } from './dumps'

export type Session = {
  readonly session: string
  readonly keys: readonly { readonly type: string; readonly id: string; readonly value: string }[]
}

function withSession(tables: readonly SampleTable[], { session, keys }: Session) {
  const connections = tables.find(({ name }) => name === 'Whatsapps')
  if (!connections) throw new Error('no connections')
  const at = (name: string) => connections.columns.findIndex((column) => column.name === name)
  const rows = [...connections.rows].map((row) => [...row])
  const first = rows[0]
  if (!first) throw new Error('no connection')
  first[at('session')] = session
  const stored = {
    name: 'BaileysKeys',
    columns: readColumns('whatsappId:integer type:varchar key:varchar value:text'),
    rows: keys.map(({ type, id, value }) => [first[at('id')] ?? 0, type, id, value]),
  }
  const others = tables.filter(({ name }) => name !== 'Whatsapps' && name !== 'BaileysKeys')
  return { tables: [...others, { ...connections, rows }, stored], name: String(first[at('name')]) }
}

export function importWith(linked: Session) {
  const [home, dataDir] = [folder(), join(folder(), 'data')]
  const { dump, media, sample } = writeDump(home)
  const { tables, name } = withSession(sample.tables, linked)
  writeTables(dump, tables)
  const asked: Question['kind'][] = []
  const run = (sessions: { redis: string | null } | null, answer = true) =>
    importInstallation(
      { dataDir, dump, media, isDryRun: false, only: null, name: null, zone: null, sessions },
      {
        movers: allMovers,
        fillings: allFillings,
        now: Date.now,
        signal: new AbortController().signal,
        typeOf: async () => 'application/octet-stream',
        ask: async ({ kind }) => {
          asked.push(kind)
          return kind !== 'sessions' || answer
        },
        progress() {},
      },
    )
  return { home, dataDir, run, asked, name }
}

export const sessionsIn = ({ companies }: ImportReport): readonly TakenSession[] =>
  companies.flatMap(({ sessions }) => sessions)
