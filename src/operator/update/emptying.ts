/**
 * In a fleet the companies of a node go to others before its program is replaced, one after the other, and come back when the
 * update has ended, however it did.
 */
import { isOrderRefused, type OrderFault } from '../../fleet/placement/order-refused'
import type { CompanyStatus, FleetStatus } from '../../fleet/placement/status'
import type { FleetView } from '../../fleet/view'
import { CONTROL } from '../../platform/gate'
import type { Log } from '../../platform/log'
import { MINUTE, SECOND } from '../../platform/time'
import { Refusal } from '../refusal'
import { findUnfinished, readUpdateState } from './programs'
import { noteCompanies, readCompanies } from './waiting-companies'

/** Without a company that leaves within this time the update is given up. */
const STANDSTILL_MS = 5 * MINUTE
const LOOK_MS = 250
/** A company that is handed over has an owner again long before. */
const HANDOVER_MS = 30 * SECOND

export type EmptyDeps = {
  readonly fleet: FleetView
  readonly dataDir: string
  readonly signal: AbortSignal
  /** Gets how many companies are left. */
  progress(left: number, of: number): void
  /** For tests. */
  readonly standstillMs?: number
  readonly handoverMs?: number
}

/** Where there is nobody to take the companies, they wait until the new program serves. */
const nobodyTakes: Readonly<Partial<Record<OrderFault, string>>> = {
  noOther: 'no other machine runs',
  othersFull: 'the disks of all other machines are full',
}

/** Resolves with words about it when the node has no company. Throws a `Refusal` with the reason if some stay. */
export async function emptyNode(deps: EmptyDeps): Promise<string> {
  const { fleet, dataDir } = deps
  const { node } = fleet
  const owned = fleet.status().companies.filter(({ owner, uuid }) => owner === node && uuid !== CONTROL)
  noteCompanies(dataDir, [...new Set([...readCompanies(dataDir), ...owned.map(({ uuid }) => uuid)])])
  const isOrdered = fleet.findDrain(node) !== undefined
  try {
    if (!isOrdered) await fleet.drain(node)
  } catch (error) {
    const why = isOrderRefused(error) && error.fault && nobodyTakes[error.fault]
    if (!why) throw error
    return `${why}: the companies wait for this one`
  }
  let ownerless: readonly CompanyStatus[] = []
  try {
    ownerless = await untilEmpty(deps)
  } finally {
    // The new program may have to take control.db, which a node that is being emptied does not get.
    if (!isOrdered) await fleet.stopDrain(node)
  }
  const left = ownerless.length === 0 ? '' : `, and nobody has ${namesOf(ownerless)}`
  return `${owned.length} companies are on other machines${left}`
}

/** Some, for a sentence. */
const namesOf = (companies: readonly CompanyStatus[]): string => {
  const names = companies.slice(0, NAMED).map(({ name, uuid }) => name ?? uuid)
  return `${names.join(', ')}${companies.length > NAMED ? ', …' : ''}`
}
const NAMED = 3

/** Companies that the node had last, and that nobody serves: no drain ends, and no update hurts them. */
const listOwnerless = ({ companies }: FleetStatus, node: string): readonly CompanyStatus[] | undefined => {
  const here = companies.filter(({ last }) => last === node)
  return here.some(({ owner, uuid }) => owner !== null || uuid === CONTROL) ? undefined : here
}

/** Returns companies that were here, and that nobody takes. */
async function untilEmpty({
  fleet,
  signal,
  progress,
  standstillMs = STANDSTILL_MS,
  handoverMs = HANDOVER_MS,
}: EmptyDeps): Promise<readonly CompanyStatus[]> {
  const { node } = fleet
  let [known, since] = [Number.POSITIVE_INFINITY, performance.now()]
  // The picture may not show the order yet.
  await Promise.race([fleet.until(() => fleet.findDrain(node) !== undefined), Bun.sleep(5 * SECOND)])
  for (;;) {
    signal.throwIfAborted()
    const drain = fleet.findDrain(node)
    if (!drain) throw new Refusal('the order to empty this machine was taken back')
    if (drain.isDone) return []
    if (drain.left < known) {
      ;[known, since] = [drain.left, performance.now()]
      progress(drain.left, Math.max(drain.left, drain.companies))
    }
    const [status, still] = [fleet.status(), performance.now() - since]
    const ownerless = still > handoverMs && listOwnerless(status, node)
    if (ownerless) return ownerless
    if (still > standstillMs) throw new Refusal(stuckWords(status, node))
    await Bun.sleep(LOOK_MS)
  }
}

