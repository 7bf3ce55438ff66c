/** Validates the column mapping. Pure. */
import { EXTRA, IGNORED } from '../../../src/bulk-import/contract'

type Field = { readonly key: string; readonly isRequired: boolean; readonly isMany: boolean }
export type ColumnFault = { readonly kind: 'missing' | 'twice'; readonly keys: readonly string[] }

export function faultIn(fields: readonly Field[], columns: readonly string[]): ColumnFault | null {
  const used = columns.filter((column) => column !== IGNORED && column !== EXTRA)
  const single = used.filter((key) => !fields.some((field) => field.key === key && field.isMany))
  const twice = [...new Set(single.filter((key, at) => single.indexOf(key) !== at))]
  if (twice.length > 0) return { kind: 'twice', keys: twice }
  const missing = fields.filter(({ key, isRequired }) => isRequired && !used.includes(key)).map(({ key }) => key)
  return missing.length > 0 ? { kind: 'missing', keys: missing } : null
}
