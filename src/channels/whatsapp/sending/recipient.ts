/**
 * Whom a message is addressed to. People are addressed by LID, as WhatsApp's own clients do, with their number beside
 * it; by number only while their LID is unknown.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Address } from '../../channel'
import { jidOf } from '../address'
import type { Socket } from '../baileys/baileys'
import { type Through, tokenNodes } from './privacy-token'

export type Recipient = {
  readonly address: Address
  /** To add to the stanza of a message. */
  readonly attributes: Readonly<Record<string, string>>
  readonly nodes: BinaryNode[]
}

/** `none`: WhatsApp does not know this person. `unknown`: it did not answer. */
export type Reach = 'some' | 'none' | 'unknown'

/** `reach` asks whether there are devices, and learns the LID of a number. */
export async function findRecipient(
  through: Through,
  to: Address,
  reach: (jid: string) => Promise<Reach>,
): Promise<Recipient | Exclude<Reach, 'some'>> {
  if (to.kind === 'group') return { address: to, attributes: {}, nodes: [] }
  const { sock } = through
  const lid = to.kind === 'lid' ? to.value : await otherOf(sock, to)
  const first = await reach(lid ? jidOf({ kind: 'lid', value: lid }) : jidOf(to))
  if (first === 'some' && lid) return byLid(through, lid, to)
  // The LID is unknown, or the account has a new one.
  const found = first === 'none' && lid && to.kind === 'phone' ? await reach(jidOf(to)) : first
  if (found !== 'some') return found
  const learnt = await otherOf(sock, to)
  return learnt ? byLid(through, learnt, to) : { address: to, attributes: {}, nodes: [] }
}

async function byLid(through: Through, lid: string, to: Address): Promise<Recipient> {
  const address: Address = { kind: 'lid', value: lid }
  const phone = to.kind === 'phone' ? to.value : await otherOf(through.sock, to)
  const attributes = phone ? { peer_recipient_pn: jidOf({ kind: 'phone', value: phone }) } : undefined
  return { address, attributes: attributes ?? {}, nodes: await tokenNodes(through, jidOf(address)) }
}

/** The LID of a number or the reverse, if it is known. */
async function otherOf(sock: Socket, { kind, value }: Address): Promise<string | null> {
  const id = kind === 'phone' ? value : `${value}_reverse`
  const { [id]: other } = await sock.authState.keys.get('lid-mapping', [id])
  return other ?? null
}
