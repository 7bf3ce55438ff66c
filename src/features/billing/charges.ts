/**
 * Charges of an invoice: requested from the provider, and read again when their state may have changed. Each is stored
 * under our reference before it is requested, so that a crash cannot leave an unknown charge at the provider.
 */
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { inControl } from '../../platform/operator-storage'
import { getColumn } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time'
import { isReversal, type OddKind, type Reversal } from './contract'
import { payInvoice, type Renewal, setReversal, withdrawCharges } from './invoices'
import { addOddPayment, settleOddPayment } from './odd-payments'
import type { IssuedCharge, ProviderName, Reading } from './providers/provider'
import { findInvoiceOrFail, listOddPayments } from './queries'
import { type Charge, charges, type OddPayment, type StoredInvoice } from './tables'
import { toPay } from './terms'

/** A code that expires sooner is not shown again. */
const LASTS_STILL = 10 * MINUTE
/** A provider may report a payment late. */
const GRACE = HOUR
/** Older charges are read only when a webhook names them. */
const GIVEN_UP = 7 * DAY

export const findCharge = (control: ControlDb, id: number): Charge | undefined =>
  control.select().from(charges).where(eq(charges.id, id)).get()

/**
 * The charge to show for an invoice: the pending one of this provider and the invoice's amount, or a new one. Those
 * with another amount or provider are withdrawn.
 */
export function openCharge(
  control: WritableControl,
  now: number,
  { invoiceId, provider, reference }: { invoiceId: number; provider: ProviderName; reference: string },
) {
  return inControl(control, () => {
    const amount = toPay(findInvoiceOrFail(control, invoiceId))
    const withdrawn = withdrawCharges(control, invoiceId, amount)
    const known = control
      .select()
      .from(charges)
      .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'pending'), eq(charges.provider, provider)))
      .orderBy(desc(charges.id))
      .all()
      .find(({ expiresAt }) => expiresAt === null || expiresAt > now + LASTS_STILL)
    const charge =
      known ??
      control
        .insert(charges)
        .values({ invoiceId, provider, reference, amount, code: '', createdAt: now })
        .returning()
        .get()
    return { charge, withdrawn }
  })
}

/** Unguessable, in each provider's format. The manual provider's reference appears in the operator's bank statement. */
export function referenceFor(provider: ProviderName, invoiceId: number): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  return provider === 'manual' ? `FAT${String(invoiceId).padStart(6, '0')}${random.slice(0, 6).toUpperCase()}` : random
}

export function storeIssued(control: WritableControl, id: number, issued: IssuedCharge): Charge | undefined {
  control.update(charges).set(issued).where(eq(charges.id, id)).run()
  return findCharge(control, id)
}

/** What a reading has changed. */
export type Outcome = {
  readonly renewed?: Renewal | undefined
  /** Payments that do not fit: they need the operator. */
  readonly odd: readonly OddPayment[]
  /** The invoice, if a payment of it went back or came back. */
  readonly reversed?: StoredInvoice | undefined
}
const NONE: Outcome = { odd: [] }

/** Applies what the provider says, once. A charge that was paid stays so; only what went back may change. */
export function applyReading(control: WritableControl, now: number, id: number, reading: Reading): Outcome {
  return inControl(control, (): Outcome => {
    const charge = findCharge(control, id)
    if (!charge) return NONE
    if (charge.status !== 'paid')
      return reading.status === 'paid' ? receive(control, now, charge, reading) : wait(control, now, charge, reading)
    const { returned = 0, disputed = false, status } = reading
    const isSame = returned === charge.returned && disputed === charge.disputed
    setCharge(control, id, { checkedAt: now })
    // A provider that no longer knows a charge says nothing about its money.
    if (status !== 'paid' || isSame) return NONE
    setCharge(control, id, { returned, disputed })
    return reverse(control, now, { ...charge, returned, disputed })
  })
}

const setCharge = (control: WritableControl, id: number, values: Partial<Charge>) =>
  control.update(charges).set(values).where(eq(charges.id, id)).run()

