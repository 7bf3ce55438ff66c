import { type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import type { WritableControl } from '../platform/sqlite'
import { isOnStandby, setStandby } from '../tenancy/standby'

/** Ends a company's standby; the running server resumes its sends within a second. Returns whether it was on standby. */
export function releaseCompany(control: WritableControl, cx: Cx, doer: Doer): boolean {
  if (!isOnStandby(cx)) return false
  cx.transaction((cx) => recordAct(cx, doer, { kind: 'company', act: 'release', subject: { id: null, name: '' } }))
  setStandby(control, cx.tenant.id, null)
  return true
}
