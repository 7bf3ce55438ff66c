/** Where a contact is known only by channels that cannot block. Pure. */
import { can } from '../../../src/channels/acts'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import { ChannelKind } from '../../../src/channels/contract'
import type { ContactSummary } from '../../../src/contacts/contract'

/** The channel that knows the contact and does not block; undefined: a block reaches the messenger. */
export function channelWithoutBlock({ idKind }: Pick<ContactSummary, 'idKind'>): ChannelKind | undefined {
  if (idKind === null) return undefined
  const channel = ChannelKind.options.find((one) => capabilitiesOf(one).addresses.includes(idKind))
  return channel && !can(channel, 'block') ? channel : undefined
}
