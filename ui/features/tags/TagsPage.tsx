import { Pencil, Tag as TagIcon, Trash2 } from 'lucide-react'
import { changeTags, type Tag as TagRow } from '../../../src/features/tags/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Tag } from '../../shared/kit/Tag'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { fetchTag, tags } from './api'
import { shownTags } from './spec'
import { TagForm } from './TagForm'
import { TagsView } from './view'

/** All tags: colour, number of tickets, and which are lanes of the board. */
export function TagsPage() {
  const t = useText()
  const mayChange = useMay()(changeTags)
  const rows = useRows(tags)
  const view = useView(TagsView)
  const { what, row, open, close } = useRowDialog<TagRow, 'create' | 'edit' | 'delete'>(rows.all)
  const all = rows.all ?? []
  return (
    <ListPage
      title={t('tags.title')}
      rows={rows}
      shown={shownTags(all, view.now)}
      columns={useColumns()}
      view={view}
      search={t('tags.search')}
      filters={
        <ChoiceFilter
          label={t('tags.column.kanban')}
          all={t('common.allFeminine')}
          value={view.now.kanban}
          onChange={(kanban) => view.change({ kanban })}
          options={[
            { value: 'yes', label: t('common.yes') },
            { value: 'no', label: t('common.no') },
          ]}
        />
      }
      action={{ label: t('tags.new'), onSelect: () => open('create') }}
      actions={
        mayChange &&
        ((tag) => [
          { label: t('common.row.edit', tag), icon: <Pencil />, isMain: true, onSelect: () => open('edit', tag) },
          { label: t('common.row.delete', tag), icon: <Trash2 />, onSelect: () => open('delete', tag) },
        ])
      }
      flash={({ name, color, description, kanban }) => `${name} ${color} ${description} ${kanban}`}
      empty={{ icon: <TagIcon />, title: t('tags.empty.title'), text: t('tags.empty.text') }}
    >
      {what === 'create' && <TagForm others={all} onClose={close} />}
      {what === 'edit' && row && <TagForm tag={row} others={all} onClose={close} />}
      {what === 'delete' && row && <DeleteTag tag={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<TagRow>[] {
  const t = useText()
  const { number } = useFormat()
  return [
    { id: 'id', head: t('tags.column.id'), sort: 'id', width: '6rem', phone: 'none', cell: ({ id }) => id },
    { id: 'name', head: t('common.field.tag'), sort: 'name', phone: 'lead', cell: (tag) => <Tag tag={tag} /> },
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
      width: '8rem',
      sort: 'tickets',
      numeric: true,
      cell: ({ ticketsCount }) => number(ticketsCount),
    },
    {
      id: 'kanban',
      head: t('tags.column.kanban'),
      width: '8rem',
      sort: 'kanban',
      cell: ({ kanban }) => t(kanban === 1 ? 'common.yes' : 'common.no'),
    },
  ]
}

/** Says what goes with it. */
export function DeleteTag({ tag: { id, name }, onClose }: { tag: TagRow; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(tags)
  return (
    <DeleteDialog
      title={t('tags.delete.title', { name })}
      confirm={t('tags.delete.confirm')}
      done={t('tags.delete.done', { name })}
      counts={() => fetchTag(id)}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {(tag) =>
        tag && (
          <p>
            {tag.ticketsCount > 0 ? t('tags.delete.tickets', { count: tag.ticketsCount }) : t('tags.delete.noTickets')}{' '}
            {tag.kanban === 1 && t('tags.delete.lane')}
          </p>
        )
      }
    </DeleteDialog>
  )
}
