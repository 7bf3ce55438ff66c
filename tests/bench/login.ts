/** Sign-ins, one after the other and sixteen at once. A password hash is expensive on purpose, but must not slow others down. */
import { post } from './http'
import type { Report } from './report'
import { ADMIN, PEOPLE } from './seed'
import { openSeededServer, type RoundLength, type Workload } from './seeded-server'

/** Lets each client have its own address. */
export const behindProxy = { BALCAO_TRUST_PROXY: 'true' }

export const logins: readonly Workload[] = [
  { id: 'login.one', connections: 1, request: (n) => signInOf(n), rows: 1, row: /"token":/g },
  { id: 'login', connections: 16, request: (n) => signInOf(n), rows: 1, row: /"token":/g },
]

export async function benchLogin(report: Report, pace: RoundLength) {
  const seeded = await openSeededServer('new', { env: behindProxy })
  for (const workload of logins) report.add(await seeded.measure(workload, pace))
  await seeded.close()
}

/** Each has its own forwarded address, because sign-ins from one address wait for each other. */
const signInOf = (n: number) =>
  post(
    '/api/auth/login',
    { email: `p${1 + (n % (PEOPLE - 1))}@bench.local`, password: ADMIN.password },
    `X-Forwarded-For: 10.1.${Math.floor(n / 250) % 250}.${1 + (n % 250)}\r\n`,
  )
