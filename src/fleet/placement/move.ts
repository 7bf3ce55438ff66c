/** What operators order: a company moves, a node gives all its companies away, load is spread anew. Nodes carry it out. */
import { CONTROL } from '../../platform/gate'
import { OrderRefused } from './order-refused'
import { hasCopyAt, type Ownership, type Picture } from './owners'
import { changeOwnership, type OwnershipWrites, withMove, withoutMove } from './ownership'
import { canOpen } from './versions'

export { OrderRefused }

export type MoveStep = 'copies' | 'closes' | 'opens'
/** `step` of a company on its way: its copy is made, it closes at its owner, it opens where it goes. */
export type MoveProgress = {
  readonly company: string
  readonly from: string
  readonly to: string
  readonly step: MoveStep
}

export type OrderDeps = OwnershipWrites & {
  readonly firstCompany: string
  /** As people call a company; undefined if this node cannot tell. */
  readonly nameOf?: (company: string) => string | undefined
}

/** Companies that go together. */
const groupOf = (company: string, { picture, firstCompany }: OrderDeps): string[] =>
  company === firstCompany && picture.owners.has(CONTROL) ? [CONTROL, company] : [company]

/** Throws `OrderRefused`. */
function requireTarget({ picture, nameOf }: OrderDeps, company: string, ownership: Ownership, to: string): void {
  const target = picture.living().get(to)
  if (!target) {
    const names = [...picture.living().keys()].toSorted().join(', ')
    throw new OrderRefused(`No node "${to}" is running. Running nodes: ${names || 'none'}.`, 'notRunning')
  }
  if (picture.orderOf(to))
    throw new OrderRefused(
      `Node "${to}" is being emptied. Stop that with "balcao fleet drain ${to} --stop".`,
      'emptying',
    )
  if (target.isFull) throw new OrderRefused(`The disk of node "${to}" is full: make room there first.`, 'full')
  if (!canOpen(target.versions, ownership.schema))
    throw new OrderRefused(
      `Node "${to}" runs ${target.versions.program}, which is too old for company ${nameOf?.(company) ?? company}: its data has ${ownership.schema} steps of the schema, and that program knows ${target.versions.schema}. Upgrade the node first.`,
      'tooOld',
    )
}

/** Orders a move. Its owner copies, closes and hands over; whoever asks can watch `findMove`. Throws `OrderRefused`. */
export async function orderMove(deps: OrderDeps, company: string, to: string): Promise<void> {
  const { picture, nameOf } = deps
  const ownership = picture.owners.get(company)?.value
  if (!ownership) throw new OrderRefused(`There is no company ${company} in this fleet.`, 'noCompany')
  if (company === CONTROL)
    throw new OrderRefused('The control database goes with company 1. Move that company instead.', 'control')
  if (ownership.node === to && picture.ownerOf(company))
    throw new OrderRefused(`Company ${nameOf?.(company) ?? company} is on "${to}" already.`, 'there')
  requireTarget(deps, company, ownership, to)
  for (const one of groupOf(company, deps))
    await changeOwnership(deps, one, (now) => (now && now.node !== to ? withMove(now, to) : undefined))
}

/** Calls a move off, unless the company is closed at its owner already. Returns whether it was. */
export async function stopMove(deps: OrderDeps, company: string): Promise<boolean> {
  let isStopped = true
  for (const one of groupOf(company, deps))
    await changeOwnership(deps, one, (now) => {
      if (now?.to === undefined) return undefined
      if (now.isFree) {
        isStopped = false
        return undefined
      }
      const { home: _, ...stays } = withoutMove(now)
      return stays
    })
  return isStopped
}

/** Undefined if the company goes nowhere. */
export function findMove(picture: Picture, company: string): MoveProgress | undefined {
  const ownership = picture.owners.get(company)?.value
  if (ownership?.to === undefined) return undefined
  const { node: from, to } = ownership
  return { company, from, to, step: stepOf(ownership, to) }
}

