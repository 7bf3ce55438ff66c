import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  type OddPayment,
  type OperatorInvoice,
  operatorInvoiceChanged,
  type Settlement,
  settlementsOf,
} from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { oddQuery, settlePayment } from './api'
import { isPaid, monthOf } from './Words'

/** Payments that do not fit, or went back: above the list until the operator has decided. */
export function OddPayments() {
  const t = useText()
  const queries = useQueryClient()
  const found = useQuery(oddQuery).data?.invoices ?? []
  useEvent(operatorInvoiceChanged, () => void queries.invalidateQueries({ queryKey: oddQuery.queryKey }))
  const waiting = found.flatMap((invoice) =>
    invoice.payments.filter(({ settled }) => settled === null).map((payment) => ({ invoice, payment })),
  )
  if (waiting.length === 0) return null
  return (
    <section className="px-6 pb-3 grid gap-2" aria-label={t('billing.odd.title')}>
      {waiting.map(({ invoice, payment }) => (
        <OnePayment key={payment.id} invoice={invoice} payment={payment} />
      ))}
    </section>
  )
}

function OnePayment({ invoice, payment }: { invoice: OperatorInvoice; payment: OddPayment }) {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<Settlement | null>(null)
  const amount = format.money(Math.round(payment.value * 100))
  const settle = async (settled: Settlement) => {
    setBusy(settled)
    try {
      await settlePayment(payment.id, settled)
      toast.success(t('billing.odd.done'))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(null)
      void queries.invalidateQueries({ queryKey: oddQuery.queryKey })
    }
  }
  const canSettle = (settled: Settlement) =>
    (settled !== 'shortened' || invoice.shortenedTo !== null) && (settled !== 'accepted' || !isPaid(invoice))
  const words = (settled: Settlement): string =>
    settled === 'shortened' && invoice.shortenedTo !== null
      ? t('billing.odd.do.shortened', { date: format.date(invoice.shortenedTo) })
      : settled === 'kept' && settlementsOf[payment.kind].includes('shortened')
        ? t('billing.odd.do.keptDue', { date: format.date(invoice.companyDueDate) })
        : (t.find(`billing.odd.do.${settled}`) ?? settled)
  return (
    <Note tone="warning" icon={<CircleAlert />}>
      <span className="block">
        <b>{invoice.company.name}</b>, {t('billing.invoice', { period: monthOf(invoice) })}:{' '}
        {t(`billing.odd.${payment.kind}`, { amount, date: format.date(payment.at) })}.
      </span>
      <span className="mt-2 flex flex-wrap gap-2">
        {settlementsOf[payment.kind].filter(canSettle).map((settled) => (
          <Button
            key={settled}
            size="sm"
            busy={busy === settled}
            disabled={busy !== null}
            onClick={() => void settle(settled)}
          >
            {words(settled)}
          </Button>
        ))}
      </span>
    </Note>
  )
}