function wait(control: WritableControl, now: number, charge: Charge, { status }: Reading): Outcome {
  settle(control, charge, now, status)
  return NONE
}

function receive(control: WritableControl, now: number, charge: Charge, reading: Reading): Outcome {
  const { paid, returned = 0, disputed = false, endToEndId = null } = reading
  const { id, provider } = charge
  const received = { paidAt: now, received: paid, returned, disputed }
  setCharge(control, id, { status: 'paid', checkedAt: now, endToEndId, ...received })
  const invoice = findInvoiceOrFail(control, charge.invoiceId)
  const left = paid - returned
  const add = (kind: OddKind, cents: number) => addOddPayment(control, now, { invoice, chargeId: id, kind, cents })
  if (left <= 0) return { odd: [add('refunded', returned)] }
  if (invoice.status === 'paid') return { odd: [add('again', left)] }
  const due = toPay(invoice)
  if (left < due) return { odd: [add('short', left)] }
  const renewed = payInvoice(control, now, invoice.id, { by: provider })
  const odd = [
    ...(invoice.status === 'cancelled' ? [add('late', left)] : []),
    ...(left > due ? [add('over', left - due)] : []),
  ]
  if (!disputed) return { renewed, odd }
  const after = reverse(control, now, { ...charge, ...received, status: 'paid' })
  return { ...after, renewed, odd: [...odd, ...after.odd] }
}

const sumOf = (payments: readonly OddPayment[]): number => payments.reduce((sum, { cents }) => sum + cents, 0)

/** The money of a paid charge went back, or came back. */
function reverse(control: WritableControl, now: number, charge: Charge): Outcome {
  const { id: chargeId, returned, disputed } = charge
  const invoice = findInvoiceOrFail(control, charge.invoiceId)
  const own = listOddPayments(control, invoice.id).filter((one) => one.chargeId === chargeId)
  const extra = own.find(
    ({ kind, settled }) =>
      (kind === 'again' || kind === 'short' || kind === 'over') && settled !== 'accepted' && settled !== 'credited',
  )
  // What did not fit, and was not used, went back: that settles it, and the invoice stays paid.
  if (extra && !disputed && returned <= extra.cents) {
    if (extra.settled === null && returned === extra.cents) settleOddPayment(control, now, extra.id, 'returned')
    return { odd: [], reversed: invoice }
  }
  const gone = goneOf(charge)
  const kind = reversalOf([charge])
  const reversed = showReversal(control, invoice)
  const taken = sumOf(own.filter(({ settled }) => settled === 'shortened'))
  for (const one of own)
    if (isReversal(one.kind) && one.settled === null) settleOddPayment(control, now, one.id, 'obsolete')
  const change = gone - taken
  if (change === 0 || (kind === null && taken === 0)) return { odd: [], reversed }
  // Less went back than time was taken for: the rest came back to us.
  const odd = kind !== null && change > 0 ? { kind, cents: change } : { kind: 'again' as const, cents: -change }
  return { odd: [addOddPayment(control, now, { invoice, chargeId, ...odd })], reversed }
}

type Money = Pick<Charge, 'received' | 'returned' | 'disputed'>
const goneOf = ({ received, returned, disputed }: Money): number => (disputed ? received : returned)

function reversalOf(paid: readonly Money[]): Reversal | null {
  const [received, gone] = [paid.map(({ received }) => received), paid.map(goneOf)].map((all) =>
    all.reduce((sum, cents) => sum + cents, 0),
  ) as [number, number] // of two lists
  if (gone === 0) return null
  if (paid.some(({ disputed }) => disputed)) return 'disputed'
  return gone >= received ? 'refunded' : 'partlyRefunded'
}

