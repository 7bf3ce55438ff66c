/** Reads charges at their provider and applies their state, for webhooks, pages and the job. */
import type { Services } from '../../platform/module'
import { DAY } from '../../platform/time'
import { announceInvoice, announceRenewal, recordOdd } from './announce'
import { isFresh } from './charge-reads'
import { findCharge, listPaidToRead, listPending, listToRead, listToWithdraw, type Outcome } from './charges'
import { storeReading, storeWithdrawn } from './control-writes'
import { cancelLeft } from './left-charges'
import { sendOddMails } from './mails'
import type { Reading } from './providers/provider'
import { findInvoice, findInvoiceOrFail } from './queries'
import type { Charge } from './tables'

/** Reads a charge and pays its invoice if it was paid. An unreachable provider is retried later. */
export async function readCharge(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const { checkedAt } = charge
  if (checkedAt === null || !isFresh(checkedAt, services.clock())) await readOnce(services, charge, left)
}

/** After a webhook. */
export async function readWoken(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  if (services.chargeReads.wake(charge, services.clock())) await readOnce(services, charge, left)
}

const readOnce = (services: Services, charge: Charge, left: AbortSignal): Promise<void> =>
  services.chargeReads.once(charge, () => readNow(services, charge, left))

async function readNow(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const { billing, controlWrites, log } = services
  const provider = billing.providerNamed(charge.provider)
  if (!provider) return
  let found: Reading | null
  try {
    found = await provider.read(charge, left)
  } catch (error) {
    log.warn({ err: error, provider: charge.provider }, 'could not read a charge; it is tried again')
    return
  }
  if (found) report(services, charge, await controlWrites.run(storeReading, { chargeId: charge.id, reading: found }))
}

function report(services: Services, charge: Charge, { renewed, odd, reversed }: Outcome) {
  const { control } = services.databases
  if (renewed) announceRenewal(services, renewed, null)
  if (odd.length === 0 && !reversed) return
  const invoice = findInvoiceOrFail(control, charge.invoiceId)
  for (const { kind, cents } of odd) {
    services.log.warn(
      { invoice: invoice.id, reference: charge.reference, kind, cents },
      'a payment does not fit its invoice',
    )
    recordOdd(services, invoice, kind, cents)
  }
  announceInvoice(services, invoice)
}

export async function readPending(services: Services, invoiceId: number, left: AbortSignal): Promise<void> {
  for (const charge of listPending(services.databases.control, invoiceId)) await readCharge(services, charge, left)
}

/** One round of the job. */
export async function readSome(services: Services): Promise<void> {
  const { control } = services.databases
  const left = services.closing
  for (const charge of listToRead(control, services.clock())) await readCharge(services, charge, left)
  for (const charge of listPaidToRead(control, services.clock())) await readCharge(services, charge, left)
  await withdrawAtProvider(services, listToWithdraw(control))
  await cancelLeft(services)
  await sendOddMails(services)
}

/** Withdraws them behind the caller's answer. What fails stays for the job. */
export function withdrawSoon(services: Services, withdrawn: readonly Charge[]): void {
  withdrawAtProvider(services, withdrawn).catch((error: unknown) =>
    services.log.warn({ err: error }, 'could not withdraw charges; the job tries again'),
  )
}

/** Cancels withdrawn charges at the provider, whose codes nobody can pay then. The job repeats it until it succeeds. */
async function withdrawAtProvider(services: Services, withdrawn: readonly Charge[]): Promise<void> {
  const { control } = services.databases
  for (const charge of withdrawn)
    try {
      await services.billing.providerNamed(charge.provider)?.cancel(charge, services.closing)
      await done(charge)
    } catch (error) {
      services.log.warn({ err: error, provider: charge.provider }, 'could not withdraw a charge')
      // Perhaps it has been paid: that is the usual reason to refuse.
      await readOnce(services, charge, services.closing)
      const { status, createdAt } = findCharge(control, charge.id) ?? charge
      if (status === 'paid' || createdAt < services.clock() - WITHDRAWN_WITHIN) await done(charge)
    }

  async function done({ id, invoiceId }: Charge) {
    await services.controlWrites.run(storeWithdrawn, { chargeId: id })
    const invoice = findInvoice(control, invoiceId)
    if (invoice) announceInvoice(services, invoice)
  }
}
/** A provider has forgotten older charges. */
const WITHDRAWN_WITHIN = 30 * DAY
