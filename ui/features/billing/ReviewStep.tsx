import { useQuery } from '@tanstack/react-query'
import { Pencil, QrCode, TriangleAlert } from 'lucide-react'
import type { Offer, Payer, Subscribe } from '../../../src/features/billing/contract'
import { showDocument } from '../../../src/platform/document'
import { errorText } from '../../shared/errorText'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Note } from '../../shared/kit/Note'
import { previewQuery } from './api'
import { type Choice, planChosen, priceOf, startChosen } from './choice'
import { PlanChange } from './PlanChange'
import type { Step } from './view'

type Props = {
  offer: Offer
  payer: Payer
  choice: Choice
  invoiceId: number | undefined
  busy: boolean
  onChange(choice: Choice): void
  onEdit(step: Step): void
  onPay(start: Pick<Subscribe, 'starts'>): void
}

export function ReviewStep({ offer, payer, choice, invoiceId, busy, onChange, onEdit, onPay }: Props) {
  const t = useText()
  const wanted = { ...planChosen(offer, choice), ...(invoiceId && { invoiceId }) }
  const { data: preview, error } = useQuery(previewQuery(wanted))
  const { date } = useFormat()
  const { total, name } = priceOf(offer, choice)
  const lines = [
    payer.firstName,
    showDocument(payer.document ?? ''),
    payer.address2,
    [payer.district, payer.city, payer.state].filter(Boolean).join(', '),
    payer.zipcode,
  ].filter(Boolean)
  return (
    <div className="grid gap-5 content-start p-6 max-w-[44rem]">
      <p className="text-sm text-muted">{t('billing.checkout.reviewText')}</p>
      <Part title={t('billing.checkout.step.payer')} onEdit={() => onEdit('payer')}>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Part>
      <Part title={t('billing.checkout.step.plan')} onEdit={() => onEdit('plan')}>
        {name ?? t('billing.checkout.custom')}, {t(`billing.recurrence.${choice.recurrence}`)}
      </Part>
      {preview?.change && <PlanChange preview={preview} choice={choice} onChange={onChange} />}
      {preview && !preview.change && (
        <p className="text-sm">{t('billing.change.renews', { date: date(preview.dueDate) })}</p>
      )}
      {error && total > 0 && <ErrorNote>{errorText(t, error)}</ErrorNote>}
      {total === 0 && (
        <Note tone="warning" icon={<TriangleAlert />}>
          {t('billing.checkout.nothing', { operator: offer.operator })}
        </Note>
      )}
      <Button
        tone="primary"
        icon={<QrCode />}
        busy={busy}
        disabled={!offer.canPay || total === 0 || !preview}
        className="justify-self-start"
        onClick={() => preview && onPay(startChosen(preview, choice))}
      >
        {t('billing.checkout.pay')}
      </Button>
    </div>
  )
}

function Part({ title, onEdit, children }: { title: string; onEdit(): void; children: React.ReactNode }) {
  const t = useText()
  return (
    <section className="border-b border-line pb-4 flex items-start gap-4">
      <div className="flex-1 min-w-0 text-sm leading-5">
        <h2 className="bill-head mb-1">{title}</h2>
        {children}
      </div>
      <Button size="sm" icon={<Pencil />} onClick={onEdit}>
        {t('billing.payer.edit')}
      </Button>
    </section>
  )
}
