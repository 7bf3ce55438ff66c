import * as v from 'valibot'
import { type Doer, recordAct } from '../audit/record'
import { defineControlWrite } from '../platform/control-writes'
import type { Cx } from '../platform/cx'
import { endStandby } from '../tenancy/standby'

/** Returns whether it was on standby. */
export const releaseStandby = defineControlWrite(
  'companies.releaseStandby',
  v.object({ companyId: v.number() }),
  (control, _now, { companyId }) => endStandby(control, companyId),
)

/**
 * Ends a company's standby by `end`, and records it; the running server resumes its sends within a second. Returns whether it
 * was on standby.
 */
export async function releaseCompany(
  end: (companyId: number) => boolean | Promise<boolean>,
  cx: Cx,
  doer: Doer,
): Promise<boolean> {
  if (!(await end(cx.tenant.id))) return false
  cx.transaction((cx) => recordAct(cx, doer, { kind: 'company', act: 'release', subject: { id: null, name: '' } }))
  return true
}
