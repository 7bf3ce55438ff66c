import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, FolderOpen, Pencil, Star, Trash2 } from 'lucide-react'
import type { Rating } from '../../../src/features/ratings/contract'
import { manageRatings } from '../../../src/features/ratings/rights/contract'
import { settingUpdated } from '../../../src/settings/contract'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Note } from '../../shared/kit/Note'
import { Segment } from '../../shared/kit/Segment'
import { StatusDot } from '../../shared/kit/StatusDot'
import { VariableText } from '../../shared/kit/VariableText'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useEvent } from '../../shared/live/useEvent'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { Nothing } from '../../shared/table/Nothing'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView, type View } from '../../shared/table/useView'
import { ratings, switchQuery } from './api'
import { CategoriesDialog } from './CategoriesDialog'
import { RatingForm } from './RatingForm'
import { ResultsPage } from './results/ResultsPage'
import { shownRatings } from './spec'
import { RatingsView } from './view'

export function RatingsPage() {
  return useMay()(manageRatings) ? <Ratings /> : <RefusedPage needs={manageRatings} />
}

function Ratings() {
  const view = useView(RatingsView)
  const tabs = <RatingTabs view={view} />
  return view.now.tab === 'results' ? <ResultsPage view={view} tabs={tabs} /> : <Definitions view={view} tabs={tabs} />
}

function RatingTabs({ view }: { view: View<RatingsView> }) {
  const t = useText()
  return (
    <Segment
      label={t('ratings.title')}
      items={[
        { id: 'ratings', label: t('ratings.tab.ratings') },
        { id: 'results', label: t('ratings.tab.results') },
      ]}
      value={view.now.tab ?? 'ratings'}
      onChange={(tab) => view.change({ ...allOf(view.now), tab: tab === 'results' ? tab : undefined })}
    />
  )
}

/** Each tab has its own filters. */
const allOf = (now: RatingsView): { readonly [K in keyof RatingsView]: undefined } =>
  Object.fromEntries(Object.keys(now).map((name) => [name, undefined]))

type Props = { view: View<RatingsView>; tabs: React.ReactNode }

/** The ratings: name, type, category, and whether attendants are offered it. */
function Definitions({ view, tabs }: Props) {
  const t = useText()
  const rows = useRows(ratings)
  const { what, row, open, close } = useRowDialog<Rating, 'create' | 'edit' | 'delete' | 'categories'>(rows.all)
  const all = rows.all ?? []
  return (
    <ListPage
      title={t('ratings.title')}
      rows={rows}
      shown={shownRatings(all, view.now)}
      columns={useColumns()}
      view={view}
      search={t('ratings.search')}
      tabs={tabs}
      tools={
        <Button size="sm" icon={<FolderOpen />} onClick={() => open('categories')}>
          {t('ratings.categories.title')}
        </Button>
      }
      action={{ label: t('ratings.new'), onSelect: () => open('create') }}
      actions={(rating) => [
        { label: t('common.row.edit', rating), icon: <Pencil />, isMain: true, onSelect: () => open('edit', rating) },
        { label: t('common.row.delete', rating), icon: <Trash2 />, onSelect: () => open('delete', rating) },
      ]}
      tone={({ active }) => (active ? undefined : 'off')}
      flash={({ updatedAt }) => updatedAt}
      notice={<OffNote />}
      isTall
      empty={{ icon: <Star />, title: t('ratings.empty.title'), text: t('ratings.empty.text') }}
    >
      {what === 'create' && <RatingForm onClose={close} />}
      {what === 'edit' && row && <RatingForm rating={row} onClose={close} />}
      {what === 'categories' && <CategoriesDialog onClose={close} />}
      {what === 'delete' && row && <DeleteRating rating={row} onClose={close} />}
    </ListPage>
  )
}

/** Warns that ratings are switched off in the company. */
function OffNote() {
  const t = useText()
  const may = useMay()
  const { data, refetch } = useQuery(switchQuery)
  useEvent(settingUpdated, ({ setting }) => {
    if (setting.key === 'userRating') void refetch()
  })
  if (data?.value !== 'disabled') return null
  return (
    <Note
      tone="info"
      icon={<ChartNoAxesColumn />}
      className="mx-6 mb-3 max-sm:mx-4"
      action={
        may('settings-page:change') && (
          <Link to="/settings" className={buttonClass('plain', 'sm')}>
            {t('ratings.off.action')}
          </Link>
        )
      }
    >
      {t('ratings.off.text')}
    </Note>
  )
}

function useColumns(): Column<Rating>[] {
  const t = useText()
  return [
    {
      id: 'name',
      head: t('ratings.column.name'),
      sort: 'name',
      cell: ({ name, message, isDefault }) => (
        <span className="two">
          <span className="flex items-center gap-2">
            <span className="truncate">{name}</span>
            {isDefault && <span className="badge badge-sm">{t('ratings.form.defaultMark')}</span>}
          </span>
          <small className="max-w-96 truncate">
            <VariableText text={message} />
          </small>
        </span>
      ),
    },
    {
      id: 'type',
      head: t('common.field.type'),
      sort: 'type',
      cell: ({ type, options }) =>
        type === 'nps' ? t('ratings.type.nps') : t('ratings.column.options', { count: options.length }),
    },
    {
      id: 'category',
      head: t('common.field.category'),
      sort: 'category',
      cell: ({ categoryRating }) => categoryRating?.descricao ?? <Nothing />,
    },
    {
      id: 'active',
      head: t('common.field.status'),
      phone: 'end',
      cell: ({ active }) => (
        <StatusDot tone={active ? 'ok' : 'off'}>{t(active ? 'ratings.active.yes' : 'ratings.active.no')}</StatusDot>
      ),
    },
  ]
}

function DeleteRating({ rating: { id, name }, onClose }: { rating: Rating; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(ratings)
  return (
    <DeleteDialog
      title={t('ratings.delete.title', { name })}
      confirm={t('ratings.delete.confirm')}
      done={t('ratings.delete.done', { name })}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => t('ratings.delete.text')}
    </DeleteDialog>
  )
}
