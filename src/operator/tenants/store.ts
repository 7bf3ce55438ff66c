import { eq } from 'drizzle-orm'
import type { WritableControl } from '../../platform/sqlite'
import { companies, type StoredCompany } from '../../tenancy/tables'

export type PartialInput<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Absent fields stay as they are. */
export function storeCompany(control: WritableControl, id: number, fields: PartialInput<StoredCompany>): void {
  const columns = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (columns.length > 0) control.update(companies).set(Object.fromEntries(columns)).where(eq(companies.id, id)).run()
}
