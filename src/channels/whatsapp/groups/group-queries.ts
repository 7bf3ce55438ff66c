/** Queries to WhatsApp about groups. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Address } from '../../channel'
import { jidOf } from '../address'
import type { Socket } from '../baileys/baileys'
import { refusalOf } from '../baileys/errors'
import { childOf, childrenOf, groupIn, type KnownGroup } from './group-stanzas'

/** WhatsApp's response for a group this account is not in or may not see. */
export class NotInGroup extends Error {}
const NOT_IN = new Set([401, 403, 404])

/**
 * Fetches every group of the account. `answered` is called when the response arrives: earlier notifications are older
 * than it, later ones newer.
 */
export async function queryAllGroups(sock: Socket, answered: () => void): Promise<readonly BinaryNode[]> {
  const details = ['participants', 'description'].map((tag) => ({ tag, attrs: {} }))
  const id = sock.generateMessageTag()
  sock.ws.once(`TAG:${id}`, answered)
  const answer = await sock.query({
    tag: 'iq',
    attrs: { id, to: '@g.us', xmlns: 'w:g2', type: 'get' },
    content: [{ tag: 'participating', attrs: {}, content: details }],
  })
  const groups = childOf(answer, 'groups')
  if (!groups) throw new Error('whatsapp: no answer about groups')
  return childrenOf(groups, 'group')
}

/** Null: the response does not have the group. Throws `NotInGroup`. */
export async function queryGroup(sock: Socket, group: Address): Promise<KnownGroup | null> {
  const attrs = { to: jidOf(group), xmlns: 'w:g2', type: 'get' }
  const query = { tag: 'query', attrs: { request: 'interactive' } }
  const answer = await sock.query({ tag: 'iq', attrs, content: [query] }).catch((error: unknown) => {
    throw NOT_IN.has(Number(refusalOf(error))) ? new NotInGroup() : error
  })
  return groupIn(childOf(answer, 'group'))?.group ?? null
}
