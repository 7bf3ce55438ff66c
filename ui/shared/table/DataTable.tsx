import '../theme/table.css'
import { LoaderCircle } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useText } from '../i18n/useText'
import { classes } from '../kit/classes'
import { ErrorState } from '../kit/ErrorState'
import { Loading } from '../kit/Loading'
import { Skeleton } from '../kit/Skeleton'
import { SortHead } from '../kit/SortHead'
import { StaleNote } from '../kit/StaleNote'
import type { Rows } from '../live/useCrud'
import { BulkBar } from './BulkBar'
import { type Column, type ColumnSize, columnWidth, leastWidth, phoneSlot, type RowAction } from './columns'
import { RowActions } from './RowActions'
import { type Selection, useSelection } from './useSelection'
import type { View } from './useView'

type Row = { readonly id: number }

export type DataTableProps<T extends Row> = {
  /** From `useRows`. */
  rows: Rows<T>
  /** The rows after filtering in the browser, in their order; omitted when the server filters. */
  shown?: readonly T[]
  columns: readonly Column<T>[]
  view?: Pick<View, 'sort' | 'desc' | 'sortBy' | 'isNarrowed'>
  /** Omitted for users without actions. */
  actions?: ((row: T) => readonly RowAction[]) | false
  /** Value whose change makes the row flash. */
  flash?(row: T): string
  /** `off` is grey, the others tint the row; a cell always says the same in words. */
  tone?(row: T): 'off' | 'info' | 'warning' | 'error' | undefined
  /** Makes rows selectable: the actions on the selection. */
  bulk?(ids: readonly number[], clear: () => void): ReactNode
  /** A row's name, for its checkbox. */
  nameOf?(row: T): string
  /** Two-line rows. */
  isTall?: boolean
  /** No row has more than one action. */
  hasOneAction?: boolean
  /** Replaces the table when there are no rows at all. */
  empty: ReactNode
  /** Shown below the head when the filters match nothing. */
  noMatch?: ReactNode
}

