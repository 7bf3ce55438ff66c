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
  '10/2018278': windowClosed,
  '10/2534022': windowClosed,
  '10/2018300': refused('otherApp'),
  '100/2018001': noSuchPerson,
  '100/2534014': noSuchPerson,
  '100/33': noSuchPerson,
  '551/1545041': refused('unreachable'),
}

const byCode: Readonly<Record<number, Verdict>> = {
  0: stopped('tokenEnded'),
  190: stopped('tokenEnded'),
  3: stopped('permissionMissing'),
  10: stopped('permissionMissing'),
  230: stopped('permissionMissing'),

  131047: windowClosed,
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
  133010: refused('notRegistered'),

  1: temporary,
  2: temporary,
  131000: temporary,
  131016: temporary,
  131057: temporary,
}

type Code = Pick<GraphFailed, 'status' | 'code' | 'subcode'>

export function judgeFailure({ status, code, subcode }: Code): Verdict {
  const known = bySubcode[`${code}/${subcode}`] ?? (code === 0 && status !== 401 ? undefined : byCode[code])
  if (known) return known
  if (code >= 200 && code < 300) return stopped('permissionMissing')
  if (status === 429) return busy(MINUTE)
  return status >= 500 ? temporary : refused('metaRefused')
}

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
