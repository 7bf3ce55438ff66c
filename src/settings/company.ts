/** Company properties that its own admins may change: time zone and language. */
import { eq } from 'drizzle-orm'
import { changesBetween, type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import type { ControlDb } from '../platform/sqlite'
import { findCompanyOrFail } from '../tenancy/companies'
import { companies } from '../tenancy/tables'
import { type ChangeCompany, type CompanyPlace, companyUpdated } from './contract'

/** Applies from the next action in the company. Notifies open pages. */
export function changeCompany(cx: Cx, control: ControlDb, doer: Doer, wanted: ChangeCompany): CompanyPlace {
  const { id, name, ...before } = findCompanyOrFail(control, cx.tenant.id)
  const { timeZone = before.timeZone, language = before.language } = wanted
  const company = { id, timeZone, language }
  return cx.transaction((cx) => {
    const changes = changesBetween(before, { timeZone, language })
    if (changes.length === 0) return company
    recordAct(cx, doer, { kind: 'company', act: 'update', subject: { id, name }, changes })
    cx.emit(companyUpdated({ company }), () => true)
    control.update(companies).set({ timeZone, language }).where(eq(companies.id, id)).run()
    return company
  })
}
