/**
 * Looks up numbers and usernames with raw queries, because Baileys' parser drops the reason when there is no result.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Address, FoundByUsername } from '../../channel'
import { addressesOf, withUsername } from '../address'
import { childOf, childrenOf } from '../groups/group-stanzas'
import type { OpenSocket } from '../session/live-socket'

/**
 * WhatsApp's form of each number (with or without the ninth digit of Brazilian ones) and its LID; null without an
 * account. Numbers without an answer are missing.
 */
export async function lookUp(
  socket: OpenSocket,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Address[] | null>> {
  const asked = numbers.map((number) => node('user', {}, [node('contact', {}, `+${number}`)]))
  const answers = await usersIn(socket, asked)
  const found = new Map<string, readonly Address[] | null>()
  for (const user of answers) {
    const contact = childOf(user, 'contact')
    const number =
      answers.length === 1 && numbers.length === 1 ? numbers[0] : digitsOf(contact) || digits(user.attrs.jid)
    if (number === undefined || !numbers.includes(number)) continue
    if (contact?.attrs.type !== 'in') found.set(number, null)
    else {
      // When many are looked up, a missing LID is learnt later, when the person writes.
      const learnt = numbers.length === 1 ? await learntLid(socket, user) : null
      found.set(number, addressesOf(user.attrs.jid, childOf(user, 'lid')?.attrs.val ?? learnt))
    }
  }
  return found
}

const learntLid = ({ live }: OpenSocket, { attrs }: BinaryNode): Promise<string | null> =>
  live.sock.signalRepository.lidMapping.getLIDForPN(attrs.jid ?? '')

/** A username that is protected by a key is found only with the key. */
export async function findUsername(
  socket: OpenSocket,
  { username, key }: { readonly username: string; readonly key: string | null },
): Promise<FoundByUsername> {
  const contact = node('contact', { username, ...(key !== null && { pin: key }) })
  const [user] = await usersIn(socket, [node('user', {}, [contact])])
  if (!user) throw new Error('whatsapp: no answer about a username')
  const answer = childOf(user, 'contact')
  const addresses = addressesOf(childOf(user, 'lid')?.attrs.val, user.attrs.jid)
  if (answer?.attrs.type === 'in' && addresses.length > 0)
    return { is: 'somebody', addresses: withUsername(addresses, childOf(user, 'username')?.attrs.val ?? username) }
  return { is: answer?.attrs.pin || childOf(answer, 'error') ? 'protected' : 'nobody' }
}

async function usersIn({ live, baileys }: OpenSocket, users: BinaryNode[]): Promise<readonly BinaryNode[]> {
  const { sock } = live
  const query = ['contact', 'lid', 'username'].map((tag) => node(tag))
  const attrs = { context: 'interactive', mode: 'query', sid: sock.generateMessageTag(), last: 'true', index: '0' }
  const usync = node('usync', attrs, [node('query', {}, query), node('list', {}, users)])
  const answer = await sock.query(node('iq', { to: baileys.S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }, [usync]))
  return childrenOf(childOf(childOf(answer, 'usync'), 'list'), 'user')
}

const node = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content }

const digits = (jid: string | undefined): string => (jid ?? '').split('@')[0] ?? ''

/** The number as queried. */
const digitsOf = ({ content }: BinaryNode = node('none')): string =>
  content === undefined || Array.isArray(content)
    ? ''
    : Buffer.from(content as string) // text or bytes, and both are accepted
        .toString()
        .replace(/\D/g, '')
