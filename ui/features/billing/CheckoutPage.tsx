import './billing.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Check, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  invoiceChanged,
  type Offer,
  type Payer,
  payInvoices,
  type Subscribe,
} from '../../../src/features/billing/contract'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useText } from '../../shared/i18n/useText'
import { BackLink } from '../../shared/kit/BackLink'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Note } from '../../shared/kit/Note'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { chargeQuery, offerQuery, paymentQuery, subscribe } from './api'
import { type Choice, choiceOf, planChosen } from './choice'
import { PayerStep } from './PayerStep'
import { Paid, PixStep } from './PixStep'
import { PlanStep } from './PlanStep'
import { ReviewStep } from './ReviewStep'
import { Summary } from './Summary'
import { useStepFocus } from './useStepFocus'
import { type Step, steps } from './view'
import { isPaid, toPay } from './Words'

const route = getRouteApi('/private/checkout')

export function CheckoutPage() {
  const t = useText()
  const offer = useQuery(offerQuery)
  const { step, invoice } = route.useSearch()
  usePageTitle(t('billing.checkout.title'))
  const { company } = useUser()
  if (!useMay()(payInvoices)) return <RefusedPage needs={payInvoices} />
  if (company.id === OPERATOR_COMPANY) return <NothingToPay />
  const open = offer.data?.invoice
  if (open && step === undefined && invoice === undefined)
    return <Navigate to="/checkout" search={{ invoice: open.id }} replace />
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

/** Nobody sends the operator's own company an invoice. */
function NothingToPay() {
  const t = useText()
  return (
    <main className="main page">
      <div className="page-head">
        <BackLink to="/financeiro" label={t('billing.checkout.back')} />
        <h1 className="page-title mr-auto">{t('billing.checkout.title')}</h1>
      </div>
      <EmptyState heading="h2" icon={<CircleCheck />} title={t('billing.next.never')} />
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

/** Polls in case the event is lost; the server asks the provider too. */
const ASK_EVERY = 10_000

/**
 * An invoice in the address leads to its code at once, other ways to the plan. Data of the payer is asked for only where
 * the provider needs it. The step is in the address, so the browser's back button returns to the last one; typed values
 * are kept here.
 */
function Checkout({ offer }: { offer: Offer }) {
  const t = useText()
  const { step: named, invoice: invoiceId } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState<Partial<Payer> | null>(null)
  const [choice, setChoice] = useState<Choice>(() => choiceOf(offer))
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const asked = named ?? (invoiceId === undefined ? 'plan' : 'pix')
  const isAtCode = asked === 'pix' && invoiceId !== undefined
  const payment = useQuery({
    ...paymentQuery(invoiceId ?? 0),
    enabled: isAtCode,
    refetchInterval: ({ state }) => (state.data && isPaid(state.data) ? false : ASK_EVERY),
  })
  const paid = isAtCode && payment.data && isPaid(payment.data) ? payment.data : undefined
  const lacksDocument = offer.needsDocument && !typed?.document
  const wanted = asked === 'pix' && invoiceId === undefined ? 'plan' : asked
  const step: Step = lacksDocument && wanted !== 'plan' && !paid ? 'payer' : wanted
  const charge = useQuery({
    ...chargeQuery(invoiceId ?? 0, typed),
    enabled: isAtCode && step === 'pix' && offer.canPay && payment.data !== undefined && !paid,
  })
  const code = step === 'pix' && !paid ? charge.data : undefined
  const part = useStepFocus(paid ? 'paid' : step)
  // Whoever came for an invoice sees its code, and no path of steps.
  const [hasSteps, setSteps] = useState(step !== 'pix')
  if (!hasSteps && step !== 'pix') setSteps(true)
  const go = (next: Step) => void navigate({ search: (before) => ({ ...before, step: next }) })

  useEvent(invoiceChanged, ({ invoice }) => {
    if (invoice.id !== invoiceId || !isAtCode) return
    queries.setQueryData(paymentQuery(invoice.id).queryKey, invoice)
    // The operator has changed the plan meanwhile: the code on the screen is void.
    if (isPaid(invoice) || !code) return
    if (toPay(invoice) === toPay(code.invoice) && invoice.status !== 'cancelled') return
    queries.removeQueries({ queryKey: chargeQuery(invoice.id, null).queryKey })
    void queries.invalidateQueries({ queryKey: offerQuery.queryKey })
    toast.success(t('billing.checkout.repriced'))
    go('review')
  })

  const pay = async (start: Pick<Subscribe, 'starts'>) => {
    setBusy(true)
    try {
      const wanted = { ...planChosen(offer, choice), ...start, ...(invoiceId && { invoiceId }) }
      const made = await subscribe({ ...typed, ...wanted })
      queries.setQueryData(chargeQuery(made.invoice.id, null).queryKey, made)
      queries.setQueryData(paymentQuery(made.invoice.id).queryKey, made.invoice)
      toast.success(t('billing.checkout.done'))
      void navigate({ search: (before) => ({ ...before, step: 'pix', invoice: made.invoice.id }) })
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  const payer = { ...payerOf(offer), ...typed }
  const failure = payment.error ?? charge.error
  return (
    <main className="main page">
      <div className="page-head">
        <BackLink to="/financeiro" label={t('billing.checkout.back')} />
        <h1 className="page-title mr-auto">{t('billing.checkout.title')}</h1>
        {hasSteps && !paid && <Path step={step} />}
      </div>
      <div className="flex-1 min-h-0 grid grid-cols-[minmax(0,1fr)_24rem] border-t border-line max-xl:block max-xl:overflow-y-auto">
        <section
          className="min-w-0 overflow-y-auto"
          ref={part}
          tabIndex={-1}
          aria-label={t(paid ? 'billing.checkout.paid' : `billing.checkout.step.${step}`)}
        >
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
              isDocumentOnly={lacksDocument}
              onDone={(filled) => {
                setTyped({ ...typed, ...filled })
                if (asked === 'payer') go('review')
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
          {paid && <Paid invoice={paid} />}
          {code && <PixStep charge={code} operator={offer.operator} />}
          {step === 'pix' && !paid && !code && failure && (
            <ErrorState
              title={t('billing.checkout.noCode')}
              error={failure}
              onRetry={() => void (payment.error ? payment : charge).refetch()}
            />
          )}
          {step === 'pix' && !paid && !code && !failure && offer.canPay && (
            <Loading className="p-6 grid place-content-center h-full">
              <Skeleton className="size-60" />
            </Loading>
          )}
        </section>
        <Summary
          offer={offer}
          choice={choice}
          payer={payer}
          invoice={paid ?? code?.invoice}
          isPaid={paid !== undefined}
        >
          {step === 'pix' && !paid && !hasSteps && (
            <Button size="sm" className="mt-5" onClick={() => go('plan')}>
              {t('billing.changePlan')}
            </Button>
          )}
        </Summary>
      </div>
    </main>
  )
}

function Path({ step }: { step: Step }) {
  const t = useText()
  // Data of the payer is a step only where it is asked for.
  const shown = steps.filter((one) => one !== 'payer' || step === 'payer')
  const at = shown.indexOf(step)
  return (
    <ol
      className="checkout-path flex items-center gap-3 type-sm text-muted max-md:hidden"
      aria-label={t('billing.checkout.steps')}
    >
      {shown.map((one, n) => (
        <li
          className="flex items-center gap-2 whitespace-nowrap"
          key={one}
          aria-current={n === at ? 'step' : undefined}
          data-done={n < at || undefined}
        >
          <span className="ordinal">{n < at ? <Check className="stroke-[2.5] size-3.5" /> : n + 1}</span>
          {t(`billing.checkout.step.${one}`)}
        </li>
      ))}
    </ol>
  )
}
