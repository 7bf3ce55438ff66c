/** A new installation and simulator with linked connections. */
import Sqlite from 'better-sqlite3'
import { type Client, clientOf, signIn } from './client'
import { signInMore } from './companies'
import { ADMIN, fileIn, firstAdmin } from './seed'
import { type ServerProcess, startServer, temporaryFolder } from './server'
import { readStalls, type Stalls } from './stalls'
import { link, openTestbed, type Testbed } from './testbed'

export type Installation = {
  readonly server: ServerProcess
  readonly client: Client
  readonly testbed: Testbed
  readonly stallsBefore: Stalls
  /** The company's database. */
  readonly file: string
  stored(): number
  /** Signs in further people who see everything. */
  colleagues(count: number): Promise<Client[]>
  close(): Promise<void>
}

export async function openInstallation(
  connections: number,
  executable?: string,
  env: Readonly<Record<string, string>> = {},
  /** Makes something else of the new installation, before it is served; returns what is added to its environment. */
  prepare?: (dataDir: string) => Promise<Readonly<Record<string, string>>>,
): Promise<Installation> {
  const testbed = await openTestbed()
  const folder = temporaryFolder()
  if (prepare) await (await startServer(folder.path, { env: firstAdmin, executable })).stop()
  const more = (await prepare?.(folder.path)) ?? {}
  const server = await startServer(folder.path, { env: { ...testbed.env, ...firstAdmin, ...env, ...more }, executable })
  const client = await signIn(server.port, ADMIN)
  for (let n = 0; n < connections; n++) await link(client, testbed, n)
  const file = fileIn(folder.path)
  const db = new Sqlite(file, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM messages WHERE from_me = 0').pluck()
  return {
    server,
    client,
    testbed,
    file,
    stallsBefore: await readStalls(server),
    stored: () => Number(count.get()),
    colleagues: async (count) =>
      (await signInMore(folder.path, count)).map((person) =>
        clientOf(server.port, { ...person, company: client.company }),
      ),
    async close() {
      db.close()
      await server.stop()
      await testbed.stop()
      folder.remove()
    },
  }
}
