import { Link } from '@tanstack/react-router'
import { CircleCheck, Copy, LoaderCircle } from 'lucide-react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import type { Invoice, PixCharge } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'

const SIZE = 232

/** Shows the payment code until the payment arrives. */
export function PixStep({ charge, operator }: { charge: PixCharge; operator: string }) {
  const t = useText()
  const format = useFormat()
  const { qrcode, valor, provider, expiresAt } = charge
  const code = qrcode.qrcode
  const amount = format.money(Math.round(Number(valor.original) * 100))
  // The clipboard exists on HTTPS and localhost only; elsewhere the code can still be selected.
  const copy = () => void navigator.clipboard?.writeText(code).then(() => toast.success(t('billing.checkout.copied')))
  return (
    <div className="grid h-full place-content-center justify-items-center gap-5 p-6 text-center grid-cols-[minmax(0,1fr)]">
      <div className="grid gap-1">
        <p className="text-muted text-sm">{t('billing.checkout.payWith')}</p>
        <p className="text-2xl font-semibold tracking-tight nums">{amount}</p>
      </div>
      <div className="qr-tile">
        <Qr code={code} label={t('billing.checkout.qr', { amount })} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 w-[26rem] max-w-full">
        <span className="bill-hint text-left">{t('billing.checkout.copyHint')}</span>
        <div className="flex gap-2">
          <code className="pix-code">{code}</code>
          {navigator.clipboard && (
            <Button tone="primary" icon={<Copy />} onClick={copy}>
              {t('billing.checkout.copy')}
            </Button>
          )}
        </div>
      </div>
      <p className="flex items-center gap-2 text-left text-sm text-muted max-w-[30rem]" role="status">
        <LoaderCircle className="size-4! shrink-0 animate-spin" />
        {provider === 'manual' ? t('billing.checkout.waitingManual', { operator }) : t('billing.checkout.waiting')}
      </p>
      {expiresAt !== null && (
        <p className="bill-hint nums">{t('billing.checkout.validUntil', { date: format.shortDateTime(expiresAt) })}</p>
      )}
    </div>
  )
}

export function Paid({ invoice }: { invoice: Invoice }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center">
      <CircleCheck className="size-12! text-success-ink" />
      <p className="text-xl font-semibold" role="status">
        {usePaidAt(invoice)}
      </p>
      <p className="text-sm text-muted">
        {t('billing.checkout.paidUntil', { date: format.date(invoice.renewsUntil) })}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Link className={buttonClass('plain')} to="/recibo" search={{ invoice: invoice.id }}>
          {t('billing.checkout.seeReceipt')}
        </Link>
        <Link className={buttonClass('primary')} to="/tickets/{-$ticketId}" params={{ ticketId: undefined }}>
          {t('billing.checkout.toWork')}
        </Link>
      </div>
    </div>
  )
}

/** A payment after the due date ended the limits. */
function usePaidAt({ paidAt, dueDate }: Invoice): string {
  const t = useText()
  const format = useFormat()
  if (paidAt === null) return t('billing.checkout.paid')
  const now = Date.now()
  const at = format.isSameDay(paidAt, now) ? format.time(paidAt) : format.shortDateTime(paidAt)
  return t(paidAt > dueDate ? 'billing.checkout.paidLate' : 'billing.checkout.paidAt', { at })
}

function Qr({ code, label }: { code: string; label: string }) {
  const { data, size } = useMemo(() => encode(code, { border: 0, ecc: 'M' }), [code])
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
