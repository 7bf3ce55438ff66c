import { Archive, Copy, Pencil, SearchX, Tag as TagIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { StatusDot } from '../../shared/kit/StatusDot'
import { Tag } from '../../shared/kit/Tag'
import { toast } from '../../shared/kit/toast'
import type { Rows } from '../../shared/live/useCrud'
import { fits, needleOf } from '../../shared/plain'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { DateRangeFilter } from '../../shared/table/DateRangeFilter'
import { useView } from '../../shared/table/useView'
import { Day, sortRows, viewSchema } from '../../shared/table/view'
import { Sample, Samples, Stage } from './Sample'

type Thing = { id: number; name: string; color: string; tickets: number; state: 'ok' | 'late' | 'off' }

const colors = ['#127eee', '#d94906', '#069861', '#985cdb', '#d53f75']
const states = ['ok', 'late', 'off'] as const
const thing = (id: number): Thing => ({
  id,
  name: `Etiqueta ${id}`,
  color: colors[id % colors.length] ?? '#127eee',
  tickets: (id * 37) % 91,
  state: states[id % 7 === 3 ? 1 : id % 9 === 5 ? 2 : 0] ?? 'ok',
})
const PAGE = 20

export const KitView = viewSchema(['name', 'tickets'], { state: v.picklist(states), from: Day, to: Day })

const columns: Column<Thing>[] = [
  { id: 'name', head: 'Tag', sort: 'name', cell: (row) => <Tag tag={row} /> },
  {
    id: 'state',
    head: 'State',
    phone: 'bare',
    cell: ({ state }) => (
      <StatusDot tone={state === 'ok' ? 'ok' : state === 'late' ? 'warn' : 'off'}>{state}</StatusDot>
    ),
  },
  { id: 'tickets', head: 'Tickets', sort: 'tickets', numeric: true, cell: ({ tickets }) => tickets },
]

const none: Rows<Thing> = {
  all: undefined,
  arrived: new Set(),
  error: null,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => {},
  retry: () => toast.info('retry'),
}
const failure = new Error('sample')
const empty = (
  <EmptyState icon={<TagIcon />} title="No tags yet" actions={<Button size="sm">New tag</Button>}>
    One sentence, and what to do next.
  </EmptyState>
)

export function TableSamples() {
  const some = [1, 2, 3].map(thing)
  return (
    <Samples title="DataTable">
      <Sample title="filled: sorting, filters in the address, selection, actions, infinite scroll" isWide>
        <Filled />
      </Sample>
      <Sample title="loading">
        <Stage>
          <DataTable rows={none} columns={columns} empty={empty} actions={() => []} />
        </Stage>
      </Sample>
      <Sample title="empty">
        <Stage>
          <DataTable rows={{ ...none, all: [] }} columns={columns} empty={empty} />
        </Stage>
      </Sample>
      <Sample title="failed">
        <Stage>
          <DataTable rows={{ ...none, error: failure }} columns={columns} empty={empty} />
        </Stage>
      </Sample>
      <Sample title="stale">
        <Stage>
          <DataTable rows={{ ...none, all: some, error: failure }} columns={columns} empty={empty} />
        </Stage>
      </Sample>
      <Sample title="nothing matches">
        <Stage>
          <DataTable
            rows={{ ...none, all: some }}
            shown={[]}
            columns={columns}
            empty={empty}
            noMatch={<EmptyState icon={<SearchX />} title="Nothing with “x”" />}
          />
        </Stage>
      </Sample>
    </Samples>
  )
}

function Filled() {
  const view = useView(KitView)
  const { search = '', state, from, to } = view.now
  const [rows, setRows] = useState(() => Array.from({ length: PAGE }, (_, at) => thing(at + 1)))
  const [isLoadingMore, setLoading] = useState(false)
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set())
  const loadMore = () => {
    setLoading(true)
    setTimeout(() => {
      setRows((before) => [...before, ...Array.from({ length: PAGE }, (_, at) => thing(before.length + at + 1))])
      setLoading(false)
    }, 400)
  }
  const arrive = () => {
    const fresh = thing(1000 + rows.length)
    setArrived(new Set([...arrived, fresh.id]))
    setRows([fresh, ...rows])
  }
  const found = rows.filter((row) => fits(needleOf(search), row.name) && (!state || row.state === state))
  const shown = sortRows(
    found,
    view.now,
    { name: (a, b) => a.id - b.id, tickets: (a, b) => a.tickets - b.tickets },
    'name',
  )
  return (
    <Stage>
      <div className="page-head">
        <SearchBox label="Search" value={search} onSearch={(words) => view.change({ search: words || undefined })} />
        <ChoiceFilter
          label="State"
          value={state}
          onChange={(state) => view.change({ state })}
          options={states.map((value) => ({ value, label: value }))}
        />
        <DateRangeFilter label="Date" value={{ from, to }} onChange={(range) => view.change(range)} />
        <Button onClick={arrive}>One arrives</Button>
        <Button onClick={() => setRows(rows.map((row, at) => (at === 1 ? { ...row, tickets: row.tickets + 1 } : row)))}>
          One changes
        </Button>
      </div>
      <DataTable
        rows={{ ...none, all: rows, arrived, hasMore: rows.length < 80, isLoadingMore, loadMore }}
        shown={shown}
        columns={columns}
        view={view}
        flash={({ tickets }) => String(tickets)}
        tone={({ state }) => (state === 'late' ? 'warning' : state === 'off' ? 'off' : undefined)}
        nameOf={({ name }) => name}
        bulk={(ids, clear) => (
          <>
            <Button size="sm" icon={<Archive />} onClick={() => toast.info(`${ids.length} archived`)}>
              Archive
            </Button>
            <Button size="sm" icon={<Trash2 />} onClick={clear}>
              Delete
            </Button>
          </>
        )}
        actions={({ id, name }) => [
          { label: `Edit ${name}`, icon: <Pencil />, onSelect: () => toast.info(`edit ${id}`) },
          { label: `Copy ${name}`, icon: <Copy />, onSelect: () => toast.info(`copy ${id}`) },
          { label: `Delete ${name}`, icon: <Trash2 />, isDanger: true, onSelect: () => toast.info(`delete ${id}`) },
        ]}
        empty={empty}
        noMatch={<EmptyState icon={<SearchX />} title="Nothing with these filters" />}
      />
    </Stage>
  )
}
