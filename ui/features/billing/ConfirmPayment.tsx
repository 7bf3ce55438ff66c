import { CalendarDays, History, Zap } from 'lucide-react'
import { useState } from 'react'
import { type OperatorInvoice, type ReceivedBy, receivedBy } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { instantOf, localTime } from '../../shared/i18n/zoned'
import { Button, buttonClass } from '../../shared/kit/Button'
import { DayBox } from '../../shared/kit/DayBox'
import { Field } from '../../shared/kit/Field'
import { Popover } from '../../shared/kit/Popover'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { invoices } from './api'
import { monthOf, toPay } from './Words'

/** Beside its row, so that the invoice stays visible; shows the new due date before confirmation. */
export function ConfirmPayment({ invoice }: { invoice: OperatorInvoice }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { money } = useFormat()
  return (
    <Popover
      label={t('billing.operator.confirm')}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={buttonClass('plain', 'sm')}>
          {t('billing.operator.confirm')}
        </button>
      }
    >
      <div className="flex">
        <span className="two mr-auto">
          <b className="bill-head">
            {t('billing.operator.confirmTitle', { amount: money(Math.round(toPay(invoice) * 100)) })}
          </b>
          <small>{t('billing.operator.about', { name: invoice.company.name, period: monthOf(invoice) })}</small>
        </span>
      </div>
      <Confirm invoice={invoice} onClose={() => setOpen(false)} />
    </Popover>
  )
}

function Confirm({ invoice, onClose }: { invoice: OperatorInvoice; onClose(): void }) {
  const t = useText()
  const format = useFormat()
  const { timeZone } = useUser().company
  const { update } = useCrud(invoices)
  const today = localTime(new Date().toISOString(), timeZone).slice(0, 10)
  const [day, setDay] = useState<string | null>(today)
  const [by, setBy] = useState<ReceivedBy>('pix')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      const paidAt = day === null || day === today ? undefined : instantOf(`${day}T12:00`, timeZone)
      const done = await update(invoice.id, { status: 'paid', paidBy: by, ...(paidAt && { paidAt }) })
      toast.success(
        t('billing.operator.confirmed', { name: invoice.company.name, date: format.date(done.renewsUntil) }),
      )
      onClose()
    } catch (failure) {
      toast.failure(failure)
      setBusy(false)
    }
  }
  const date = format.date(invoice.renewsUntil)
  return (
    <>
      <div className="grid gap-3 my-3">
        <Field label={t('billing.operator.receivedOn')}>
          {(control) => <DayBox control={control} value={day} max={today} onChange={setDay} />}
        </Field>
        <Field label={t('billing.operator.how')}>
          {(control) => (
            <select
              {...control}
              className="select"
              value={by}
              onChange={({ target }) => setBy(receivedBy.find((one) => one === target.value) ?? 'hand')}
            >
              {receivedBy.map((one) => (
                <option key={one} value={one}>
                  {t(`billing.operator.ways.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ul className="bill-reasons grid gap-2 text-sm">
          <li>
            <CalendarDays />
            <span>
              {t(invoice.daysLeft < 0 ? 'billing.operator.newDueFromToday' : 'billing.operator.newDue', { date })}
            </span>
          </li>
          <li>
            <Zap />
            <span>{t('billing.operator.atOnce')}</span>
          </li>
          <li>
            <History />
            <span>{t('billing.operator.audited')}</span>
          </li>
        </ul>
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" tone="primary" busy={busy} onClick={() => void confirm()}>
          {t('billing.operator.confirmDo')}
        </Button>
      </div>
    </>
  )
}
