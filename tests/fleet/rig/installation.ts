/** An installation with companies and two attendants each, made once for all worlds of this process. */
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { programToTest } from '../../chaos/program'
import { shelf } from '../../support/shelf'
import { EMAIL, PASSWORD, startServerProcess } from '../../survival/support/server-process'
import type { Login } from './attendant'
import type { RigSize } from './world'

/** Nobody calls WhatsApp yet. */
const nobody = { url: 'ws://127.0.0.1:9', rootKey: '0'.repeat(64) }

const made = new Map<string, Promise<string>>()

/** The data folder has it then. */
export async function copyInstallation(
  to: string,
  { companies, program = programToTest() }: Pick<RigSize, 'companies' | 'program'>,
): Promise<readonly Logins[]> {
  const kind = [companies, ...program].join(' ')
  const from = made.get(kind) ?? make(companies, program)
  made.set(kind, from)
  cpSync(await from, to, { recursive: true })
  return loginsOf(companies)
}

export type Logins = readonly [Login, Login]

const loginsOf = (companies: number): readonly Logins[] =>
  Array.from(
    { length: companies },
    (_, at): Logins => [
      { email: at === 0 ? EMAIL : `ana${at + 1}@loja.test`, password: PASSWORD },
      { email: `beto${at + 1}@loja.test`, password: PASSWORD },
    ],
  )

async function make(companies: number, program: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(shelf(), 'rig-installation-'))
  const dataDir = join(folder, 'data')
  const server = await startServerProcess({ dataDir, testbed: nobody, program })
  const command = async (...words: string[]) => {
    const child = Bun.spawn([...program, ...words, '--data', dataDir, '--password-stdin', '--json'], {
      stdin: Buffer.from(`${PASSWORD}\n`),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    if ((await child.exited) !== 0) throw new Error(`${words.join(' ')}: ${await new Response(child.stderr).text()}`)
  }
  // Their numbers follow from the order.
  for (const [at, [ana]] of loginsOf(companies).entries())
    if (at > 0) await command('tenant', 'create', `Loja ${at + 1}`, '--email', ana.email)
  await Promise.all(
    loginsOf(companies).map(([, beto], at) =>
      command('user', 'create', beto.email, '--name', 'Beto', '--profile', 'admin', '--company', String(at + 1)),
    ),
  )
  await server.stop()
  return dataDir
}
