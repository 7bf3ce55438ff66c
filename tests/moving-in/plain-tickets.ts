/** Tickets of another product in a company here, for what belongs to them. */
import { contactsMover } from '../../src/features/contact-book/moving-in/move-in'
import { modules } from '../../src/modules'
import { type Mover, movers } from '../../src/moving-in/mover'
import type { Family } from '../../src/moving-in/source'
import { fillingsOf, type Module } from '../../src/platform/module'
import { ticketMover } from '../../src/tickets/moving-in/ticket-movers'
import { furnishing, type PlainRows, plainSource } from './plain-source'
import { type MovedIn, moveIn } from './support'

export const moverNamed = (name: string): Mover => {
  const all: readonly Module[] = modules
  const found = movers.membersAmong(fillingsOf(all)).find((one) => one.name === name)
  if (!found) throw new Error(`no mover ${name}`)
  return found
}

/** Two people, each with tickets of the given days before today; the first person's come first. */
export const people: PlainRows['contacts'] = [
  { name: 'Ana Prado', number: '5531996124087' },
  { name: 'Bia', number: '5531996124088' },
]

export const sourceWith = (rows: PlainRows, family?: Family) => plainSource({ contacts: people, ...rows }, family)

/** With this mover behind contacts and tickets. */
export const moveWith = (name: string, rows: PlainRows, family?: Family): Promise<MovedIn> =>
  moveIn(sourceWith(rows, family), { movers: [furnishing, contactsMover, ticketMover, moverNamed(name)] })
