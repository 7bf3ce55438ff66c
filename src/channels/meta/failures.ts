/** Meta's error codes: what becomes of the message, and of the connection. */
import { MINUTE, SECOND } from '../../platform/time'
import type { GraphFailed } from './graph'

/**
 * `refused`: never accepted; `reason` is a key under `messages.failure`. `temporary`: to be sent again. `busy`: too many
 * requests, of the whole account or to this contact; again after so many milliseconds. `stopped`: the connection cannot send
 * until somebody acts; the message waits. `reason` of a connection is a key under `connections.reason`. What an answer does
 * to the connection, the same code in a failed status does, too.
 */
export type Verdict =
  | { readonly is: 'refused'; readonly reason: string; readonly connection?: ConnectionTrouble }
  | { readonly is: 'temporary' }
  | { readonly is: 'busy'; readonly whom: 'account' | 'contact'; readonly after: number }
  | { readonly is: 'stopped'; readonly connection: ConnectionTrouble }

export type ConnectionTrouble = {
  readonly status: 'DISCONNECTED' | 'RESTRICTED'
  readonly reason: 'tokenEnded' | 'permissionMissing' | 'accountLocked' | 'policyBlocked' | 'paymentMissing'
}

const refused = (reason: string): Verdict => ({ is: 'refused', reason })
const stopped = (reason: ConnectionTrouble['reason']): Verdict => ({
  is: 'stopped',
  connection: { status: 'DISCONNECTED', reason },
})
const busy = (after: number, whom: 'account' | 'contact' = 'account'): Verdict => ({ is: 'busy', whom, after })
const temporary: Verdict = { is: 'temporary' }
const windowClosed = refused('windowClosed')
const noSuchPerson = refused('noSuchPerson')

const bySubcode: Readonly<Record<string, Verdict>> = {
  '100/33': noSuchPerson,
}

/** Whatever the code: one person's block comes as 10, 200 or 551, and must not stop the connection as a missing permission. */
const byPlainSubcode: Readonly<Record<number, Verdict>> = {
  1545041: refused('unreachable'),
  2018108: refused('unreachable'),
  2018065: windowClosed,
  2018278: windowClosed,
  2534022: windowClosed,
  2018300: refused('otherApp'),
  2534037: refused('otherApp'),
  2018001: noSuchPerson,
  2534014: noSuchPerson,
  2018008: refused('mediaRefused'),
  2018047: refused('mediaRefused'),
  2018074: refused('mediaRefused'),
  2018294: refused('mediaRefused'),
  2018109: refused('fileTooLarge'),
  // The app lacks advanced access, and this person has no role in it.
  2018027: stopped('permissionMissing'),
  2018028: stopped('permissionMissing'),
  2534048: stopped('permissionMissing'),
}

/** Meta says it in these languages, also without a subcode. */
const OTHER_APP = /another app|outr[oa] app|outro aplicativo|otra (?:app|aplicación)|başka bir uygulama/i

const byCode: Readonly<Record<number, Verdict>> = {
  0: stopped('tokenEnded'),
  190: stopped('tokenEnded'),

  131047: windowClosed,
  470: windowClosed,
  131026: refused('unreachable'),
  551: refused('unreachable'),
  131030: refused('notInTestList'),
  131062: refused('needsNumber'),
  131049: refused('heldBack'),
  131050: refused('optedOut'),

  131031: stopped('accountLocked'),
  368: stopped('policyBlocked'),
  131042: {
    is: 'refused',
    reason: 'paymentMissing',
    connection: { status: 'RESTRICTED', reason: 'paymentMissing' },
  },

  4: busy(MINUTE),
  32: busy(MINUTE),
  613: busy(MINUTE),
  80007: busy(MINUTE),
  130429: busy(5 * SECOND),
  131048: busy(10 * MINUTE),
  131056: busy(6 * SECOND, 'contact'),

  100: refused('badParameter'),
  131008: refused('badParameter'),
  131009: refused('badParameter'),
  131051: refused('kindRefused'),
  131052: refused('mediaRefused'),
  131053: refused('mediaRefused'),

  132000: refused('templateVariables'),
  132001: refused('templateMissing'),
  132005: refused('templateVariables'),
  132007: refused('templateRefused'),
  132012: refused('templateVariables'),
  132015: refused('templatePaused'),
  132016: refused('templatePaused'),
  132018: refused('templateVariables'),
  131045: refused('notRegistered'),
  133010: refused('notRegistered'),

  1: temporary,
  2: temporary,
  1200: temporary,
  131000: temporary,
  131016: temporary,
  131057: temporary,
  133004: temporary,
}

type Code = Pick<GraphFailed, 'status' | 'code' | 'subcode'>

export function judgeFailure({ status, code, subcode, details }: Code & { readonly details?: string }): Verdict {
  const precise = bySubcode[`${code}/${subcode}`] ?? byPlainSubcode[subcode]
  if (precise) return precise
  if (isPermission(code)) {
    if (OTHER_APP.test(details ?? '')) return refused('otherApp')
    // With a subcode it is about this message or this person.
    return subcode === 0 ? stopped('permissionMissing') : refused('metaRefused')
  }
  const known = code === 0 && status !== 401 ? undefined : byCode[code]
  if (known) return known
  if (status === 429) return busy(MINUTE)
  return status >= 500 ? temporary : refused('metaRefused')
}

const PERMISSIONS: ReadonlySet<number> = new Set([3, 10, 131005])
const isPermission = (code: number): boolean => PERMISSIONS.has(code) || (code >= 200 && code < 300)

/** Of a message that Meta accepted and could not deliver: why, and what becomes of the connection. */
export function judgeUndelivered(code: number): { readonly reason: string; readonly connection?: ConnectionTrouble } {
  const verdict = judgeFailure({ status: 400, code, subcode: 0 })
  switch (verdict.is) {
    case 'refused':
      return verdict
    case 'busy':
      return { reason: 'tooMany' }
    case 'stopped':
      return { reason: verdict.connection.reason, connection: verdict.connection }
    case 'temporary':
      return { reason: 'metaRefused' }
  }
}

/** Whether Meta may have accepted the message although it answered with an error: nothing of Meta's is in the answer. */
export const isAmbiguous = ({ status, code }: Code): boolean => status >= 500 && code === 0
