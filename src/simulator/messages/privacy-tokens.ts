/**
 * Tokens without which WhatsApp refuses a first contact: the trust token that the contact returned, or the contact's
 * LID authenticated with the sender's salt.
 */
import { createHmac } from 'node:crypto'
import { type Account, type Link, lidOf } from '../account'
import { nctSaltOf } from '../linking/collections'
import { derive } from '../wire/keys'
import { addressOf, type BinaryNode, bytesOf, child } from '../wire/nodes'
import type { World } from '../world'

/** A link is young for this many days. */
const YOUNG_MS = 14 * 86_400_000

/** The token that `of` gives to `to`. */
export const trustTokenOf = ({ device }: Account, { phone }: Account): Buffer =>
  derive(device.identity.private, 16, { info: `trust ${phone}` })

type First = { from: Account; link: Link; to: Account; stanza: BinaryNode }

/** Whether WhatsApp refuses the message for its tokens or its kind of address. */
export function lacksToken(world: World, { from, link, to, stanza }: First): boolean {
  if (!from.habits.demandsTokens || to === from) return false
  const [trust, cs] = [child(stanza, 'tctoken'), child(stanza, 'cstoken')]
  if (trust && !bytesOf(trust).equals(trustTokenOf(to, from))) return true
  if (cs && !bytesOf(cs).equals(csTokenFor(from, to))) return true
  const chat = from.chats.get(to.phone)
  const isFirst = !chat || chat.messages.length === 0
  const isYoung = world.now() - link.linkedAt < YOUNG_MS
  if (!isFirst || !isYoung || to.habits.hideLid) return false
  return addressOf(stanza.attrs.to).server !== 'lid' || (!trust && !cs)
}

const csTokenFor = (from: Account, to: Account): Buffer =>
  createHmac('sha256', nctSaltOf(from)).update(lidOf(to)).digest()
