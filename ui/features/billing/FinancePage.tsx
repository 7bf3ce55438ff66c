import './billing.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { ReceiptText, SearchX } from 'lucide-react'
import { type Invoice, payInvoices } from '../../../src/features/billing/contract'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { overdueAtom } from '../../shared/session/session'
import { useMay, useUser } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { finance, offerQuery } from './api'
import { FinanceSide } from './FinanceSide'
import { LimitedSide, LimitedToOthers, Owed } from './Limited'
import { FinanceView } from './view'
import { Due, isToPay, monthOf, PaymentNotes, State, toneOf, usePaidWords } from './Words'

/** The company's invoices. An overdue company has only this page; users who may not pay see the reason. */
export function FinancePage() {
  const isLimited = useAtomValue(overdueAtom)
  if (useMay()(payInvoices)) return <Finance isLimited={isLimited} />
  return isLimited ? <LimitedToOthers /> : <RefusedPage needs={payInvoices} />
}

function Finance({ isLimited }: { isLimited: boolean }) {
  const t = useText()
  const { company } = useUser()
  const view = useView(FinanceView)
  const rows = useRows(finance, view.now)
  const offer = useQuery(offerQuery).data
  usePageTitle(t('billing.title'))
  const all = rows.all ?? []
  const overdue = all.filter(({ status }) => status === 'overdue').length
  const empty = (
    <EmptyState heading="h2" icon={<ReceiptText />} title={t('billing.empty.title')}>
      {company.id !== OPERATOR_COMPANY && t('billing.empty.text')}
    </EmptyState>
  )
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('billing.title')}</h1>
        <span className="page-count">
          {isLimited && overdue > 0
            ? t('billing.limited.count', { count: overdue })
            : rows.all && `${t('billing.count', { count: all.length })}${rows.hasMore ? '+' : ''}`}
        </span>
        {!isLimited && (all.length > 0 || view.isNarrowed) && (
          <SearchBox
            label={t('billing.search')}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined })}
          />
        )}
        {!isLimited && offer?.canPay && (
          <Link className={buttonClass('plain')} to="/checkout" search={{ step: 'plan' }}>
            {t('billing.changePlan')}
          </Link>
        )}
      </div>
      <div className="flex-1 min-h-0 grid grid-cols-[minmax(0,1fr)_clamp(19rem,28%,22rem)] border-t border-line max-xl:block max-xl:overflow-y-auto">
        <div className="bill-main flex flex-col min-h-0 min-w-0 max-xl:block">
          {isLimited && offer && <Owed offer={offer} />}
          <DataTable
            rows={rows}
            columns={useColumns(isLimited)}
            view={view}
            isTall
            tone={toneOf}
            flash={({ status, value, credit }) => `${status} ${value} ${credit}`}
            empty={empty}
            noMatch={
              <EmptyState heading="h2" icon={<SearchX />} title={t('kit.noMatch', { text: view.now.search ?? '' })}>
                {t('billing.noMatch')}
              </EmptyState>
            }
          />
        </div>
        {offer && (isLimited ? <LimitedSide offer={offer} /> : <FinanceSide offer={offer} />)}
      </div>
    </main>
  )
}

const countWidths = ['4.25rem', '5rem', '3.5rem'] as const

function useColumns(isLimited: boolean): Column<Invoice>[] {
  const t = useText()
  const format = useFormat()
  const paid = usePaidWords()
  const count = (n: number | null) => (n === null ? t('billing.noLimit') : format.number(n))
  return [
    {
      id: 'detail',
      head: t('billing.column.detail'),
      phone: 'lead',
      cell: (invoice) => (
        <span className="two">
          <b className="font-medium">{t('billing.invoice', { period: monthOf(invoice) })}</b>
          <small>
            {invoice.detail}, {t(`billing.recurrence.${invoice.recurrence}`)}
          </small>
          <PaymentNotes invoice={invoice} />
        </span>
      ),
    },
    ...(['users', 'connections', 'queues'] as const).map(
      (name, at): Column<Invoice> => ({
        id: name,
        head: t(`billing.column.${name}`),
        width: countWidths[at] ?? '5rem',
        numeric: true,
        phone: 'none',
        yields: 'second',
        cell: (invoice) => count(invoice[name]),
      }),
    ),
    {
      id: 'value',
      head: t('billing.column.value'),
      width: '6.25rem',
      numeric: true,
      phone: 'bare',
      cell: ({ value }) => <b className="font-medium">{format.money(Math.round(value * 100))}</b>,
    },
    {
      id: 'due',
      head: t('billing.column.due'),
      width: '8.75rem',
      phone: 'bare',
      cell: (invoice) => <Due invoice={invoice} />,
    },
    {
      id: 'state',
      head: t('billing.column.state'),
      width: '10.5rem',
      phone: 'bare',
      cell: (invoice) => (
        <span className="two">
          <State invoice={invoice} />
          {invoice.paidAt !== null && <small className="pl-4">{paid(invoice)}</small>}
        </span>
      ),
    },
    {
      id: 'action',
      head: t('billing.column.action'),
      width: '5.75rem',
      isHeadHidden: true,
      phone: 'end',
      cell: (invoice) => <Action invoice={invoice} isLimited={isLimited} />,
    },
  ]
}

/** PAGAR is the page's only filled button; for an overdue company, the button above the table is. */
function Action({ invoice, isLimited }: { invoice: Invoice; isLimited: boolean }) {
  const t = useText()
  if (isToPay(invoice))
    return (
      <Link
        className={buttonClass(isLimited ? 'plain' : 'primary', 'sm')}
        to="/checkout"
        search={{ invoice: invoice.id }}
      >
        {t('billing.pay')}
      </Link>
    )
  return invoice.status === 'paid' ? (
    <Link className={buttonClass('ghost', 'sm')} to="/recibo" search={{ invoice: invoice.id }}>
      {t('billing.receipt.link')}
    </Link>
  ) : null
}
