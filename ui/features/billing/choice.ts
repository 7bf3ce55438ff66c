/** The choice at the checkout and its price, which the server computes again. Pure. */
import {
  CUSTOM_BASE,
  CUSTOM_CONNECTION,
  CUSTOM_USER,
  customPrice,
  LEAST,
  MOST_CONNECTIONS,
  MOST_USERS,
  type Offer,
  type Subscribe,
} from '../../../src/features/billing/contract'
import { type Recurrence, recurrenceMonths } from '../../../src/tenancy/contract'

/** `plan`: `keep` the invoice's plan, `custom`, or a public plan's id. */
export type Choice = {
  readonly plan: 'keep' | 'custom' | number
  readonly users: number
  readonly connections: number
  readonly recurrence: Recurrence
}

const between = (n: number, most: number) => Math.min(Math.max(n, LEAST), most)

export function choiceOf({ invoice, plan, plans, usage, recurrence }: Offer): Choice {
  const held = plans.some(({ id }) => id === plan?.id)
  const first = plan && plan.amount > 0 ? (held ? plan.id : 'keep') : (plans[0]?.id ?? 'custom')
  return {
    plan: invoice ? 'keep' : first,
    users: between(plan?.users ?? usage.users, MOST_USERS),
    connections: between(plan?.connections ?? usage.connections, MOST_CONNECTIONS),
    recurrence: invoice?.recurrence ?? recurrence,
  }
}

/** The plan in the request's body. */
export function planChosen(
  offer: Offer,
  choice: Choice,
): Pick<Subscribe, 'plan' | 'users' | 'connections' | 'recurrence'> {
  const { plan, users, connections, recurrence } = choice
  if (plan === 'custom') return { plan: JSON.stringify({ custom: true }), users, connections, recurrence }
  if (plan === 'keep')
    return { recurrence: offer.invoice?.recurrence === recurrence ? offer.invoice.recurrence : recurrence }
  return { plan: JSON.stringify({ id: plan }), recurrence }
}

export type Priced = {
  readonly name: string | null
  /** Limits; null: none. */
  readonly users: number | null
  readonly connections: number | null
  /** Cents a month. */
  readonly lines: readonly {
    readonly what: 'plan' | 'users' | 'connections'
    readonly count: number
    readonly cents: number
  }[]
  readonly months: number
  readonly total: number
}

export function priceOf(offer: Offer, choice: Choice): Priced {
  const months = recurrenceMonths[choice.recurrence]
  if (choice.plan === 'custom') {
    const { users, connections } = choice
    const extra = [
      { what: 'users' as const, count: users - LEAST, cents: (users - LEAST) * CUSTOM_USER },
      { what: 'connections' as const, count: connections - LEAST, cents: (connections - LEAST) * CUSTOM_CONNECTION },
    ]
    const lines = [{ what: 'plan' as const, count: 1, cents: CUSTOM_BASE }, ...extra.filter(({ count }) => count > 0)]
    return { name: null, users, connections, lines, months, total: customPrice(choice) * months }
  }
  const { invoice, plan } = offer
  if (choice.plan === 'keep' && invoice) {
    const monthly = Math.round((invoice.value * 100) / recurrenceMonths[invoice.recurrence])
    const { detail: name, users, connections } = invoice
    return {
      name,
      users,
      connections,
      lines: [{ what: 'plan', count: 1, cents: monthly }],
      months,
      total: monthly * months,
    }
  }
  const found = offer.plans.find(({ id }) => id === choice.plan) ?? plan
  const monthly = found?.amount ?? 0
  return {
    name: found?.name ?? '',
    users: found?.users ?? null,
    connections: found?.connections ?? null,
    lines: [{ what: 'plan', count: 1, cents: monthly }],
    months,
    total: monthly * months,
  }
}

/** Whether the usage exceeds the choice. */
export const isTooFew = ({ usage }: Offer, { users, connections }: Priced): boolean =>
  (users !== null && usage.users > users) || (connections !== null && usage.connections > connections)
