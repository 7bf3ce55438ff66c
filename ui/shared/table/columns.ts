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
  /** Hidden where the table has no room for it beside the names: `first` below 1200 px of table, `second` below 992. */
  readonly yields?: 'first' | 'second'
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
  /** Also what a click on the row's name does, unless that is a link or button of its own. */
  readonly isMain?: boolean
  onSelect(): void
}

/** What the name keeps in every table, and each column without a width of its own, which share what is left. */
const NAME_WIDTH = '13rem'

export type ColumnSize = Pick<Column<never>, 'width' | 'yields' | 'phone'>

/** The column that names the row. */
const leadOf = (columns: readonly ColumnSize[]) => columns.find(({ phone }) => phone === 'lead') ?? columns[0]

/** CSS width of a column; a width given to the name is a share that it may grow to. */
export const columnWidth = (column: ColumnSize, columns: readonly ColumnSize[]): string | undefined =>
  column.width && column === leadOf(columns) ? `max(${column.width}, ${NAME_WIDTH})` : column.width

/** CSS width below which the columns would take room from the name. `without`: the hidden ones. */
export const leastWidth = (columns: readonly ColumnSize[], without: readonly Column<never>['yields'][]): string => {
  const kept = columns.filter(({ yields }) => yields === undefined || !without.includes(yields))
  return `calc(${kept.map((column) => columnWidth(column, columns) ?? NAME_WIDTH).join(' + ')})`
}

export const phoneSlot = <T>({ phone }: Column<T>, at: number) => phone ?? (at === 0 ? 'lead' : 'labelled')
