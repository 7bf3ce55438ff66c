/** Reads charges at their provider and applies their state, for webhooks, pages and the job. */
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { announceRenewal } from './announce'
import { applyReading, listPending, listToRead, type Outcome } from './charges'
import type { Reading } from './providers/provider'
import { providerNamed } from './providers/providers'
import type { Charge } from './tables'

/** Charges being read, so that a flood of webhooks causes one request to the provider. */
const reading = new Map<string, Promise<void>>()
const keyOf = ({ provider, reference }: Charge) => `${provider}/${reference}`
/** A page within this time uses the last reading. */
const READ_AGAIN_AFTER = 2 * SECOND
/** When webhooks made a charge be read: a page that has asked just before must not make a true one be ignored. */
const woken = new Map<string, number>()
const MOST_WOKEN = 1000

/** Reads a charge and pays its invoice if it was paid. An unreachable provider is retried later. */
export function readCharge(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const { checkedAt } = charge
  if (checkedAt !== null && isJustNow(services, checkedAt)) return Promise.resolve()
  return readOnce(services, charge, left)
}

/** After a webhook. */
export async function readWoken(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const at = woken.get(keyOf(charge))
  if (at !== undefined && isJustNow(services, at)) return
  if (woken.size >= MOST_WOKEN) woken.clear()
  woken.set(keyOf(charge), services.clock())
  await readOnce(services, charge, left)
}

const isJustNow = ({ clock }: Services, at: number): boolean => Math.abs(clock() - at) < READ_AGAIN_AFTER

function readOnce(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const key = keyOf(charge)
  const known = reading.get(key)
  if (known) return known
  const going = readNow(services, charge, left).finally(() => reading.delete(key))
  reading.set(key, going)
  return going
}

async function readNow(services: Services, charge: Charge, left: AbortSignal): Promise<void> {
  const { operatorSettings, clock, databases, log } = services
  const provider = providerNamed(charge.provider, operatorSettings, clock)
  if (!provider) return
  let found: Reading | null
  try {
    found = await provider.read(charge, left)
  } catch (error) {
    log.warn({ err: error, provider: charge.provider }, 'could not read a charge; it is tried again')
    return
  }
  if (found) report(services, charge, applyReading(databases.control, clock(), charge.id, found))
}

function report(services: Services, charge: Charge, outcome: Outcome) {
  if (outcome.kind === 'paid') announceRenewal(services, outcome.renewed, null)
  if (outcome.kind === 'short' || outcome.kind === 'again')
    services.log.warn(
      { invoice: charge.invoiceId, reference: charge.reference, cents: outcome.paid },
      outcome.kind === 'short' ? 'less was paid than the invoice says' : 'an invoice was paid twice',
    )
}

export async function readPending(services: Services, invoiceId: number, left: AbortSignal): Promise<void> {
  for (const charge of listPending(services.databases.control, invoiceId)) await readCharge(services, charge, left)
}

/** One round of the job. */
export async function readSome(services: Services): Promise<void> {
  const left = new AbortController().signal
  for (const charge of listToRead(services.databases.control, services.clock()))
    await readCharge(services, charge, left)
}

/** Cancels withdrawn charges at the provider, if it responds. */
export async function withdrawAtProvider(services: Services, withdrawn: readonly Charge[]): Promise<void> {
  const left = new AbortController().signal
  for (const charge of withdrawn)
    try {
      await providerNamed(charge.provider, services.operatorSettings, services.clock)?.cancel(charge, left)
    } catch (error) {
      services.log.warn({ err: error, provider: charge.provider }, 'could not withdraw a charge')
    }
}
