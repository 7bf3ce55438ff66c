/** People sign in, one after the other and sixteen at once: a password's hash is meant to be dear, but to nobody else. */
import { post } from './http'
import type { Report } from './report'
import { ADMIN, PEOPLE } from './seed'
import { openSeededServer, type Pace, type Workload } from './seeded-server'

/** So that each may come from an address of their own. */
export const behindProxy = { BALCAO_TRUST_PROXY: 'true' }

export const logins: readonly Workload[] = [
  { id: 'login.one', connections: 1, request: (n) => signInOf(n) },
  { id: 'login', connections: 16, request: (n) => signInOf(n) },
]

export async function benchLogin(report: Report, pace: Pace) {
  const seeded = await openSeededServer('new', { env: behindProxy })
  for (const workload of logins) report.add(await seeded.measure(workload, pace))
  await seeded.close()
}

/** Each from an address of their own, as a proxy would tell: those of one address wait for each other. */
const signInOf = (n: number) =>
  post(
    '/api/auth/login',
    { email: `p${1 + (n % (PEOPLE - 1))}@bench.local`, password: ADMIN.password },
    `X-Forwarded-For: 10.1.${Math.floor(n / 250) % 250}.${1 + (n % 250)}\r\n`,
  )
