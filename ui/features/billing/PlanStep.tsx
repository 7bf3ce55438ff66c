import { Minus, Plus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  MOST_CONNECTIONS,
  MOST_USERS,
  type Offer,
  type OfferedPlan,
  recurrences,
} from '../../../src/features/billing/contract'
import { GIGABYTE } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { type Choice, isTooFew, priceOf } from './choice'

type HeldPlan = Pick<OfferedPlan, 'users' | 'connections'> & Partial<Pick<OfferedPlan, 'storage'>>
type Props = { offer: Offer; choice: Choice; onChange(choice: Choice): void; onDone(): void }

export function PlanStep({ offer, choice, onChange, onDone }: Props) {
  const t = useText()
  const { money, number, size } = useFormat()
  const { invoice, usage, plans, custom } = offer
  const holds = ({ users, connections, storage = null }: HeldPlan) => {
    const words = [
      users === null ? t('billing.checkout.holds.anyUsers') : t('billing.checkout.holds.users', { count: users }),
      connections === null
        ? t('billing.checkout.holds.anyConnections')
        : t('billing.checkout.holds.connections', { count: connections }),
    ].join(', ')
    if (storage === null) return words
    return t('billing.checkout.holdsFiles', { holds: words, storage: size(storage * GIGABYTE) })
  }
  const set = (change: Partial<Choice>) => onChange({ ...choice, ...change })
  const option = (plan: Choice['plan'], name: string, ...lines: readonly string[]) => (
    <label key={plan} className="plan-choice">
      <input
        type="radio"
        name="plan"
        className="radio p-0.75 size-4.5"
        checked={choice.plan === plan}
        onChange={() => set({ plan })}
      />
      <b>{name}</b>
      {lines.map((line) => (
        <small className="col-2 text-xs text-muted" key={line}>
          {line}
        </small>
      ))}
    </label>
  )
  return (
    <div className="grid gap-5 content-start p-6 max-w-[44rem]">
      <fieldset
        className="grid grid-cols-[repeat(auto-fill,minmax(max(13rem,30%),1fr))] gap-3"
        aria-label={t('billing.checkout.plans')}
      >
        {invoice &&
          option(
            'keep',
            invoice.detail,
            offer.plan?.name === invoice.detail
              ? `${t('billing.checkout.keep')}, ${t('billing.plan.monthly', { amount: money(offer.plan.amount) })}`
              : t('billing.checkout.keep'),
            holds(invoice),
          )}
        {plans
          .filter(({ id, name }) => !(invoice && id === offer.plan?.id && name === invoice.detail))
          .map((plan) =>
            option(plan.id, plan.name, t('billing.plan.monthly', { amount: money(plan.amount) }), holds(plan)),
          )}
        {custom &&
          option(
            'custom',
            t('billing.checkout.custom'),
            t('billing.checkout.customFrom', { amount: money(custom.base) }),
            t('billing.checkout.youChoose'),
          )}
      </fieldset>
      <div>
        {custom && choice.plan === 'custom' && (
          <>
            <Counter
              label={t('billing.checkout.users')}
              hint={t('billing.checkout.usersHint', {
                least: custom.users,
                amount: money(custom.perUser),
                used: number(usage.users),
              })}
              value={choice.users}
              least={custom.users}
              most={MOST_USERS}
              onChange={(users) => set({ users })}
            />
            <Counter
              label={t('billing.checkout.connections')}
              hint={t('billing.checkout.connectionsHint', {
                least: custom.connections,
                amount: money(custom.perConnection),
                used: number(usage.connections),
              })}
              value={choice.connections}
              least={custom.connections}
              most={MOST_CONNECTIONS}
              onChange={(connections) => set({ connections })}
            />
          </>
        )}
        <Row label={t('billing.checkout.recurrence')} hint={t('billing.checkout.recurrenceHint')}>
          <select
            className="select w-44!"
            aria-label={t('billing.checkout.recurrence')}
            value={choice.recurrence}
            onChange={({ target }) => {
              const recurrence = recurrences.find((one) => one === target.value)
              if (recurrence) set({ recurrence })
            }}
          >
            {recurrences.map((one) => (
              <option key={one} value={one}>
                {t(`billing.recurrence.${one}`)}
              </option>
            ))}
          </select>
        </Row>
      </div>
      {isTooFew(offer, priceOf(offer, choice)) && (
        <Note tone="warning" icon={<TriangleAlert />}>
          {t('billing.checkout.tooFew')}
        </Note>
      )}
      <Button tone="primary" className="justify-self-start" onClick={onDone}>
        {t('billing.checkout.review')}
      </Button>
    </div>
  )
}

function Row({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="count-row flex items-center justify-between gap-4 py-2.5 border-b border-line text-sm last:border-b-0">
      <span>
        {label}
        <small>{hint}</small>
      </span>
      {children}
    </div>
  )
}

type CounterProps = {
  label: string
  hint: string
  value: number
  least: number
  most: number
  onChange(value: number): void
}

function Counter({ label, hint, value, least, most, onChange }: CounterProps) {
  const t = useText()
  return (
    <Row label={label} hint={hint}>
      <span className="stepper inline-flex items-center border border-line-control rounded-field bg-base-100">
        <button
          type="button"
          aria-label={t('billing.checkout.fewer', { what: label })}
          disabled={value <= least}
          onClick={() => onChange(value - 1)}
        >
          <Minus className="size-4" />
        </button>
        <output className="min-w-9 text-center font-semibold tabular-nums" aria-label={label}>
          {value}
        </output>
        <button
          type="button"
          aria-label={t('billing.checkout.more', { what: label })}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        >
          <Plus className="size-4" />
        </button>
      </span>
    </Row>
  )
}
