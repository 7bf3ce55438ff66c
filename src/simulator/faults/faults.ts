/** Faults that can be switched on, for one company phone or for all, until they are switched off or used up. */
import type { Link } from '../account'
import type { Fault, FaultName } from '../contract'
import { type BinaryNode, children } from '../wire/nodes'
import { logEvent, type World } from '../world'

export const findFault = (world: World, name: FaultName, phone: string | null = null): Fault | undefined =>
  world.faults.find((fault) => fault.name === name && (fault.phone === null || fault.phone === phone))

/** Returns the active fault and counts the use: a fault with three uses is removed after the third. */
export function meetFault(world: World, name: FaultName, phone: string | null = null): Fault | undefined {
  const fault = findFault(world, name, phone)
  if (!fault) return undefined
  if (fault.times !== null) {
    fault.times--
    if (fault.times <= 0) world.faults = world.faults.filter((other) => other !== fault)
  }
  logEvent(world, 'fault', phone ?? 'WhatsApp', `fault:${name}`)
  return fault
}

export function setFault(world: World, fault: Fault, forMs?: number) {
  mendFault(world, fault.name, fault.phone)
  world.faults.push(fault)
  logEvent(world, 'fault', fault.phone ?? 'WhatsApp', `set:${fault.name}`)
  if (forMs !== undefined) {
    world.later(forMs, () => {
      if (world.faults.includes(fault)) mendFault(world, fault.name, fault.phone)
    })
  }
}

export function mendFault(world: World, name: FaultName, phone: string | null) {
  world.faults = world.faults.filter((fault) => fault.name !== name || (phone !== null && fault.phone !== phone))
  if (name === 'silent' || name === 'handshakeSilent') dropMuted(world, phone)
  if (name === 'swap') for (const [link, release] of world.held) if (phone === null || link.phone === phone) release()
  world.changed()
}

/** Drops silent connections, whose traffic is lost; only new ones can continue. */
function dropMuted(world: World, phone: string | null) {
  for (const connection of [...world.connections]) {
    if (connection.isMuted && (phone === null || connection.account?.phone === phone)) connection.drop()
  }
}

export function mendAll(world: World) {
  for (const { name, phone } of [...world.faults]) mendFault(world, name, phone)
}

/** Applies faults to a message for a linked device. `pass` sends it, and may be called late or twice. */
export function hinder(world: World, link: Link, pass: () => void) {
  const delay = findFault(world, 'delay', link.phone)
  const goes = delay ? () => world.later(delay.value, pass) : pass
  const waiting = world.held.get(link)
  if (waiting) {
    world.held.delete(link)
    goes()
    return waiting()
  }
  if (meetFault(world, 'swap', link.phone)) {
    const release = () => {
      world.held.delete(link)
      goes()
    }
    world.held.set(link, release)
    // In case no later message comes to swap with.
    return world.later(SWAP_PATIENCE, () => world.held.get(link) === release && release())
  }
  goes()
  if (meetFault(world, 'duplicate', link.phone)) goes()
}

const SWAP_PATIENCE = 1500

/** A stanza as a linked device gets it, each time it is sent. */
export const spoiledIfFaulty = (world: World, link: Link, stanza: BinaryNode): BinaryNode =>
  stanza.tag === 'message' && meetFault(world, 'undecryptable', link.phone) ? spoiled(stanza) : stanza

function spoiled(stanza: BinaryNode): BinaryNode {
  const content = children(stanza).map((part) => {
    if (part.tag !== 'enc') return part
    const bytes = Buffer.from(part.content as Uint8Array)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff
    return { ...part, content: bytes }
  })
  return { ...stanza, content }
}
