/** A contact with a phone who writes to a connection. */
import type { Address, ConnectionRef, Incoming } from '../../src/channels/channel'
import type { AddressKind } from '../../src/contacts/address'
import type { ActOptions } from './reports'
import type { Sent, Telephones } from './telephones'

export type PersonOptions = {
  readonly name?: string
  readonly lid?: string
  /** How the channel names them; by default their number. */
  readonly kind?: AddressKind
  readonly username?: string
}

export function openPerson(
  network: Telephones,
  ref: ConnectionRef,
  { number, name = 'Maria', lid, kind = 'phone', username }: PersonOptions & { readonly number: string },
) {
  const chat: Address[] = [
    { kind, value: number, ...(username && { username }) },
    ...(lid ? [{ kind: 'lid' as const, value: lid }] : []),
  ]

  const message = (body: string, wanted: Partial<Incoming> = {}) =>
    network.incoming({ chat, pushName: name, body, ...wanted })
  const action = (deed: Parameters<typeof network.actionOf>[0], wanted: Partial<ActOptions>) =>
    network.action(ref, network.actionOf(deed, { chat, ...wanted }))

  return {
    chat,
    message,
    says(body: string, wanted: Partial<Incoming> = {}): Incoming {
      const incoming = message(body, wanted)
      network.deliver(ref, incoming)
      return incoming
    },
    reacts(to: { readonly externalId: string }, emoji: string | null, wanted: Partial<ActOptions> = {}) {
      action({ do: 'react', emoji, target: to.externalId }, wanted)
    },
    edits(before: { readonly externalId: string }, body: string, wanted: Partial<ActOptions> = {}) {
      action({ do: 'edit', body, target: before.externalId }, wanted)
    },
    deletes(before: { readonly externalId: string }, wanted: Partial<ActOptions> = {}) {
      action({ do: 'revoke', byAdmin: false, target: before.externalId }, wanted)
    },
    /** The company's own phone sends this person a message. */
    getsFromPhone: (body: string) => network.deliver(ref, message(body, { fromMe: true, pushName: null })),
    got: (): Sent[] =>
      network.sent.filter(({ to, tenantUuid }) => to.value === number && tenantUuid === ref.tenantUuid),
  }
}