function stepOf(ownership: Ownership, to: string): MoveStep {
  if (ownership.isFree) return 'opens'
  return hasCopyAt(ownership, to) ? 'closes' : 'copies'
}

/** Has a node give its companies to the others, one after the other. It goes on after a restart, until it is stopped. */
export const orderDrain = (deps: OrderDeps, node: string): Promise<void> => order(deps, node, 'drain')

/**
 * Has a node give its companies and copies away, and then end. Of a node that does not run, the others have what it owned, or
 * take it: what is left is an order, which is removed. Returns whether the node runs.
 */
export async function orderLeave(deps: OrderDeps, node: string): Promise<boolean> {
  const { picture } = deps
  const runs = picture.living().get(node)
  if (runs && !runs.isStopped) {
    await order(deps, node, 'leave')
    return true
  }
  const isKnown = picture.nodes.has(node) || picture.orderOf(node) || picture.companiesOf(node).size > 0
  if (!isKnown)
    throw new OrderRefused(
      `The fleet knows no node "${node}": nothing of it is left, if there ever was one.`,
      'notRunning',
    )
  await stopDrain(deps, node)
  return false
}

async function order(
  { buckets: { orders }, picture }: OrderDeps,
  node: string,
  kind: 'drain' | 'leave',
): Promise<void> {
  if (!picture.living().has(node))
    throw new OrderRefused(`No node "${node}" is running, so it has nothing to give away.`, 'nothingToGive')
  const others = [...picture.living()].filter(([other]) => other !== node && !picture.orderOf(other))
  if (others.length === 0)
    throw new OrderRefused(`No other node is running that could take the companies of "${node}".`, 'noOther')
  if (others.every(([, { isFull }]) => isFull))
    throw new OrderRefused(
      `The disks of all other nodes are full: make room on ${others
        .map(([other]) => other)
        .toSorted()
        .join(' or ')} first.`,
      'othersFull',
    )
  const companies = countOwned(picture, node)
  for (;;) {
    const now = await orders.get(node)
    if (now?.value.kind === kind) return
    const stored = now
      ? await orders.update(node, { kind, companies: now.value.companies }, now.revision)
      : await orders.create(node, { kind, companies })
    if (stored !== undefined) return
  }
}

/** The companies that were given away stay where they are. Returns whether there was an order. */
export async function stopDrain(deps: OrderDeps, node: string): Promise<boolean> {
  const { orders } = deps.buckets
  const now = await orders.get(node)
  if (!now) return false
  const isStopped = await orders.remove(node, now.revision)
  for (const [company, { value }] of deps.picture.owners)
    if (value.node === node && value.to !== undefined) await stopMove(deps, company)
  return isStopped
}

/** control.db goes with company 1, and is none. */
const countOwned = (picture: Picture, node: string): number => {
  const owned = [...picture.companiesOf(node)].filter((company) => {
    const ownership = picture.owners.get(company)?.value
    return company !== CONTROL && ownership?.node === node && !ownership.isFree
  })
  return owned.length
}

/** Counts are of companies, without control.db. */
export type DrainProgress = {
  readonly node: string
  readonly kind: 'drain' | 'leave'
  readonly companies: number
  readonly left: number
  /** Others have all that the node owned, control.db too. */
  readonly isDone: boolean
  /** The company that is on its way. */
  readonly current: MoveProgress | undefined
}

/** Undefined if nothing is ordered. */
export function findDrain(picture: Picture, node: string): DrainProgress | undefined {
  const ordered = picture.orderOf(node)?.value
  if (!ordered) return undefined
  const { kind, companies } = ordered
  const own = [...picture.companiesOf(node)].filter((company) => picture.owners.get(company)?.value.node === node)
  const left = own.filter((company) => company !== CONTROL).length
  const moving = own.find((company) => picture.owners.get(company)?.value.to !== undefined)
  const current = moving === undefined ? undefined : findMove(picture, moving)
  return { node, kind, companies, left, isDone: own.length === 0, current }
}
