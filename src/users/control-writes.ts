import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { defineControlWrite } from '../platform/control-writes'
import { execute } from '../platform/sql'
import { companies } from '../tenancy/tables'

/** When somebody of the company last signed in, for the operator's list. */
export const noteLogin = defineControlWrite(
  'users.noteLogin',
  v.object({ companyId: v.number(), at: v.number() }),
  (control, _now, { companyId, at }) => {
    control.update(companies).set({ lastLoginAt: at }).where(eq(companies.id, companyId)).run()
  },
)

/** The company has its former sessions in its own database, and need not be looked at again. */
export const noteFormerSessionsTaken = defineControlWrite(
  'users.noteFormerSessionsTaken',
  v.object({ companyId: v.number() }),
  (control, _now, { companyId }) => {
    execute(control, 'UPDATE former_sessions SET is_taken = 1 WHERE company_id = ? AND is_taken = 0', companyId)
  },
)
