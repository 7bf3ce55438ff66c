/** Payments that did not fit their invoice, or went back: stored until the operator has decided. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { fail } from '../../errors'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { OddKind } from './contract'
import { billingErrors } from './errors'
import { type OddPayment, oddPayments, type StoredInvoice } from './tables'

type New = {
  readonly invoice: Pick<StoredInvoice, 'id' | 'companyId'>
  readonly chargeId: number | null
  readonly kind: OddKind
  readonly cents: number
}

export const addOddPayment = (control: WritableControl, now: number, { invoice, ...values }: New): OddPayment =>
  control
    .insert(oddPayments)
    .values({ ...values, companyId: invoice.companyId, invoiceId: invoice.id, at: now })
    .returning()
    .get()

export const findOddPayment = (control: ControlDb, id: number): OddPayment =>
  control.select().from(oddPayments).where(eq(oddPayments.id, id)).get() ?? fail(billingErrors.ERR_NO_INVOICE_FOUND)

export const settleOddPayment = (
  control: WritableControl,
  now: number,
  id: number,
  settled: NonNullable<OddPayment['settled']>,
) => control.update(oddPayments).set({ settled, settledAt: now }).where(eq(oddPayments.id, id)).run()

const MOST_LISTED = 100

/** The latest that wait for the operator. */
export const listUnsettled = (control: ControlDb): OddPayment[] =>
  control
    .select()
    .from(oddPayments)
    .where(isNull(oddPayments.settled))
    .orderBy(desc(oddPayments.id))
    .limit(MOST_LISTED)
    .all()

/** Older ones are not mailed any more, when a mail server is set up later. */
const MAILED_WITHIN = 7 * DAY

export const listUnmailed = (control: ControlDb, now: number): OddPayment[] =>
  control
    .select()
    .from(oddPayments)
    .where(and(isNull(oddPayments.settled), eq(oddPayments.mailed, false), gt(oddPayments.at, now - MAILED_WITHIN)))
    .limit(MOST_LISTED)
    .all()

export const setMailed = (control: WritableControl, id: number) =>
  control.update(oddPayments).set({ mailed: true }).where(eq(oddPayments.id, id)).run()
