/** Who takes what is imported: a module says what its columns are called, and what a row becomes. */

import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import type { Language } from '../texts/languages'
import type { Permission } from '../users/permissions'
import type { StoredImport } from './tables'

export type ImportField = {
  readonly key: string
  readonly isRequired: boolean
  /** What its column may be called, folded, in any of our languages. */
  readonly heads: readonly string[]
  /** Whether a cell looks like one, for files whose columns have no heads. */
  looksRight?(cell: string): boolean
}

export type ImportedRow = {
  /** By the keys of the fields; what has no column is empty. */
  readonly fields: Readonly<Record<string, string>>
  readonly extra: readonly { readonly name: string; readonly value: string }[]
}

/** `skipped`: it is there already, and stays as it is. */
export type Taken = 'created' | 'updated' | 'skipped'
/** `value`: the cell that is wrong. The row was taken without it, or not at all. */
export type Problem = { readonly problem: string; readonly value: string; readonly taken?: Taken }
export type Outcome = Taken | Problem

export type ImportTarget = {
  readonly name: string
  /** Who sees and controls its imports. */
  readonly permission: Permission
  readonly fields: readonly ImportField[]
  readonly takesExtra: boolean
  /** Of one spreadsheet, besides the line with the heads; MOST_ROWS unless told otherwise. */
  readonly mostRows?: number
  /** Heads of columns that nobody wants, such as what an export adds; folded. */
  readonly unwanted?: readonly string[]
  readonly problems: Readonly<Record<string, Readonly<Record<Language, string>>>>
  /** In the transaction of a slice. Looks before it writes: after a problem nothing may be written. */
  take(cx: Cx, row: ImportedRow, run: StoredImport): Outcome
  /** In the transaction that ends it: something has changed. */
  ended(cx: Cx, run: StoredImport): void
  /** Some rows as they may come, with the heads of the columns. */
  example?(language: Language): readonly (readonly string[])[]
}

export const importTargets = defineExtensionPoint<ImportTarget>('import.targets')

export type Owner = Pick<Actor, 'userId' | 'name'>
