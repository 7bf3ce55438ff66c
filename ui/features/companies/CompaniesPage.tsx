import '../../shared/theme/pane.css'
import './companies.css'
import { useAtomValue } from 'jotai/react'
import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import type { CompanyRow } from '../../../src/operator/tenants/contract'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Face } from '../../shared/kit/Face'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { useRows } from '../../shared/live/useCrud'
import { ApiError } from '../../shared/session/failure'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { companies, deleteCompany, totalsAtom } from './api'
import { CompanyForm } from './CompanyForm'
import { CompanyPane } from './CompanyPane'
import { Due } from './Due'
import { type CompanyState, daysLeft, stateOf, toneOf, usedWords } from './spec'
import { useRenewal } from './useRenewal'
import { CompaniesView, dueFilters } from './view'

/** Every company of the installation; what is due first stands on top. */
export function CompaniesPage() {
  const t = useText()
  const view = useView(CompaniesView)
  const { search, due } = view.now
  const wanted = useMemo(() => ({ ...(search && { search }), ...(due && { due }) }), [search, due])
  const rows = useRows(companies, wanted)
  const now = useNow(60_000)
  const { what, row, open, close } = useRowDialog<CompanyRow, 'create' | 'edit' | 'delete'>(rows.all)
  const shown = rows.all?.find(({ id }) => id === view.now.pane)
  const show = ({ id }: CompanyRow) => view.change({ pane: id })
  return (
    <ListPage
      title={t('companies.title')}
      rows={rows}
      columns={useColumns(now, show)}
      view={view}
      search={t('companies.search')}
      count={<Totals />}
      filters={
        <ChoiceFilter
          label={t('companies.column.due')}
          value={due}
          onChange={(due) => view.change({ due })}
          options={dueFilters.map((value) => ({ value, label: t(`companies.filter.${value}`) }))}
        />
      }
      action={{ label: t('companies.new'), onSelect: () => open('create') }}
      tone={(company) => {
        const tone = toneOf(daysLeft(company, now))
        if (shown?.id === company.id) return 'info'
        return tone === 'late' ? 'error' : tone === 'soon' ? 'warning' : undefined
      }}
      flash={({ dueDate, status, planId, name }) => `${dueDate} ${status} ${planId} ${name}`}
      isTall
      empty={{ icon: <Building2 />, title: t('companies.empty.title'), text: t('companies.empty.text') }}
      noMatch={t('companies.noMatch')}
    >
      {shown && (
        <CompanyPane
          key={shown.id}
          company={shown}
          onEdit={() => open('edit', shown)}
          onDelete={() => open('delete', shown)}
          onClose={() => view.change({ pane: undefined })}
        />
      )}
      {what === 'create' && <CompanyForm onClose={close} />}
      {what === 'edit' && row && <CompanyForm edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteCompany company={row} onClose={close} />}
    </ListPage>
  )
}

function Totals() {
  const t = useText()
  const { number, money } = useFormat()
  const totals = useAtomValue(totalsAtom)
  if (!totals) return null
  return t('companies.totals', { companies: number(totals.count), amount: money(Math.round(totals.monthly * 100)) })
}

const stateTones = { suspended: 'off', limited: 'bad', trial: 'wait', active: 'ok' } as const satisfies Record<
  CompanyState,
  string
>

function useColumns(now: number, onShow: (company: CompanyRow) => void): Column<CompanyRow>[] {
  const t = useText()
  const { money, ago } = useFormat()
  return [
    {
      id: 'id',
      head: '#',
      width: '3.5rem',
      yields: 'first',
      phone: 'none',
      cell: ({ id }) => <span className="nums">{id}</span>,
    },
    {
      id: 'company',
      head: t('companies.column.company'),
      phone: 'lead',
      cell: (company) => (
        <button
          type="button"
          className="person company-name max-w-full text-left cursor-pointer"
          onClick={() => onShow(company)}
        >
          <Face name={company.name} size={2} className="rounded-md!" />
          <span className="two min-w-0">
            <span className="truncate">{company.name}</span>
            <small className="truncate">{company.email}</small>
          </span>
        </button>
      ),
    },
    {
      id: 'plan',
      head: t('companies.column.plan'),
      width: '7.5rem',
      cell: ({ plan }) => plan?.name ?? <span className="text-faint">{t('companies.noPlan')}</span>,
    },
    {
      id: 'users',
      head: t('plans.column.users'),
      numeric: true,
      width: '5rem',
      yields: 'second',
      cell: ({ used, plan }) => usedWords(used?.users, plan?.users),
    },
    {
      id: 'connections',
      head: t('plans.column.connections'),
      numeric: true,
      width: '5.75rem',
      yields: 'second',
      cell: ({ used, plan }) => usedWords(used?.connections, plan?.connections),
    },
    {
      id: 'amount',
      head: t('plans.column.amount'),
      numeric: true,
      width: '6.25rem',
      cell: ({ plan }) =>
        plan === null ? '–' : plan.amount === 0 ? t('plans.free') : money(Math.round(plan.amount * 100)),
    },
    {
      id: 'due',
      head: t('companies.column.due'),
      width: '9.5rem',
      phone: 'line',
      cell: (company) => <Due company={company} now={now} />,
    },
    {
      id: 'login',
      head: t('companies.column.login'),
      width: '7rem',
      yields: 'first',
      cell: ({ lastLogin }) => (lastLogin === null ? t('companies.never') : ago(lastLogin, now)),
    },
    {
      id: 'state',
      head: t('companies.column.state'),
      width: '6.5rem',
      phone: 'end',
      cell: (company) => {
        const state = stateOf(company, now)
        return <StatusDot tone={stateTones[state]}>{t(`companies.state.${state}`)}</StatusDot>
      },
    },
    {
      id: 'renew',
      head: t('companies.renew.head'),
      isHeadHidden: true,
      numeric: true,
      width: '8.75rem',
      phone: 'bare',
      cell: (company) => company.id !== OPERATOR_COMPANY && <Renew company={company} />,
    },
  ]
}

function Renew({ company }: { company: CompanyRow }) {
  const t = useText()
  const { renew, isPending } = useRenewal(company)
  return (
    <Button
      size="sm"
      busy={isPending}
      title={`${t(`companies.renew.by.${company.recurrence}`)}. ${t('companies.form.given')}`}
      onClick={renew}
    >
      {t('companies.renew.button')}
    </Button>
  )
}

function DeleteCompany({ company: { id, name }, onClose }: { company: CompanyRow; onClose(): void }) {
  const t = useText()
  return (
    <DeleteDialog
      title={t('companies.delete.title', { name })}
      confirm={t('companies.delete.confirm')}
      done={t('companies.delete.done')}
      typed={name}
      onDelete={() => deleteCompany(id, name)}
      whyNot={(failure) =>
        failure instanceof ApiError && failure.status >= 500 ? t('companies.delete.failed') : undefined
      }
      onClose={onClose}
    >
      {() => <p>{t('companies.delete.text')}</p>}
    </DeleteDialog>
  )
}
