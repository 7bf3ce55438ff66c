/** The operator's notes on a company. */
import { and, desc, eq } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { findCompanyOrFail } from '../../tenancy/companies'
import type { CompanyNote } from './contract'
import { companyNotes } from './tables'

const MAX_NOTES = 200

export function listNotes(control: ControlDb, companyId: number): CompanyNote[] {
  findCompanyOrFail(control, companyId)
  return control
    .select()
    .from(companyNotes)
    .where(eq(companyNotes.companyId, companyId))
    .orderBy(desc(companyNotes.id))
    .limit(MAX_NOTES)
    .all()
    .map(({ id, at, author, text }) => ({ id, at: instant(at), author, text }))
}

type New = { readonly companyId: number; readonly author: string; readonly text: string; readonly at: number }
export function addNote(control: WritableControl, note: New): void {
  findCompanyOrFail(control, note.companyId)
  control.insert(companyNotes).values(note).run()
}

export function removeNote(control: WritableControl, companyId: number, id: number): void {
  const { changes } = control
    .delete(companyNotes)
    .where(and(eq(companyNotes.companyId, companyId), eq(companyNotes.id, id)))
    .run()
  if (changes === 0) fail('ERR_NOT_FOUND')
}
