/**
 * Charges of an invoice: requested from the provider, and read again when their state may have changed. Each is stored
 * under our reference before it is requested, so that a crash cannot leave an unknown charge at the provider.
 */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { inControl } from '../../platform/operators-ground'
import { getColumn } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time'
import { payInvoice, type Renewed, withdrawCharges } from './invoices'
import type { Issued, ProviderName, Reading } from './providers/provider'
import { findInvoiceOrFail } from './queries'
import { type Charge, charges } from './tables'

/** A code that expires sooner is not shown again. */
const LASTS_STILL = 10 * MINUTE
/** A provider may report a payment late. */
const GRACE = HOUR
/** Older charges are read only when a webhook names them. */
const GIVEN_UP = 7 * DAY

const findCharge = (control: ControlDb, id: number): Charge | undefined =>
  control.select().from(charges).where(eq(charges.id, id)).get()

/**
 * The charge to show for an invoice: the pending one of this provider and the invoice's amount, or a new one. Those
 * with another amount or provider are withdrawn.
 */
export function openCharge(control: ControlDb, now: number, invoiceId: number, provider: ProviderName) {
  return inControl(control, () => {
    const { amount } = findInvoiceOrFail(control, invoiceId)
    const withdrawn = withdrawCharges(control, invoiceId, amount)
    const known = control
      .select()
      .from(charges)
      .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'pending'), eq(charges.provider, provider)))
      .orderBy(desc(charges.id))
      .all()
      .find(({ expiresAt }) => expiresAt === null || expiresAt > now + LASTS_STILL)
    const reference = referenceFor(provider, invoiceId)
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

export function storeIssued(control: ControlDb, id: number, issued: Issued): Charge | undefined {
  control.update(charges).set(issued).where(eq(charges.id, id)).run()
  return findCharge(control, id)
}

/**
 * `paid`: this reading paid the invoice. `short`: less than the invoice amount was paid. `again`: the invoice was
 * paid before. The latter two need the operator.
 */
export type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'paid'; readonly renewed: Renewed }
  | { readonly kind: 'short' | 'again'; readonly charge: Charge; readonly paid: number }

const NONE: Outcome = { kind: 'none' }

/** Applies what the provider says, once: a charge that was paid stays so. */
export function applyReading(
  control: ControlDb,
  now: number,
  id: number,
  { status, paid, endToEndId = null }: Reading,
): Outcome {
  return inControl(control, (): Outcome => {
    const charge = findCharge(control, id)
    if (!charge || charge.status === 'paid') return NONE
    if (status !== 'paid') {
      settle(control, charge, now, status)
      return NONE
    }
    control.update(charges).set({ status: 'paid', checkedAt: now, endToEndId }).where(eq(charges.id, id)).run()
    const { amount, status: state } = findInvoiceOrFail(control, charge.invoiceId)
    if (state === 'paid') return { kind: 'again', charge, paid }
    if (paid < amount) return { kind: 'short', charge, paid }
    const renewed = payInvoice(control, now, charge.invoiceId, { by: charge.provider })
    return renewed ? { kind: 'paid', renewed } : NONE
  })
}

function settle(
  control: ControlDb,
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
            sql`${charges.status} <> 'paid'`,
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

/** Charges per round of the job. */
const AT_ONCE = 20

/** Charges to read again: every half minute in the first hour, then every quarter of an hour. The longest unread first. */
export const listToRead = (control: ControlDb, now: number): Charge[] => {
  const ids = getColumn<number>(
    control,
    `SELECT id FROM charges INDEXED BY charges_pending WHERE status = 'pending' AND provider <> 'manual'
       AND (checked_at IS NULL OR checked_at > @now
         OR checked_at <= @now - CASE WHEN created_at > @now - ${HOUR} THEN ${25 * SECOND} ELSE ${15 * MINUTE} END)
     ORDER BY checked_at LIMIT ${AT_ONCE}`,
    { now },
  )
  return ids.flatMap((id) => findCharge(control, id) ?? [])
}
