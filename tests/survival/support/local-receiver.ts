/** An installation that calls a stand-in on this machine, and is killed again and again while customers write. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openInstallation } from './installation'
import { tenantFolder } from './ledger'
import type { RepeatableRandom } from './random'
import { startServerProcess } from './server-process'

const ALLOW = { outsideAllow: '127.0.0.1:*' }

type Writing = { readonly customers: number; readonly messages: number }
/** `within`: milliseconds after the messages have been released. */
type Killing = { readonly kills: number; readonly within: number; readonly random: RepeatableRandom }

export async function openBesideReceiver() {
  const { testbed, client, dataDir, server: first } = await openInstallation(ALLOW)
  let server = first
  return {
    client,
    /** Kills the server at a random moment of each batch of messages; resolves when the last batch has arrived. */
    async killWhileWritten({ customers, messages }: Writing, { kills, within, random }: Killing) {
      for (let kill = 0; kill < kills; kill++) {
        await testbed.prepare(customers, messages)
        await testbed.release()
        await Bun.sleep(random.between(0, within))
        await server.kill()
        server = await startServerProcess({ dataDir, testbed, ...ALLOW })
        client.moveTo(server)
      }
      await testbed.settled(20_000)
    },
    /** Reads the company's file beside the running server. */
    read<T>(sql: string): T[] {
      const db = new Sqlite(join(tenantFolder(dataDir), 'tenant.db'), { readonly: true })
      try {
        return db.prepare(sql).all() as T[] // the caller lists the columns
      } finally {
        db.close()
      }
    },
    kill: () => server.kill(),
  }
}
