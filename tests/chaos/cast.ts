/** Who plays: companies with their lines to WhatsApp, customers, groups. The same size gives the same cast. */
import { type Dice, dice } from './dice'

export type Size = {
  readonly seed: number
  /** How long it is played, without opening and mending. */
  readonly seconds: number
  readonly connections: number
  readonly customers: number
}

export const COMPANIES = ['Loja Centro', 'Loja Norte', 'Loja Sul'] as const

/** A connection of a company. */
export type Line = { readonly company: number; readonly number: string; readonly name: string }
export type Customer = {
  readonly number: string
  readonly name: string
  readonly line: number
  readonly addressing: 'pn' | 'lid'
  /** Whether the phone tells that it got a message, and after how many milliseconds; its owner may have read it by then. */
  readonly tells: boolean
  readonly after: number
}
/** Where messages are said: with one customer, or in a group of several. */
export type Chat = {
  readonly line: number
  /** Who writes in it besides us, by index. */
  readonly customers: readonly number[]
  readonly isGroup: boolean
  /** Nobody of us takes some tickets: there every message must count as unread. */
  readonly isAttended: boolean
  /** A number that nobody has on WhatsApp: what is written to it never arrives. */
  readonly stranger: string | null
}

export type Cast = {
  readonly lines: readonly Line[]
  readonly customers: readonly Customer[]
  /** As many as customers, in their order, then the groups, and then a stranger of each company. */
  readonly chats: readonly Chat[]
}

const FIRST_LINE = 552130400000
const FIRST_CUSTOMER = 5511900000000
const FIRST_STRANGER = 5521900000000
const MEMBERS = 4

export function castFor({ seed, connections, customers: count }: Size): Cast {
  const chance = dice(seed, 'cast')
  const lines = Array.from({ length: connections }, (_, index): Line => {
    return { company: index % COMPANIES.length, number: String(FIRST_LINE + index), name: `Linha ${index + 1}` }
  })
  const customers = Array.from({ length: count }, (_, index): Customer => {
    return {
      number: String(FIRST_CUSTOMER + index),
      name: `Cliente ${index + 1}`,
      line: index % connections,
      addressing: chance.maybe(0.3) ? 'lid' : 'pn',
      tells: chance.maybe(0.9),
      after: chance.maybe(0.3) ? chance.between(100, 2_000) : 0,
    }
  })
  const alone = customers.map(({ line }, index): Chat => {
    return { line, customers: [index], isGroup: false, isAttended: chance.maybe(0.9), stranger: null }
  })
  return { lines, customers, chats: [...alone, ...groupsOf(lines, customers, chance), ...strangersOf(lines)] }
}

/** One group on every second line. */
function groupsOf(lines: readonly Line[], customers: readonly Customer[], chance: Dice): Chat[] {
  return lines.flatMap((_, line) => {
    const ofThisLine = customers.flatMap((customer, index) => (customer.line === line ? [index] : []))
    if (line % 2 === 1 || ofThisLine.length === 0) return []
    const members = chance.shuffled(ofThisLine).slice(0, MEMBERS)
    return [{ line, customers: members, isGroup: true, isAttended: true, stranger: null }]
  })
}

const strangersOf = (lines: readonly Line[]): Chat[] =>
  lines.slice(0, COMPANIES.length).map((_, line) => {
    return { line, customers: [], isGroup: false, isAttended: true, stranger: String(FIRST_STRANGER + line) }
  })
