import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { EmptyState } from '../kit/EmptyState'
import { SearchBox } from '../kit/SearchBox'
import type { Rows } from '../live/useCrud'
import { usePageTitle } from '../usePageTitle'
import { DataTable, type DataTableProps } from './DataTable'
import { Filters } from './Filters'
import type { View } from './useView'

type Row = { readonly id: number }
type Action = { readonly label: string; readonly icon?: ReactNode; onSelect(): void }

type Props<T extends Row> = Omit<DataTableProps<T>, 'empty' | 'noMatch' | 'view'> & {
  title: string
  /** From `useView`. */
  view: View
  /** Placeholder of the search box: what it searches. */
  search?: string
  /** A `BackLink`, on the page of one thing. */
  back?: ReactNode
  /** Other views of the page: shown however empty the list is. */
  tabs?: ReactNode
  /** `FilterChip`s, `ChoiceFilter`s and the like. */
  filters?: ReactNode
  /** Collapses many filters behind one button, to leave room for the search; on a phone they always are. */
  hasManyFilters?: boolean
  /** Between the head and the table. */
  notice?: ReactNode
  /** Buttons for the whole list; hidden while it is empty. */
  tools?: ReactNode
  /** Buttons that fill the list: shown however empty it is. */
  imports?: ReactNode
  /** The page's only primary button; omitted without permission. */
  action?: Action | false
  /** Total count; by default the number of loaded rows. */
  count?: ReactNode
  empty: { readonly icon: ReactNode; readonly title: string; readonly text?: string }
  /** Shown below "nothing found": what the search covers. */
  noMatch?: string
  /** Dialogs. */
  children?: ReactNode
}

/** A screen that is one table: title, count, search, filters, one action, and the table in all its states. */
export function ListPage<T extends Row>(props: Props<T>) {
  const {
    title,
    view,
    search,
    back,
    tabs,
    filters,
    hasManyFilters = false,
    notice,
    tools,
    imports,
    action,
    ...rest
  } = props
  const { empty, noMatch, count, children, ...table } = rest
  const t = useText()
  usePageTitle(title)
  const isBlank = table.rows.all?.length === 0 && !(view.isNarrowed && !table.shown)
  const create = action && (
    <Button size="sm" icon={action.icon ?? <Plus />} onClick={action.onSelect}>
      {action.label}
    </Button>
  )
  return (
    <main className="main page">
      <div className="page-head">
        {back}
        <h1 className="page-title">{title}</h1>
        <span className="page-count">{count ?? <Count rows={table.rows} shown={table.shown} view={view} />}</span>
        {!isBlank && search !== undefined && (
          <SearchBox
            label={search}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined })}
          />
        )}
        {tabs}
        {!isBlank && filters && (
          <Filters isFolded={hasManyFilters} isNarrowed={view.isNarrowed}>
            {filters}
          </Filters>
        )}
        {!isBlank && tools}
        {imports}
        {action && (
          <Button
            tone="primary"
            icon={action.icon ?? <Plus />}
            className="ml-1 max-md:ml-auto"
            onClick={action.onSelect}
          >
            {action.label}
          </Button>
        )}
      </div>
      {notice}
      <DataTable
        {...table}
        view={view}
        empty={
          <EmptyState heading="h2" icon={empty.icon} title={empty.title} actions={create}>
            {empty.text}
          </EmptyState>
        }
        noMatch={
          <EmptyState
            heading="h2"
            icon={<SearchX />}
            title={view.now.search ? t('kit.noMatch', { text: view.now.search }) : t('kit.noneFiltered')}
            actions={
              <Button size="sm" onClick={view.clear}>
                {t('kit.clearFilters')}
              </Button>
            }
          >
            {view.now.search && noMatch}
          </EmptyState>
        }
      />
      {children}
    </main>
  )
}

/** "3 of 12" while filters hide some; a partly loaded list shows its number and that there are more. */
function Count<T>({ rows, shown, view }: { rows: Rows<T>; shown: readonly T[] | undefined; view: View }) {
  const t = useText()
  const { number } = useFormat()
  if (!rows.all) return null
  const all = rows.hasMore ? `${number(rows.all.length)}+` : number(rows.all.length)
  return shown && view.isNarrowed ? t('kit.countOf', { shown: shown.length, all }) : all
}
