/** Participants: companies with WhatsApp connections, customers, groups. Deterministic by size. */
import type { FaultKind } from './faults'
import { type Random, randomFor } from './random'

export type Size = {
  readonly seed: number
  /** Duration of the plan, without set-up and recovery. */
  readonly seconds: number
  readonly connections: number
  readonly customers: number
  /** Only these faults occur, each once, in quick succession. */
  readonly only?: readonly FaultKind[]
}

export const COMPANIES = ['Loja Centro', 'Loja Norte', 'Loja Sul'] as const

/** A company's connection, identified by its phone number. */
export type CompanyPhone = { readonly company: number; readonly number: string; readonly name: string }
export type Customer = {
  readonly number: string
  readonly name: string
  readonly phoneIndex: number
  readonly addressing: 'pn' | 'lid'
  /**
   * Delay of the phone's delivery receipts in milliseconds, if it sends any; its owner may have read the message by
   * then.
   */
  readonly sendsReceipts: boolean
  readonly after: number
}
/** A conversation with one customer, or in a group of several. */
export type Chat = {
  readonly phoneIndex: number
  /** By index. */
  readonly customers: readonly number[]
  readonly isGroup: boolean
  /** False: no attendant accepts its ticket, so all messages must count as unread. */
  readonly isAttended: boolean
  /** A number without a WhatsApp account: messages to it never arrive. */
  readonly unregistered: string | null
}

export type Participants = {
  readonly phones: readonly CompanyPhone[]
  readonly customers: readonly Customer[]
  /** One per customer, in order; then the groups; then one with an unregistered number per company. */
  readonly chats: readonly Chat[]
}

const FIRST_LINE = 552130400000
const FIRST_CUSTOMER = 5511900000000
const FIRST_UNREGISTERED = 5521900000000
const MEMBERS = 4

export function participantsFor({ seed, connections, customers: count }: Size): Participants {
  const random = randomFor(seed, 'participants')
  const phones = Array.from({ length: connections }, (_, index): CompanyPhone => {
    return { company: index % COMPANIES.length, number: String(FIRST_LINE + index), name: `Linha ${index + 1}` }
  })
  const customers = Array.from({ length: count }, (_, index): Customer => {
    return {
      number: String(FIRST_CUSTOMER + index),
      name: `Cliente ${index + 1}`,
      phoneIndex: index % connections,
      addressing: random.maybe(0.3) ? 'lid' : 'pn',
      sendsReceipts: random.maybe(0.9),
      after: random.maybe(0.3) ? random.between(100, 2_000) : 0,
    }
  })
  const alone = customers.map(({ phoneIndex }, index): Chat => {
    return { phoneIndex, customers: [index], isGroup: false, isAttended: random.maybe(0.9), unregistered: null }
  })
  return {
    phones,
    customers,
    chats: [...alone, ...groupsOf(phones, customers, random), ...unregisteredChatsOf(phones)],
  }
}

/** Creates one group on every second connection. */
function groupsOf(phones: readonly CompanyPhone[], customers: readonly Customer[], random: Random): Chat[] {
  return phones.flatMap((_, phoneIndex) => {
    const ofThisPhone = customers.flatMap((customer, index) => (customer.phoneIndex === phoneIndex ? [index] : []))
    if (phoneIndex % 2 === 1 || ofThisPhone.length === 0) return []
    const members = random.shuffled(ofThisPhone).slice(0, MEMBERS)
    return [{ phoneIndex, customers: members, isGroup: true, isAttended: true, unregistered: null }]
  })
}

const unregisteredChatsOf = (phones: readonly CompanyPhone[]): Chat[] =>
  phones.slice(0, COMPANIES.length).map((_, phoneIndex) => {
    return {
      phoneIndex,
      customers: [],
      isGroup: false,
      isAttended: true,
      unregistered: String(FIRST_UNREGISTERED + phoneIndex),
    }
  })