function stuckWords({ companies }: FleetStatus, node: string): string {
  const stuck = companies.filter(({ owner, uuid }) => owner === node && uuid !== CONTROL)
  const to = [...new Set(stuck.flatMap(({ move }) => move?.to ?? []))]
  const why = to.length > 0 ? `${to.join(' and ')} did not take them` : 'no machine could take them'
  const many = stuck.length === 1 ? '1 company' : `${stuck.length} companies`
  return `${many} did not leave this machine within ${STANDSTILL_MS / MINUTE} minutes, because ${why}: ${namesOf(stuck)}`
}

/** Whether companies are still about to come back. Those that wait for another machine's upgrade do not count. */
export const isReturning = (fleet: FleetView, dataDir: string): boolean =>
  readCompanies(dataDir).some((company) => mayReturn(fleet.status(), fleet.node, company))

const RETURN_EVERY_MS = 2 * SECOND
/** A company that has not come within this time is left where it is. */
const RETURN_WITHIN_MS = 2 * MINUTE

export type ReturnDeps = { readonly fleet: FleetView; readonly dataDir: string; readonly log: Log }

/** Has the companies come back, one after the other, once the update is over. Returns what ends this. */
export function startReturning({ fleet, dataDir, log }: ReturnDeps): () => void {
  const ended = new AbortController()
  let isAtWork = false
  const work = async () => {
    const [company] = readCompanies(dataDir).filter((one) => mayReturn(fleet.status(), fleet.node, one))
    if (company === undefined || findUnfinished(readUpdateState(dataDir))) return
    await bringBack({ fleet, dataDir, log }, company, ended.signal)
    if (readCompanies(dataDir).length === 0) log.info('the companies that were here before the update are back')
  }
  const timer = setInterval(() => {
    if (isAtWork) return
    isAtWork = true
    work()
      .catch((error: unknown) => log.warn({ err: error }, 'a company could not come back after the update'))
      .finally(() => {
        isAtWork = false
      })
  }, RETURN_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    ended.abort()
  }
}

/**
 * A company is brought to a newer schema only when a second node could take it over then: until the next machine is upgraded it
 * stays where it is.
 */
export function mayReturn({ nodes, companies }: FleetStatus, here: string, company: string): boolean {
  const own = nodes.find(({ name }) => name === here)?.schema ?? 0
  const known = companies.find(({ uuid }) => uuid === company)
  if (!known || known.owner === here || known.schema >= own) return true
  return nodes.some(({ name, isRunning, schema }) => name !== here && isRunning && schema >= own)
}

async function bringBack({ fleet, dataDir, log }: ReturnDeps, company: string, signal: AbortSignal): Promise<void> {
  const { node } = fleet
  const known = fleet.status().companies.find(({ uuid }) => uuid === company)
  try {
    if (known && known.owner !== node) {
      await fleet.move(company, node)
      const isOver = () => signal.aborted || fleet.owns(company) || fleet.findMove(company) === undefined
      await Promise.race([fleet.until(isOver), Bun.sleep(RETURN_WITHIN_MS)])
      if (signal.aborted) return
    }
  } catch (error) {
    if (!isOrderRefused(error)) throw error
    log.info({ tenant: company, why: error.message }, 'a company stays where it went before the update')
  }
  noteCompanies(
    dataDir,
    readCompanies(dataDir).filter((one) => one !== company),
  )
}
