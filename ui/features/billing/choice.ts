/** The choice at the checkout and its price, which the server computes again. Pure. */
import {
  customPrice,
  MOST_CONNECTIONS,
  MOST_USERS,
  type Offer,
  type Preview,
  type Subscribe,
} from '../../../src/features/billing/contract'
import { type Recurrence, recurrenceMonths, type Starts } from '../../../src/tenancy/contract'

/** `plan`: `keep` the invoice's plan, `custom`, or a public plan's id. */
export type Choice = {
  readonly plan: 'keep' | 'custom' | number
  readonly users: number
  readonly connections: number
  readonly recurrence: Recurrence
  /** When another plan begins. */
  readonly starts: Starts
}

const between = (n: number, least: number, most: number) => Math.min(Math.max(n, least), most)

export function choiceOf({ invoice, plan, plans, usage, recurrence, custom }: Offer): Choice {
  const held = plans.some(({ id }) => id === plan?.id)
  const first = plan && plan.amount > 0 ? (held ? plan.id : 'keep') : (plans[0]?.id ?? (custom ? 'custom' : 'keep'))
  return {
    plan: invoice ? 'keep' : first,
    users: between(plan?.users ?? usage.users, custom?.users ?? 1, MOST_USERS),
    connections: between(plan?.connections ?? usage.connections, custom?.connections ?? 1, MOST_CONNECTIONS),
    recurrence: invoice?.recurrence ?? recurrence,
    starts: 'now',
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

export type PricedChoice = {
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

export function priceOf(offer: Offer, choice: Choice): PricedChoice {
  const months = recurrenceMonths[choice.recurrence]
  const { custom } = offer
  if (choice.plan === 'custom' && custom) {
    const { users, connections } = choice
    const [moreUsers, moreConnections] = [users - custom.users, connections - custom.connections]
    const extra = [
      { what: 'users' as const, count: moreUsers, cents: moreUsers * custom.perUser },
      { what: 'connections' as const, count: moreConnections, cents: moreConnections * custom.perConnection },
    ]
    const lines = [{ what: 'plan' as const, count: 1, cents: custom.base }, ...extra.filter(({ count }) => count > 0)]
    return { name: null, users, connections, lines, months, total: customPrice(custom, choice) * months }
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
export const isTooFew = ({ usage }: Offer, { users, connections }: PricedChoice): boolean =>
  (users !== null && usage.users > users) || (connections !== null && usage.connections > connections)

/** What the request says about when another plan begins; nothing where the plan stays. */
export const startChosen = ({ change }: Pick<Preview, 'change'>, { starts }: Choice): Pick<Subscribe, 'starts'> =>
  change ? { starts: change.later ? starts : 'now' } : {}
