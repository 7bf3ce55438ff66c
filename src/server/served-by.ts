/**
 * Which node of a fleet serves a route. A company's routes run where its folder is; they read control.db and ask for writes
 * to it (`platform/control-writes.ts`). The installation's run where control.db is written, which is where the operator's
 * company is, too.
 */
import type { Route } from '../platform/every-request'
import { gateOf } from '../platform/http'

/** `anyNode`: needs no folder, and writes nowhere. */
export type ServedBy = 'company' | 'installation' | 'anyNode'

/** Those whose gate does not say it: without one, or admitting by a key. How each names its company is the comment. */
const exceptions: Readonly<Record<string, ServedBy>> = {
  'ALL /*': 'anyNode',
  'GET /health': 'anyNode',
  'GET /metrics': 'anyNode',
  'GET /passkey/helper.zip': 'anyNode',
  'GET /api/docs': 'anyNode',
  'GET /api/plans/list': 'anyNode',
  'GET /api/meta/deletion/:code': 'anyNode',
  'GET /api/meta/webhook': 'anyNode',
  // One call may be for accounts of several companies: their owners are asked to store their parts.
  'POST /api/meta/webhook': 'anyNode',
  // The session's, if there is one.
  'GET /api/version': 'company',
  // The address.
  'WS /ws/:company': 'company',
  // The claim of the e-mail.
  'POST /api/auth/login': 'company',
  'POST /api/forgetpassword/:email': 'company',
  'POST /api/resetpasswords/:email': 'company',
  // The cookie.
  'POST /api/auth/refresh_token': 'company',
  'DELETE /api/auth/logout': 'company',
  'POST /api/support/leave': 'company',
  // The link or key, which names the company.
  'POST /api/passkey/answer': 'company',
  'POST /api/passkey/confirm': 'company',
  'POST /api/passkey/open': 'company',
  'POST /api/passkey/state': 'company',
  // The simulator runs in that process, if it does.
  'ALL /api/simulator/*': 'installation',
  // They create a company, or change what the installation knows; what follows for companies is theirs to fetch.
  'GET /api/signup/': 'installation',
  'POST /api/signup/': 'installation',
  'POST /api/subscription/webhook/:provider': 'installation',
  'POST /api/subscription/webhook/:provider/pix': 'installation',
  'POST /api/meta/deauthorize': 'installation',
  'POST /api/meta/deletion': 'installation',
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

export function servedBy(route: Route): ServedBy {
  const known = exceptions[nameOf(route)]
  if (known) return known
  return gateOf(route)?.super ? 'installation' : 'company'
}

/** For the test that keeps the list complete. */
export const servedByException: readonly string[] = Object.keys(exceptions)
/** Whether the gate of a route leaves open whose it is. */
export const needsException = (route: Route): boolean => gateOf(route) === undefined
