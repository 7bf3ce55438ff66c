import './plans.css'
import { useQuery } from '@tanstack/react-query'
import { Layers, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { OverLimit, PlanSummary } from '../../../src/features/plans/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { useCrud, useRows } from '../../shared/live/useCrud'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { countHolders, overQuery, planQuery, plans } from './api'
import { PlanForm } from './PlanForm'
import { shownPlans } from './spec'
import { PlansView } from './view'

/** The operator's plans. */
export function PlansPage() {
  const t = useText()
  const rows = useRows(plans)
  const view = useView(PlansView)
  const { what, row, open, close } = useRowDialog<PlanSummary, 'create' | 'edit' | 'delete'>(rows.all)
  return (
    <ListPage
      title={t('plans.title')}
      rows={rows}
      shown={shownPlans(rows.all ?? [], view.now)}
      columns={useColumns()}
      view={view}
      search={t('plans.search')}
      action={{ label: t('plans.new'), onSelect: () => open('create') }}
      actions={(plan) => [
        { label: t('common.row.edit', plan), icon: <Pencil />, isMain: true, onSelect: () => open('edit', plan) },
        { label: t('common.row.delete', plan), icon: <Trash2 />, onSelect: () => open('delete', plan) },
      ]}
      flash={({ updatedAt }) => updatedAt}
      empty={{ icon: <Layers />, title: t('plans.empty.title'), text: t('plans.empty.text') }}
    >
      {what === 'create' && <PlanForm onClose={close} />}
      {what === 'edit' && row && (
        <LoadDialog query={planQuery(row.id)} title={t('plans.form.edit', row)} onClose={close}>
          {(plan) => <PlanForm edited={plan} onClose={close} />}
        </LoadDialog>
      )}
      {what === 'delete' && row && <DeletePlan plan={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<PlanSummary>[] {
  const t = useText()
  const { number, money } = useFormat()
  const overOf = useOver()
  const limit = (value: number | null) => (value === null ? t('plans.noLimit') : number(value))
  const yesNo = (is: boolean) => t(is ? 'common.yes' : 'common.no')
  return [
    {
      id: 'id',
      head: '#',
      sort: 'id',
      width: '4rem',
      yields: 'first',
      phone: 'none',
      cell: ({ id }) => <span className="nums">{id}</span>,
    },
    {
      id: 'name',
      head: t('plans.column.name'),
      sort: 'name',
      phone: 'lead',
      cell: ({ name }) => <b className="font-medium">{name}</b>,
    },
    { id: 'users', head: t('plans.column.users'), width: '6rem', numeric: true, cell: ({ users }) => limit(users) },
    {
      id: 'connections',
      head: t('plans.column.connections'),
      width: '6.5rem',
      numeric: true,
      cell: ({ connections }) => limit(connections),
    },
    { id: 'queues', head: t('plans.column.queues'), width: '6rem', numeric: true, cell: ({ queues }) => limit(queues) },
    {
      id: 'amount',
      head: t('plans.column.amount'),
      width: '7.5rem',
      sort: 'amount',
      numeric: true,
      phone: 'end',
      cell: ({ amount }) => (amount === 0 ? t('plans.free') : money(Math.round(amount * 100))),
    },
    {
      id: 'companies',
      head: t('plans.column.companies'),
      width: '9rem',
      sort: 'companies',
      numeric: true,
      cell: ({ id, companiesCount = 0 }) => <Companies count={companiesCount} over={overOf.get(id) ?? []} />,
    },
    {
      id: 'public',
      head: t('plans.column.public'),
      width: '6rem',
      yields: 'second',
      cell: ({ isPublic }) => yesNo(isPublic),
    },
    {
      id: 'menus',
      head: t('plans.column.newMenu'),
      width: '9rem',
      yields: 'first',
      phone: 'none',
      cell: ({ newStructureMenu }) => yesNo(newStructureMenu),
    },
  ]
}

/** The companies over their limits, by plan. */
function useOver(): ReadonlyMap<number, readonly OverLimit[]> {
  const { data } = useQuery(overQuery)
  return useMemo(() => Map.groupBy(data?.records ?? [], ({ planId }) => planId), [data])
}

/** How many, and how many of them are over a limit of the plan. */
function Companies({ count, over }: { count: number; over: readonly OverLimit[] }) {
  const t = useText()
  const { number } = useFormat()
  const names = over.map(({ company, limits }) => {
    const of = limits.map((limit) => t(`plans.column.${limit}`)).join(', ')
    return `${company.name} (${of})`
  })
  return (
    <span className="inline-flex items-center gap-2">
      {over.length > 0 && (
        <span className="inline-flex items-center gap-1 font-[550] text-warning-ink" title={names.join('\n')}>
          <TriangleAlert className="size-3.5" />
          {t('plans.over', { count: over.length })}
          <span className="sr-only">{names.join('; ')}</span>
        </span>
      )}
      {number(count)}
    </span>
  )
}

function DeletePlan({ plan: { id, name }, onClose }: { plan: PlanSummary; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(plans)
  return (
    <DeleteDialog
      title={t('plans.delete.title', { name })}
      confirm={t('plans.delete.confirm')}
      done={t('plans.delete.done')}
      counts={() => countHolders(id)}
      isBlocked={(count) => count > 0}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {(count) => <p>{count ? t('plans.delete.inUse', { count }) : t('plans.delete.text')}</p>}
    </DeleteDialog>
  )
}
