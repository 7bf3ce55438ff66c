/** Two nodes as `main.ts` starts them, over real servers of the log: the second is a process of its own. */
import { join } from 'node:path'
import { serve } from '../../../../src/main'
import type { Config } from '../../../../src/platform/config'
import { PASSWORD } from '../../../support/company-world'
import { program } from '../../../support/program'
import { until } from '../../../support/until'
import type { World } from '../../../support/world'
import { afterThisTest } from '../../../survival/support/cleanups'
import { startFleet } from '../../node/fleet'

const PROGRAM = join(import.meta.dir, 'serve-process.ts')

const configOf = (dataDir: string): Config => ({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  httpsPort: 0,
  httpPort: 0,
  publicUrl: null,
  trustProxy: [],
  metricsToken: null,
  admin: { email: null, password: null },
  whatsapp: null,
  logLevel: process.env.SHOW_LOG ? 'info' : 'silent',
})

/** `a` owns all companies. `furnish` makes the bakery's data, and may add to the operator's. */
export async function openTwo(furnish: (bakery: ReturnType<World['company']>, w: World) => unknown = () => {}) {
  const emails: string[] = []
  let [uuid, companyId] = ['', 0]
  const fleet = await startFleet(async (w) => {
    const bakery = w.company('Padaria Sol')
    const { email } = bakery.attendant([], { profile: 'admin' })
    emails.push(email, w.admin({ super: true }).email)
    ;({ uuid, id: companyId } = bakery.tenant)
    await furnish(bakery, w)
  })
  const a = await serve(configOf(fleet.first), { fleet: await fleet.settings('a'), program })
  afterThisTest(() => a.stop())
  await until(() => a.server.fleet?.owns(uuid), 'the company on a')
  const served = JSON.stringify({ config: configOf(fleet.emptyFolder()), fleet: await fleet.settings('b') })
  const child = Bun.spawn([process.execPath, PROGRAM], {
    env: { ...process.env, SERVED: served },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  afterThisTest(() => child.kill('SIGKILL'))
  const lines: string[] = []
  void (async () => {
    for await (const chunk of child.stdout) lines.push(...Buffer.from(chunk).toString().trim().split('\n'))
  })()
  const { url } = JSON.parse(await until(() => lines.find((line) => line.includes('"url"')), 'b to listen'))
  const b: { readonly url: string } = { url }
  const ownerNow = () => a.server.fleet?.status().companies.find((one) => one.uuid === uuid)
  const [email = '', operator = ''] = emails
  return { a, b, child, ownerNow, uuid, companyId, email, operator }
}

export const signIn = async (url: string, email: string, password = PASSWORD) => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token, error } = (await response.json()) as { token?: string; error?: string }
  return { status: response.status, token: token ?? '', error, cookie: response.headers.get('set-cookie') ?? '' }
}
