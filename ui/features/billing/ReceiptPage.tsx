import './billing.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { payInvoices, type Receipt } from '../../../src/features/billing/contract'
import { showDocument } from '../../../src/platform/document'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { receiptQuery } from './api'
import { monthOf } from './Words'

const route = getRouteApi('/private/recibo')

export const ReceiptPage = () => (useMay()(payInvoices) ? <OneReceipt /> : <RefusedPage needs={payInvoices} />)

/** Proof that an invoice was paid. Only the sheet is printed. */
function OneReceipt() {
  const t = useText()
  const { invoice = 0 } = route.useSearch()
  const { data, error, refetch } = useQuery(receiptQuery(invoice))
  usePageTitle(t('billing.receipt.title'))
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('billing.receipt.title')}</h1>
        {data && (
          <Button tone="primary" icon={<Printer />} onClick={() => print()}>
            {t('billing.receipt.print')}
          </Button>
        )}
      </div>
      <div className="page-body">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading className="p-6">
            <Skeleton className="h-80" />
          </Loading>
        )}
        {data && <Sheet receipt={data} />}
      </div>
    </main>
  )
}

function Sheet({ receipt: { invoice, payer, operator, reference, endToEndId } }: { receipt: Receipt }) {
  const t = useText()
  const format = useFormat()
  const paidBy = invoice.paidBy ?? 'hand'
  const by = t.find(`billing.receipt.provider.${paidBy}`) ?? t.find(`billing.by.${paidBy}`) ?? paidBy
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <header className="grid gap-0.5 pb-5 border-b border-line">
        <p className="bill-hint">{operator.name}</p>
        <h2 className="font-semibold" id="receipt-title">
          {t('billing.receipt.of', { period: monthOf(invoice) })}
        </h2>
        <p className="mt-2 font-semibold tracking-[-0.02em] tabular-nums text-[28px]/9">
          {format.money(Math.round(invoice.value * 100))}
        </p>
      </header>
      <dl className="facts grid-cols-[minmax(7rem,10rem)_minmax(0,1fr)] gap-y-3 gap-x-4">
        <Fact name={t('billing.receipt.paidAt')}>{invoice.paidAt && format.dateTime(invoice.paidAt)}</Fact>
        <Fact name={t('billing.receipt.by')}>{by}</Fact>
        <Fact name={t('billing.column.detail')}>
          {invoice.detail}, {t(`billing.recurrence.${invoice.recurrence}`)}
        </Fact>
        <Fact name={t('billing.receipt.renewed')}>{format.date(invoice.renewsUntil)}</Fact>
        <Fact name={t('billing.receipt.payer')}>{partyWords(payer)}</Fact>
        <Fact name={t('billing.receipt.receiver')}>{partyWords(operator)}</Fact>
        <Fact name={t('billing.receipt.endToEnd')}>
          {endToEndId && <code className="font-mono type-xs">{endToEndId}</code>}
        </Fact>
        <Fact name={t('billing.receipt.reference')}>
          {reference && <code className="font-mono type-xs">{reference}</code>}
        </Fact>
      </dl>
    </article>
  )
}

/** Left out without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const partyWords = ({ name, document }: Receipt['payer']): string =>
  document ? `${name}, ${showDocument(document)}` : name
