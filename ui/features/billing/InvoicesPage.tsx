import './billing.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Download, MailX, ReceiptText, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { type OperatorInvoice, operatorInvoiceChanged } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Face } from '../../shared/kit/Face'
import { Note } from '../../shared/kit/Note'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useEvent } from '../../shared/live/useEvent'
import { download } from '../../shared/saveFile'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { countsQuery, invoices, sheetAddress, totalsQuery } from './api'
import { ConfirmPayment } from './ConfirmPayment'
import { OddPayments } from './OddPayments'
import { Totals } from './Totals'
import { InvoicesView } from './view'
import { Due, isPaid, isToPay, monthOf, PaymentNotes, State, toneOf, usePaidWords } from './Words'

/** The operator's page of all companies' invoices. */
export function InvoicesPage() {
  const t = useText()
  const view = useView(InvoicesView)
  const rows = useRows(invoices, view.now)
  const queries = useQueryClient()
  const counts = useQuery(countsQuery(view.now)).data
  const totals = useQuery(totalsQuery).data
  const { what, row, open, close } = useRowDialog<OperatorInvoice, 'cancel'>(rows.all)
  const { update } = useCrud(invoices)
  // The server computes the sums, so they are refetched.
  useEvent(operatorInvoiceChanged, () => void queries.invalidateQueries({ queryKey: ['invoices', 'counts'] }))
  useEvent(operatorInvoiceChanged, () => void queries.invalidateQueries({ queryKey: totalsQuery.queryKey }))
  const reopen = (invoice: OperatorInvoice) =>
    update(invoice.id, { status: 'open' }).then(() => toast.success(t('billing.operator.reopened')), toast.failure)
  const company = rows.all?.find(({ companyId }) => companyId === view.now.company)?.company.name
  return (
    <ListPage<OperatorInvoice>
      title={t('billing.operator.title')}
      rows={rows}
      columns={useColumns()}
      view={view}
      isTall
      hasOneAction
      search={t('billing.operator.search')}
      count={counts && t('billing.count', { count: counts.count })}
      tabs={
        <Segment
          label={t('billing.column.state')}
          value={view.now.status ?? 'all'}
          onChange={(status) => view.change({ status: status === 'all' ? undefined : status })}
          items={[
            { id: 'all', label: t('billing.operator.all') },
            { id: 'overdue', label: t('billing.operator.overdue'), count: counts?.counts.overdue },
            { id: 'open', label: t('billing.operator.open'), count: counts?.counts.open },
            { id: 'paid', label: t('billing.operator.paid'), count: counts?.counts.paid },
            { id: 'reversed', label: t('billing.operator.reversed'), count: counts?.counts.reversed },
          ]}
        />
      }
      filters={
        view.now.company !== undefined && (
          <Button icon={<X />} onClick={() => view.change({ company: undefined })}>
            {t('billing.operator.ofCompany', { name: company ?? `#${view.now.company}` })}
          </Button>
        )
      }
      tools={
        <Button icon={<Download />} onClick={() => download(sheetAddress(view.now))}>
          {t('billing.operator.csv')}
        </Button>
      }
      notice={
        <>
          {counts?.sendsMail === false && (
            <div className="px-6 pb-3">
              <Note tone="warning" icon={<MailX />}>
                {t('billing.operator.noMail')}
              </Note>
            </div>
          )}
          <OddPayments />
          {totals && <Totals totals={totals} />}
        </>
      }
      actions={(one) =>
        isToPay(one)
          ? [
              {
                label: t('billing.operator.cancel', { period: monthOf(one), name: one.company.name }),
                icon: <Ban />,
                onSelect: () => open('cancel', one),
              },
            ]
          : one.status === 'cancelled'
            ? [
                {
                  label: t('billing.operator.reopen', { period: monthOf(one), name: one.company.name }),
                  icon: <RotateCcw />,
                  onSelect: () => void reopen(one),
                },
              ]
            : []
      }
      tone={toneOf}
      flash={({ status, value, payments }) => `${status} ${value} ${payments.length}`}
      empty={{
        icon: <ReceiptText />,
        title: t('billing.operator.empty.title'),
        text: t('billing.operator.empty.text'),
      }}
      noMatch={t('billing.operator.noMatch')}
    >
      {what === 'cancel' && row && <CancelInvoice invoice={row} onClose={close} />}
    </ListPage>
  )
}

function Detail({ invoice }: { invoice: OperatorInvoice }) {
  const t = useText()
  const { detail, recurrence, mails, company } = invoice
  return (
    <span className="two">
      <span className="truncate">
        {detail}, {t(`billing.recurrence.${recurrence}`)}
      </span>
      {mails.length > 0 && <small>{t('billing.operator.mailed', { count: mails.length })}</small>}
      {mails.length === 0 && company.email === '' && <small>{t('billing.operator.noAddress')}</small>}
      <PaymentNotes invoice={invoice} />
    </span>
  )
}

function CancelInvoice({ invoice, onClose }: { invoice: OperatorInvoice; onClose(): void }) {
  const t = useText()
  const { update } = useCrud(invoices)
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await update(invoice.id, { status: 'cancelled' })
      toast.success(t('billing.operator.cancelled1'))
      onClose()
    } catch (failure) {
      toast.failure(failure)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={t('billing.operator.cancelTitle', { name: invoice.company.name })}
      confirm={t('billing.operator.cancelDo')}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>{t('billing.operator.cancelText')}</p>
    </ConfirmDialog>
  )
}

function useColumns(): Column<OperatorInvoice>[] {
  const t = useText()
  const format = useFormat()
  const paid = usePaidWords()
  return [
    {
      id: 'company',
      head: t('billing.column.company'),
      phone: 'lead',
      cell: ({ company, ...invoice }) => (
        <span className="person">
          <Face name={company.name} size={2} />
          <span className="two">
            <b className="font-medium truncate">{company.name}</b>
            <small>{t('billing.invoice', { period: monthOf(invoice) })}</small>
          </span>
        </span>
      ),
    },
    {
      id: 'detail',
      head: t('billing.column.detail'),
      width: '12rem',
      yields: 'first',
      phone: 'bare',
      cell: (invoice) => <Detail invoice={invoice} />,
    },
    {
      id: 'value',
      head: t('billing.column.value'),
      width: '6.5rem',
      numeric: true,
      phone: 'bare',
      cell: ({ value }) => <b className="font-medium">{format.money(Math.round(value * 100))}</b>,
    },
    {
      id: 'due',
      head: t('billing.column.due'),
      width: '9.5rem',
      phone: 'bare',
      cell: (invoice) => <Due invoice={invoice} />,
    },
    {
      id: 'state',
      head: t('billing.column.state'),
      width: '10.75rem',
      phone: 'bare',
      cell: (invoice) => (
        <span className="two">
          <State invoice={invoice} />
          {invoice.paidAt !== null && <small className="pl-4">{paid(invoice)}</small>}
        </span>
      ),
    },
    {
      id: 'confirm',
      head: t('billing.column.action'),
      width: '11.5rem',
      numeric: true,
      isHeadHidden: true,
      phone: 'line',
      cell: (invoice) =>
        isToPay(invoice) ? (
          <ConfirmPayment invoice={invoice} />
        ) : (
          isPaid(invoice) && (
            <Link className={buttonClass('ghost', 'sm')} to="/recibo" search={{ invoice: invoice.id }}>
              {t('billing.receipt.link')}
            </Link>
          )
        ),
    },
  ]
}
