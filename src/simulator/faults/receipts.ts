/** Faults of receipts to a linked device: lost, doubled, swapped. */
import type { Link } from '../account'
import type { BinaryNode } from '../wire/nodes'
import type { World } from '../world'
import { meetFault } from './faults'

const PATIENCE_MS = 1500

/** `pass` sends it; it may be called late, twice or never. */
export function hinderReceipt(world: World, link: Link, receipt: BinaryNode, pass: () => void) {
  if (receipt.attrs.type === 'retry' || world.faults.length === 0) return pass()
  if (meetFault(world, 'receiptsLost', link.phone)) return
  if (isDelivery(receipt) && meetFault(world, 'receiptsSwapped', link.phone)) return hold(world, receipt, pass)
  pass()
  world.heldReceipts.get(keyOf(receipt))?.()
  if (meetFault(world, 'receiptsDoubled', link.phone)) pass()
}

const isDelivery = ({ attrs }: BinaryNode) => attrs.type === undefined

/** Held back until a later receipt of the same message has passed. */
function hold(world: World, receipt: BinaryNode, pass: () => void) {
  const key = keyOf(receipt)
  const release = () => {
    if (world.heldReceipts.get(key) !== release) return
    world.heldReceipts.delete(key)
    pass()
  }
  world.heldReceipts.set(key, release)
  // In case it is never read.
  world.later(PATIENCE_MS, release)
}

const keyOf = ({ attrs: { id, participant = '' } }: BinaryNode): string => `${id}/${participant}`
