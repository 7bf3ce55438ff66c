import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export type Column<T> = {
  readonly id: string
  readonly head: string
  cell(row: T): ReactNode
  /** The view's name for an order by this column. */
  readonly sort?: string
  /** Figures stand at the right, in digits of one width. */
  readonly numeric?: boolean
  /** Where there is room for a table; any CSS length. */
  readonly width?: string
  /** The head is read out, not seen. */
  readonly isHeadHidden?: boolean
  /** Left out below 1024 px, where a table is still shown. */
  readonly isWideOnly?: boolean
  /**
   * On a phone each row is a card: `lead` its title (the first column unless told otherwise), `line` a line of its own,
   * `figure` a small value with its head beside it (the usual), `bare` one without, `end` one at the right, `none` nothing.
   */
  readonly phone?: 'lead' | 'line' | 'figure' | 'bare' | 'end' | 'none'
  /** The width of the grey shape while it loads. */
  readonly bone?: string
}

/** What can be done with a row; its name names the row: "Edit Sales". */
export type RowAction = {
  readonly label: string
  readonly icon: ReactNode
  readonly isDanger?: boolean
  onSelect(): void
}

export const phoneSlot = <T>({ phone }: Column<T>, at: number) => phone ?? (at === 0 ? 'lead' : 'figure')