/** A table in all its states: loading, failed, empty, stale, filled. On a phone its rows are cards. */
export function DataTable<T extends Row>(props: DataTableProps<T>) {
  const { rows, view, bulk, shown = rows.all ?? [] } = props
  const t = useText()
  const { all, error, retry } = rows
  const selection = useSelection(shown.map(({ id }) => id))
  const chosen = bulk ? selection : undefined
  if (!all && error) return <ErrorState title={t('common.error.list')} error={error} onRetry={retry} />
  if (!all) return <TableSkeleton {...props} />
  if (all.length === 0 && (props.shown || !view?.isNarrowed)) return props.empty
  const clearOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') selection.clear()
  }
  return (
    <>
      {error && <StaleNote onRetry={retry} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the checkboxes within */}
      <div className="page-body" onKeyDown={bulk && clearOnEscape}>
        <table className={tableClass(props)} style={roomOf(props)}>
          <TableHead {...props} selection={chosen} />
          <tbody>
            {shown.map((row) => (
              <TableRow key={row.id} {...props} row={row} selection={chosen} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && !rows.hasMore && props.noMatch}
        {rows.hasMore && <MoreRows count={all.length} isLoading={rows.isLoadingMore} onSeen={rows.loadMore} />}
        {bulk && selection.ids.length > 0 && (
          <BulkBar count={selection.ids.length} onClear={selection.clear}>
            {bulk(selection.ids, selection.clear)}
          </BulkBar>
        )}
      </div>
    </>
  )
}

const tableClass = ({ isTall, hasOneAction, columns }: TableLook) =>
  classes(
    hasOneAction && 'one-action',
    'grid-table data-table',
    isTall && 'grid-table-tall',
    columns.some(({ width }) => width) && 'data-table-fixed',
  )

type TableLook = { isTall?: boolean; hasOneAction?: boolean; columns: readonly { width?: string }[] }

/** Below these widths the table scrolls sideways rather than cutting the names. */
const roomOf = ({ columns }: { columns: readonly ColumnSize[] }) =>
  ({
    '--room': leastWidth(columns, []),
    '--room-first': leastWidth(columns, ['first']),
    '--room-second': leastWidth(columns, ['first', 'second']),
  }) as CSSProperties

type HeadProps<T extends Row> = Pick<DataTableProps<T>, 'columns' | 'view' | 'actions'> & {
  selection: Selection | undefined
}

function TableHead<T extends Row>({ columns, view, actions, selection }: HeadProps<T>) {
  const t = useText()
  return (
    <thead>
      <tr>
        {selection && (
          <th className="pick">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              aria-label={t('kit.selectAll')}
              checked={selection.all}
              ref={(box) => {
                if (box) box.indeterminate = selection.ids.length > 0 && !selection.all
              }}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const { id, head, sort, isHeadHidden } = column
          const look = {
            className: headClass(column),
            style: { '--w': columnWidth(column, columns) } as CSSProperties,
          }
          if (sort === undefined || !view)
            return (
              <th key={id} {...look} data-phone={phoneSlot(column, at)} data-plain="">
                {isHeadHidden ? <span className="sr-only">{head}</span> : head}
              </th>
            )
          return (
            <SortHead key={id} {...look} sorted={view.sort === sort} desc={view.desc} onSort={() => view.sortBy(sort)}>
              {head}
            </SortHead>
          )
        })}
        {actions && (
          <th className="action-cell">
            <span className="sr-only">{t('kit.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const headClass = ({ numeric, yields }: { numeric?: boolean; yields?: 'first' | 'second' }) =>
  classes(numeric && 'num', yields && `yields-${yields}`)

/** A class that makes a row flash when `value` changes after the first render. */
function useFlash(value: unknown): string | undefined {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (seen.value !== value) setSeen({ value, times: seen.times + 1 })
  if (seen.times === 0) return undefined
  // Two names for one animation: only a changed name restarts it.
  return seen.times % 2 === 1 ? 'flash' : 'flash flash-again'
}

type RowProps<T extends Row> = DataTableProps<T> & { row: T; selection: Selection | undefined }

function TableRow<T extends Row>(props: RowProps<T>) {
  const { row, rows, columns, actions, flash, tone, nameOf, selection } = props
  const t = useText()
  const isChosen = selection?.has(row.id) ?? false
  const changed = useFlash(flash?.(row))
  const look = tone?.(row)
  const offered = actions ? actions(row) : []
  const open = offered.find(({ isMain }) => isMain)?.onSelect
  return (
    <tr
      className={changed ?? (rows.arrived.has(row.id) ? 'flash' : undefined)}
      data-off={look === 'off' ? '' : undefined}
      data-tone={look}
      aria-selected={selection && isChosen}
    >
      {selection && (
        <td className="pick">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            aria-label={t('kit.select', { name: nameOf?.(row) ?? String(row.id) })}
            checked={isChosen}
            // Shift is known only on click; the keyboard selects one row at a time.
            onClick={({ shiftKey }) => selection.toggle(row.id, shiftKey)}
            readOnly
          />
        </td>
      )}
      {columns.map((column, at) => {
        const phone = phoneSlot(column, at)
        const isLead = phone === 'lead'
        return (
          <td
            key={column.id}
            className={classes(isLead && 'lead', headClass(column)) || undefined}
            data-column={column.id}
            data-phone={phone}
            data-label={phone === 'labelled' ? column.head : undefined}
          >
            {isLead && open ? (
              <button type="button" className="row-open" onClick={open}>
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </td>
        )
      })}
      {actions && (
        <td className="action-cell">
          <RowActions actions={offered} />
        </td>
      )}
    </tr>
  )
}

/** Loads the next page when the end is nearly in view. */
function MoreRows({ count, isLoading, onSeen }: { count: number; isLoading: boolean; onSeen(): void }) {
  const t = useText()
  const mark = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(onSeen)
  // Observed again after each page: a sentinel that stays in view is not reported twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), { rootMargin: '400px' })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [count, isLoading])
  return (
    <div
      ref={mark}
      className="grid h-12 place-items-center text-faint"
      role="status"
      aria-label={isLoading ? t('common.loading') : undefined}
    >
      {isLoading && <LoaderCircle className="animate-spin" />}
    </div>
  )
}

const bones = ['70%', '52%', '62%', '44%']

function TableSkeleton<T extends Row>(props: DataTableProps<T>) {
  const { columns, isTall, actions, bulk } = props
  return (
    <Loading className="page-body">
      <table className={tableClass(props)} style={roomOf(props)} aria-hidden="true">
        <thead>
          <tr>
            {bulk && <th className="pick" />}
            {columns.map((column) => (
              <th
                key={column.id}
                className={headClass(column)}
                style={{ '--w': columnWidth(column, columns) } as CSSProperties}
              >
                {!column.isHeadHidden && column.head}
              </th>
            ))}
            {actions && <th className="action-cell" />}
          </tr>
        </thead>
        <tbody>
          {bones.map((bone) => (
            <tr key={bone}>
              {bulk && <td className="pick" />}
              {columns.map(({ id, bone: ownBone, ...column }, at) => (
                <td key={id} className={headClass(column)} data-phone={phoneSlot({ id, ...column }, at)}>
                  <Skeleton
                    className={classes(at === 0 ? 'h-6' : 'h-2.5', column.numeric && 'ml-auto')}
                    width={ownBone ?? (column.numeric ? '2rem' : bone)}
                  />
                  {isTall && at === 0 && <Skeleton className="mt-1 h-2" width="40%" />}
                </td>
              ))}
              {actions && <td className="action-cell" />}
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}
