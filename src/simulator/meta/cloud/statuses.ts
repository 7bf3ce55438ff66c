/** What becomes of a sent message: `sent`, `delivered`, `read` or `failed`, with its price. */
import type { MetaMessage, MetaNumber, MetaPerson } from '../contract'
import type { Webhooks } from '../webhooks'
import type { MetaWorld } from '../world'

export type StatusDeps = { readonly world: MetaWorld; readonly webhooks: Webhooks }
export type Address = { readonly by: 'phone' | 'bsuid'; readonly value: string }
type StatusWord = 'sent' | 'delivered' | 'read' | 'failed'

const DAY = 86_400_000
const FREE_ENTRY_MS = 3 * DAY

export const failures: Readonly<Record<number, { readonly title: string; readonly details: string }>> = {
  131026: { title: 'Message undeliverable', details: 'Message Undeliverable.' },
  131030: {
    title: 'Recipient phone number not in allowed list',
    details: 'Recipient phone number not in allowed list',
  },
  131042: {
    title: 'Business eligibility payment issue',
    details: 'Message failed to send because there were one or more errors related to your payment method.',
  },
  131047: {
    title: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
  131049: {
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  },
  131050: {
    title: "User's marketing preferences",
    details: 'The user has chosen to stop receiving marketing messages from your business.',
  },
  131051: { title: 'Unsupported message type', details: 'Message type is not currently supported.' },
  131053: { title: 'Media upload error', details: 'Unable to upload the media used in the message.' },
  131000: { title: 'Something went wrong', details: 'Message failed to send due to an unknown error.' },
}

/** What a message costs; decided when it is sent. */
export type Pricing = {
  readonly billable: boolean
  readonly pricing_model: 'PMP'
  readonly type: 'regular' | 'free_customer_service' | 'free_entry_point'
  readonly category: string
}

export function pricingOf(
  world: MetaWorld,
  number: MetaNumber,
  person: MetaPerson,
  category: string,
  isInWindow: boolean,
): Pricing {
  const now = world.now()
  const price = (type: Pricing['type']): Pricing => ({
    billable: type === 'regular',
    pricing_model: 'PMP',
    type,
    category,
  })
  if (person.cameByAdAt !== null && now - person.cameByAdAt < FREE_ENTRY_MS) return price('free_entry_point')
  if (now < world.chargesAnswersSince)
    return price(category === 'service' || (category === 'utility' && isInWindow) ? 'free_customer_service' : 'regular')
  if (category !== 'service') return price('regular')
  const month = new Date(now).toISOString().slice(0, 7)
  const sent = number.serviceMessages.get(month) ?? 0
  number.serviceMessages.set(month, sent + 1)
  return price(sent < world.freeServiceMessages ? 'free_customer_service' : 'regular')
}

export class Statuses {
  readonly #deps: StatusDeps
  readonly #sent = new Map<
    string,
    { readonly address: Address; readonly pricing: Pricing; isPriceToldAgain: boolean }
  >()
  constructor(deps: StatusDeps) {
    this.#deps = deps
  }

  /** A message goes out: its first statuses follow. */
  async goesOut(message: MetaMessage, address: Address, pricing: Pricing): Promise<void> {
    this.#sent.set(message.id, { address, pricing, isPriceToldAgain: false })
    if (!this.#deps.world.habits.reportsStatuses) return
    const { account, person } = message
    const arrives = !person.isAway && !person.blocked.has(account.id)
    const order: StatusWord[] = message.type === 'reaction' ? ['sent'] : arrives ? ['sent', 'delivered'] : ['sent']
    await this.report(message, this.#deps.world.habits.scrambledStatuses ? order.toReversed() : order)
  }

  /** The next statuses of a message, in the order in which they are told. */
  async report(message: MetaMessage, statuses: readonly StatusWord[]): Promise<void> {
    for (const status of statuses) {
      // One that is told late lowers nothing.
      if (isLater(message.status, status)) message.status = status
      if (status === 'delivered') this.#deps.world.announce(message)
      await this.#tell(message, status)
    }
  }

  async fail(message: MetaMessage, address: Address, code: number): Promise<void> {
    message.status = 'failed'
    const { title, details } = failures[code] ?? { title: 'Message failed to send', details: 'Unknown error' }
    const { account } = message
    if (account.kind !== 'number') return
    // Without contacts, and with the address that was used alone.
    await this.#deps.webhooks.tellNumber(account, 'messages', {
      statuses: [
        {
          id: message.id,
          status: 'failed',
          timestamp: this.#deps.world.seconds(),
          ...(address.by === 'phone' ? { recipient_id: address.value } : { recipient_user_id: address.value }),
          ...callbackData(message),
          errors: [
            {
              code,
              title,
              message: title,
              error_data: { details },
              href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
            },
          ],
        },
      ],
    })
  }

  async #tell(message: MetaMessage, status: StatusWord): Promise<void> {
    const { world, webhooks } = this.#deps
    const { account, person } = message
    const sent = this.#sent.get(message.id)
    if (account.kind !== 'number' || !sent) return
    const bsuid = world.scopedId(person, account)
    const waId = sent.address.by === 'phone' || world.seesPhone(account, person) ? person.waId : null
    const hasUsername = person.username !== null && status !== 'sent'
    const isPriced = status === 'sent' || !sent.isPriceToldAgain
    if (status !== 'sent') sent.isPriceToldAgain = true
    await webhooks.tellNumber(account, 'messages', {
      contacts: [
        {
          profile: { name: person.name, ...(hasUsername && { username: person.username }) },
          ...(waId !== null && { wa_id: waId }),
          user_id: bsuid,
        },
      ],
      statuses: [
        {
          id: message.id,
          status,
          timestamp: world.seconds(),
          ...(waId !== null && { recipient_id: waId }),
          ...(sent.address.by === 'bsuid' && { recipient_user_id: bsuid }),
          ...callbackData(message),
          ...(isPriced && { pricing: sent.pricing }),
        },
      ],
    })
  }
}

const callbackData = ({ callbackData: value }: MetaMessage) =>
  value === null ? {} : { biz_opaque_callback_data: value }

const order = ['accepted', 'sent', 'delivered', 'read']
const isLater = (now: string, next: string) => order.indexOf(next) > order.indexOf(now)
