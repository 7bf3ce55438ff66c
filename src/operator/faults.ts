/**
 * Finds rows that our server never writes but a tampered backup may contain: invalid names of stored files, and super
 * users outside company 1. The server ignores both; the doctor and a restore remove them.
 */
import type { Raw } from '../platform/sqlite'
import { clearNames, findWrongNames, type StoredFileColumn, type WrongNames } from '../platform/stored-files'
import { OPERATOR_COMPANY } from '../tenancy/contract'

export type FaultOptions = {
  readonly companyId: number
  readonly storedFiles: readonly StoredFileColumn[]
}

/** Returns descriptions; empty without faults. */
export function findFaults(raw: Raw, options: FaultOptions): string[] {
  return inWords(find(raw, options))
}

/** Clears faults and returns their descriptions. */
export function clearFaults(raw: Raw, options: FaultOptions): string[] {
  const found = find(raw, options) // before writing, which blocks the running server
  const { wrongNames, wrongSupers } = found
  if (wrongNames.length + wrongSupers.length === 0) return []
  raw
    .transaction(() => {
      for (const one of wrongNames) clearNames(raw, one)
      if (wrongSupers.length > 0) raw.prepare(`UPDATE users SET super = 0 WHERE ${IS_SUPER}`).run()
    })
    .immediate()
  return inWords(found)
}

const IS_SUPER = 'super IS NOT 0'

type Faults = { readonly wrongNames: readonly WrongNames[]; readonly wrongSupers: readonly unknown[] }

const find = (raw: Raw, { companyId, storedFiles }: FaultOptions): Faults => ({
  wrongNames: findWrongNames(raw, storedFiles),
  wrongSupers:
    companyId === OPERATOR_COMPANY
      ? []
      : raw.prepare(`SELECT email FROM users WHERE ${IS_SUPER} ORDER BY id`).pluck().all(),
})

const inWords = ({ wrongNames, wrongSupers }: Faults): string[] => [
  ...wrongNames.map(
    ({ column: { table, column }, rowids, names }) =>
      `${rowids.length} rows of ${table}.${column} name what is no stored file: ${some(names)}`,
  ),
  ...(wrongSupers.length === 0
    ? []
    : [
        `${wrongSupers.length} people are marked as super, who belong to company ${OPERATOR_COMPANY} alone: ${some(wrongSupers)}`,
      ]),
]

const some = (values: readonly unknown[]): string =>
  `${values.slice(0, SHOWN).map(quoted).join(', ')}${values.length > SHOWN ? ' …' : ''}`

const SHOWN = 3
const LONGEST_SHOWN = 80

/** The value may be anything: only harmless characters reach the terminal. */
const quoted = (value: unknown): string =>
  JSON.stringify(String(value).slice(0, LONGEST_SHOWN)).replace(
    /[^\x20-\x7e\xa0-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
