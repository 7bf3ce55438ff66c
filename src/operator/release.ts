import { type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import type { ControlDb } from '../platform/sqlite'
import { isOnStandby, setStandby } from '../tenancy/standby'

/** What a restored company holds back goes on, in the running server within a second. Returns whether it was at rest. */
export function releaseCompany(control: ControlDb, cx: Cx, doer: Doer): boolean {
  if (!isOnStandby(cx)) return false
  cx.transaction((cx) => recordAct(cx, doer, { kind: 'company', act: 'release', subject: { id: null, name: '' } }))
  setStandby(control, cx.tenant.id, null)
  return true
}
