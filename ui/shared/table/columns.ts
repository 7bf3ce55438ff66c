import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export type Column<T> = {
  readonly id: string
  readonly head: string
  cell(row: T): ReactNode
  /** The view's name for sorting by this column. */
  readonly sort?: string
  /** Right-aligned, with tabular digits. */
  readonly numeric?: boolean
  /** CSS width in a table. */
  readonly width?: string
  /** The head is visible to screen readers only. */
  readonly isHeadHidden?: boolean
  /** Hidden below 1024 px, where a table is still shown. */
  readonly isWideOnly?: boolean
  /** Hidden below 1440 px, so that the columns beside it keep their room. */
  readonly isWidestOnly?: boolean
  /**
   * On a phone each row is a card: `lead` is its title (default for the first column), `line` a line of its own,
   * `labelled` a small value with its head beside it (default), `bare` one without head, `end` one at the right, `none`
   * hidden.
   */
  readonly phone?: 'lead' | 'line' | 'labelled' | 'bare' | 'end' | 'none'
  /** Width of the skeleton. */
  readonly bone?: string
}

/** An action on a row; its label names the row: "Edit Sales". */
export type RowAction = {
  readonly label: string
  readonly icon: ReactNode
  readonly isDanger?: boolean
  onSelect(): void
}

export const phoneSlot = <T>({ phone }: Column<T>, at: number) => phone ?? (at === 0 ? 'lead' : 'labelled')
