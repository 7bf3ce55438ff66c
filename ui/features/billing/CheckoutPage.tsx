import './billing.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import {
  invoiceChanged,
  type Offer,
  Payer,
  type PixCharge,
  payInvoices,
  type Subscribe,
} from '../../../src/features/billing/contract'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Note } from '../../shared/kit/Note'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { offerQuery, paymentQuery, subscribe } from './api'
import { type Choice, choiceOf, planChosen } from './choice'
import { PayerStep } from './PayerStep'
import { Paid, PixStep } from './PixStep'
import { PlanStep } from './PlanStep'
import { ReviewStep } from './ReviewStep'
import { Summary } from './Summary'
import { type Step, steps } from './view'
import { isPaid, toPay } from './Words'

const route = getRouteApi('/private/checkout')

export function CheckoutPage() {
  const t = useText()
  const offer = useQuery(offerQuery)
  usePageTitle(t('billing.checkout.title'))
  if (!useMay()(payInvoices)) return <RefusedPage needs={payInvoices} />
  if (offer.data) return <Checkout offer={offer.data} />
  return (
    <main className="main page">
      {offer.error ? (
        <ErrorState title={t('common.error.list')} error={offer.error} onRetry={() => void offer.refetch()} />
      ) : (
        <Loading className="p-6 grid gap-3">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-40" />
        </Loading>
      )}
    </main>
  )
}

const payerOf = ({ payer }: Offer): Payer => ({
  firstName: payer.name,
  document: payer.document,
  address2: payer.street,
  district: payer.district,
  city: payer.city,
  state: payer.state,
  zipcode: payer.zip,
  country: payer.country === 'US' ? 'US' : 'BR',
})

/** The step is in the address, so the browser's back button returns to the last one; typed values are kept here. */
function Checkout({ offer }: { offer: Offer }) {
  const t = useText()
  const { step: asked = 'payer', invoice: invoiceId } = route.useSearch()
  const navigate = route.useNavigate()
  const [payer, setPayer] = useState(() => payerOf(offer))
  const [choice, setChoice] = useState<Choice>(() => choiceOf(offer))
  const [charge, setCharge] = useState<PixCharge | null>(null)
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  // A reload and the renewal of the session lose the code. What was paid is shown as paid.
  const isLost = asked === 'pix' && !charge
  const lost = useQuery({ ...paymentQuery(invoiceId ?? 0), enabled: isLost && invoiceId !== undefined })
  const paid = isLost && lost.data && isPaid(lost.data) ? lost.data : undefined
  const wanted = isLost && !paid && !lost.isLoading ? 'review' : asked
  // A company whose data is complete goes to the review at once.
  const step: Step = wanted === 'review' && !v.safeParse(Payer, payer).success ? 'payer' : wanted
  const go = (next: Step) => void navigate({ search: (before) => ({ ...before, step: next }) })

  useEvent(invoiceChanged, ({ invoice }) => {
    // The operator has changed the plan meanwhile: the code on the screen is void.
    if (invoice.id !== charge?.invoice.id || isPaid(invoice)) return
    if (toPay(invoice) === toPay(charge.invoice) && invoice.status !== 'cancelled') return
    setCharge(null)
    void queries.invalidateQueries({ queryKey: ['subscription'] })
    toast.success(t('billing.checkout.repriced'))
    go('review')
  })

  const pay = async (start: Pick<Subscribe, 'starts'>) => {
    setBusy(true)
    try {
      const wanted = { ...planChosen(offer, choice), ...start, ...(invoiceId && { invoiceId }) }
      const made = await subscribe({ ...payer, ...wanted })
      setCharge(made)
      toast.success(t('billing.checkout.done'))
      void navigate({ search: (before) => ({ ...before, step: 'pix', invoice: made.invoice.id }) })
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="main page">
      <div className="page-head">
        <Link
          className={classes(buttonClass('ghost', 'sm'), 'btn-icon -ml-2')}
          to="/financeiro"
          aria-label={t('billing.checkout.back')}
          title={t('billing.checkout.back')}
        >
          <ArrowLeft />
        </Link>
        <h1 className="page-title mr-auto">{t('billing.checkout.title')}</h1>
        <Path step={step} />
      </div>
      <div className="checkout">
        <section>
          {!offer.canPay && (
            <div className="p-6 pb-0">
              <Note tone="warning" icon={<TriangleAlert />}>
                {t('billing.checkout.unavailable', { operator: offer.operator })}
              </Note>
            </div>
          )}
          {step === 'payer' && (
            <PayerStep
              payer={payer}
              onDone={(typed) => {
                setPayer(typed)
                go('plan')
              }}
            />
          )}
          {step === 'plan' && (
            <PlanStep offer={offer} choice={choice} onChange={setChoice} onDone={() => go('review')} />
          )}
          {step === 'review' && (
            <ReviewStep
              offer={offer}
              payer={payer}
              choice={choice}
              invoiceId={invoiceId}
              busy={busy}
              onChange={setChoice}
              onEdit={go}
              onPay={(start) => void pay(start)}
            />
          )}
          {step === 'pix' && charge && <PixStep charge={charge} operator={offer.operator} />}
          {step === 'pix' && paid && <Paid invoice={paid} />}
        </section>
        <Summary offer={offer} choice={choice} payer={payer} charge={step === 'pix' ? charge : null} />
      </div>
    </main>
  )
}

function Path({ step }: { step: Step }) {
  const t = useText()
  const at = steps.indexOf(step)
  return (
    <ol className="checkout-path" aria-label={t('billing.checkout.steps')}>
      {steps.map((one, n) => (
        <li key={one} aria-current={n === at ? 'step' : undefined} data-done={n < at || undefined}>
          <span className="ordinal">{n < at ? <Check /> : n + 1}</span>
          {t(`billing.checkout.step.${one}`)}
        </li>
      ))}
    </ol>
  )
}
