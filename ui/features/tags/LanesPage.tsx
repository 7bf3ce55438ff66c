import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Pencil, SquareKanban, Trash2 } from 'lucide-react'
import { changeTags, type Tag as TagRow } from '../../../src/features/tags/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { Tag } from '../../shared/kit/Tag'
import { toast } from '../../shared/kit/toast'
import { useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { orderLanes, tags } from './api'
import { lanesIn, shownLanes } from './spec'
import { TagForm } from './TagForm'
import { DeleteTag } from './TagsPage'
import { LanesView } from './view'

export function LanesPage() {
  return useMay()(changeTags) ? <Lanes /> : <RefusedPage needs={changeTags} />
}

/** The lanes of the board, which are tags, in their order. */
function Lanes() {
  const t = useText()
  const rows = useRows(tags)
  const view = useView(LanesView)
  const { what, row, open, close } = useRowDialog<TagRow, 'create' | 'edit' | 'delete'>(
    rows.all,
    view.now.new ? 'create' : null,
  )
  const all = rows.all ?? []
  const lanes = lanesIn(all)
  const move = (id: number, to: number) => {
    const others = lanes.map((lane) => lane.id).filter((one) => one !== id)
    orderLanes(others.toSpliced(to, 0, id)).catch(toast.failure)
  }
  const steps = (lane: TagRow) => {
    const at = lanes.findIndex(({ id }) => id === lane.id)
    return [
      ...(at > 0
        ? [{ label: t('tags.lanes.up', lane), icon: <ArrowUp />, onSelect: () => move(lane.id, at - 1) }]
        : []),
      ...(at < lanes.length - 1
        ? [{ label: t('tags.lanes.down', lane), icon: <ArrowDown />, onSelect: () => move(lane.id, at + 1) }]
        : []),
    ]
  }
  return (
    <ListPage
      title={t('tags.lanes.title')}
      rows={{ ...rows, all: rows.all && lanes }}
      shown={shownLanes(all, view.now)}
      columns={useColumns(lanes)}
      view={view}
      search={t('tags.lanes.search')}
      tools={
        <Link to="/kanban" className={buttonClass('plain')}>
          <SquareKanban />
          {t('tags.lanes.board')}
        </Link>
      }
      action={{ label: t('tags.lanes.new'), onSelect: () => open('create') }}
      actions={(lane) => [
        { label: t('common.row.edit', lane), icon: <Pencil />, isMain: true, onSelect: () => open('edit', lane) },
        ...steps(lane),
        { label: t('common.row.delete', lane), icon: <Trash2 />, isDanger: true, onSelect: () => open('delete', lane) },
      ]}
      flash={({ name, color, description, position }) => `${name} ${color} ${description} ${position}`}
      empty={{ icon: <SquareKanban />, title: t('tags.lanes.empty.title'), text: t('tags.lanes.empty.text') }}
    >
      {what === 'create' && <TagForm isLane others={all} onClose={close} />}
      {what === 'edit' && row && <TagForm tag={row} others={all} onClose={close} />}
      {what === 'delete' && row && <DeleteTag tag={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(lanes: readonly TagRow[]): Column<TagRow>[] {
  const t = useText()
  const { number } = useFormat()
  return [
    {
      id: 'place',
      head: t('tags.lanes.place'),
      sort: 'place',
      width: '6rem',
      phone: 'none',
      cell: ({ id }) => number(lanes.findIndex((lane) => lane.id === id) + 1),
    },
    { id: 'name', head: t('common.field.name'), sort: 'name', phone: 'lead', cell: (tag) => <Tag tag={tag} /> },
    {
      id: 'description',
      head: t('tags.column.description'),
      phone: 'line',
      yields: 'second',
      cell: ({ description }) => description && <span className="text-muted wrap-anywhere">{description}</span>,
    },
    {
      id: 'tickets',
      head: t('tags.column.tickets'),
      sort: 'tickets',
      numeric: true,
      cell: ({ ticketsCount }) => number(ticketsCount),
    },
  ]
}
