/** Import targets: a module defines its columns and what a row becomes. */

import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import type { Language } from '../texts/languages'
import type { Permission } from '../users/permissions'
import type { Heading, OwnColumns } from './headings'
import type { StoredImport } from './tables'

export type ImportField = {
  readonly key: string
  readonly isRequired: boolean
  /** Several columns may hold it. */
  readonly isMany?: boolean
  /** None for fields that no spreadsheet has. */
  readonly heading?: Heading
  /** Cells alone do not show the field. */
  readonly needsHeading?: boolean
  /** How well a filled cell fits, from 0 to 1. `country`: the company's. */
  fits?(cell: string, country: string): number
  /** Key of the field whose owner it names: "Responsável" belongs to "Telefone do responsável". */
  readonly ownedWith?: string
  /** The field that a column without heading may complete, if most of its cells lack something. */
  readonly completes?: { readonly key: string; lacks(cell: string, country: string): boolean }
  /** How to clean each cell of a column with these first cells; undefined if nothing is to be cleaned. */
  cleanerOf?(cells: readonly string[]): ((cell: string) => string) | undefined
}

/** A cell under the heading of its column, or under the column's number. */
export type NamedCell = { readonly name: string; readonly value: string }

export type ImportedRow = {
  /** By field key; empty if the field has no column. Cells of several columns are in the order of the columns. */
  readonly fields: Readonly<Record<string, string>>
  /** Filled cells by field key, each after the filled cells of columns that have a field and precede it. */
  readonly placed: readonly (NamedCell & { readonly key: string })[]
  readonly extra: readonly NamedCell[]
}

/** `skipped`: it already exists and stays unchanged. */
export type RowOutcome = 'created' | 'updated' | 'skipped'
/**
 * `value` is the invalid cell. The row was imported without it (`taken`) or not at all. `others`: further problems of the
 * row.
 */
export type Problem = {
  readonly problem: string
  readonly value: string
  readonly taken?: RowOutcome
  readonly others?: readonly string[]
}
export type Outcome = RowOutcome | Problem

export type ImportTarget = {
  readonly name: string
  /** Required to see and control its imports. */
  readonly permission: Permission
  readonly fields: readonly ImportField[]
  /** The company's country, such as `BR`, for cells that depend on it. */
  countryOf?(cx: Cx): string
  readonly takesExtra: boolean
  /** Maximum rows of a spreadsheet without the header; default MOST_ROWS. */
  readonly mostRows?: number
  /** Of the file that the product exports, which comes back as it was. */
  readonly own?: OwnColumns
  /** Folded headers of columns to ignore, such as those that an export adds. */
  readonly unwanted?: readonly string[]
  readonly problems: Readonly<Record<string, Readonly<Record<Language, string>>>>
  /**
   * Imports a row in the slice's transaction. It must validate before it writes: a row with a problem must write
   * nothing.
   */
  take(cx: Cx, row: ImportedRow, run: StoredImport): Outcome
  /** What would become of a row by itself; writes nothing. */
  foresee?(cx: Cx, row: ImportedRow, run: StoredImport): Outcome
  /** Called in the transaction that ends the import, if anything has changed. */
  ended(cx: Cx, run: StoredImport): void
  /** Example rows, with a header. */
  example?(language: Language): readonly (readonly string[])[]
}

export const importTargets = defineExtensionPoint<ImportTarget>('import.targets')

export type Owner = Pick<Actor, 'userId' | 'name'>