/** An invoice may have been paid by several charges: what went back of each of them counts. */
function showReversal(control: WritableControl, { id, amount }: StoredInvoice): StoredInvoice {
  const paid = control
    .select()
    .from(charges)
    .where(and(eq(charges.invoiceId, id), eq(charges.status, 'paid')))
    .all()
  const gone = paid.reduce((sum, one) => sum + goneOf(one), 0)
  return setReversal(control, id, reversalOf(paid), Math.min(gone, amount))
}

function settle(
  control: WritableControl,
  { id, status, expiresAt, createdAt }: Charge,
  now: number,
  read: Reading['status'],
) {
  const isOver = (expiresAt !== null && expiresAt + GRACE < now) || createdAt + GIVEN_UP < now
  const next = status !== 'pending' ? status : read === 'pending' ? (isOver ? 'expired' : 'pending') : read
  control.update(charges).set({ status: next, checkedAt: now }).where(eq(charges.id, id)).run()
}

/** Charges that a webhook names by our reference or the provider's id. */
export const findNamed = (control: ControlDb, provider: string, names: readonly string[]): Charge[] =>
  names.length === 0
    ? []
    : control
        .select()
        .from(charges)
        .where(
          and(
            eq(charges.provider, provider),
            or(inArray(charges.reference, [...names]), inArray(charges.externalId, [...names])),
          ),
        )
        .limit(names.length)
        .all()

/** An invoice's charges, except those that the operator confirms manually. */
export const listPending = (control: ControlDb, invoiceId: number): Charge[] =>
  control
    .select()
    .from(charges)
    .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'pending'), sql`${charges.provider} <> 'manual'`))
    .all()

/** How long a payment may go back: a Pix for 80 days by the Central Bank's rule, a dispute a little longer. */
const MAY_GO_BACK = 90 * DAY
/** Between readings of a paid charge, in its first days and later. */
const [OFTEN, SELDOM, FIRST_DAYS] = [6 * HOUR, DAY, 3 * DAY]
/** Paid charges per round of the job: beside them the pending ones must not wait. */
const PAID_AT_ONCE = 5

/** Paid charges to read again, because their money may have gone back and a webhook may not arrive. */
export const listPaidToRead = (control: ControlDb, now: number): Charge[] => {
  const ids = getColumn<number>(
    control,
    `SELECT id FROM charges INDEXED BY charges_paid WHERE status = 'paid' AND provider <> 'manual'
       AND checked_at BETWEEN @now - ${MAY_GO_BACK + 5 * DAY} AND @now - ${OFTEN} AND paid_at > @now - ${MAY_GO_BACK}
       AND checked_at <= @now - CASE WHEN paid_at > @now - ${FIRST_DAYS} THEN ${OFTEN} ELSE ${SELDOM} END
     ORDER BY checked_at LIMIT ${PAID_AT_ONCE}`,
    { now },
  )
  return ids.flatMap((id) => findCharge(control, id) ?? [])
}

/** Charges that are cancelled here and perhaps not yet at the provider. */
export const listToWithdraw = (control: ControlDb): Charge[] =>
  control
    .select()
    .from(charges)
    .where(eq(charges.toWithdraw, true))
    .orderBy(asc(charges.id))
    .limit(CHARGES_PER_RUN)
    .all()

export const setWithdrawn = (control: WritableControl, id: number) => setCharge(control, id, { toWithdraw: false })

/** Charges per round of the job. */
const CHARGES_PER_RUN = 20

/** Charges to read again: every half minute in the first hour, then every quarter of an hour. The longest unread first. */
export const listToRead = (control: ControlDb, now: number): Charge[] => {
  const ids = getColumn<number>(
    control,
    `SELECT id FROM charges INDEXED BY charges_pending WHERE status = 'pending' AND provider <> 'manual'
       AND (checked_at IS NULL OR checked_at > @now
         OR checked_at <= @now - CASE WHEN created_at > @now - ${HOUR} THEN ${25 * SECOND} ELSE ${15 * MINUTE} END)
     ORDER BY checked_at LIMIT ${CHARGES_PER_RUN}`,
    { now },
  )
  return ids.flatMap((id) => findCharge(control, id) ?? [])
}
