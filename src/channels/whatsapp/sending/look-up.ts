/**
 * Looks up numbers and usernames with raw queries, because Baileys' parser drops the reason when there is no result.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Address, FoundByUsername } from '../../channel'
import { addressesOf, jidOf, withUsername } from '../address'
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
    // WhatsApp may answer with another form of the number, so the number as queried says which one it is.
    const number = answers.length === 1 && numbers.length === 1 ? numbers[0] : digitsOf(contact) || phoneIn(user)
    if (number === undefined || !numbers.includes(number)) continue
    if (contact?.attrs.type !== 'in') found.set(number, null)
    else {
      // When many are looked up, a missing LID is learnt later, when the person writes.
      const learnt = numbers.length === 1 && !lidIn(user) ? await learntLid(socket, user) : null
      found.set(number, phoneFirst([...addressesIn(user), ...addressesOf(learnt)]))
    }
  }
  await storePairs(socket, found.values())
  return found
}

/** Asked by LID, WhatsApp answers with the LID as the user, and the number beside it. */
const addressesIn = (user: BinaryNode): readonly Address[] =>
  addressesOf(user.attrs.jid, user.attrs.pn_jid, childOf(user, 'lid')?.attrs.val)
const lidIn = (user: BinaryNode): Address | undefined => addressesIn(user).find(({ kind }) => kind === 'lid')
const phoneIn = (user: BinaryNode): string | undefined => addressesIn(user).find(({ kind }) => kind === 'phone')?.value
const phoneFirst = (addresses: readonly Address[]): readonly Address[] =>
  addresses.toSorted((a, b) => Number(b.kind === 'phone') - Number(a.kind === 'phone'))

const learntLid = ({ live }: OpenSocket, user: BinaryNode): Promise<string | null> =>
  live.sock.signalRepository.lidMapping.getLIDForPN(`${phoneIn(user) ?? ''}@s.whatsapp.net`)

/** So that a first message needs no further query to be addressed by LID. */
async function storePairs({ live }: OpenSocket, found: Iterable<readonly Address[] | null>): Promise<void> {
  const pairs = [...found].flatMap((addresses) => {
    const [phone, lid] = addresses ?? []
    return phone?.kind === 'phone' && lid?.kind === 'lid' ? [{ pn: jidOf(phone), lid: jidOf(lid) }] : []
  })
  if (pairs.length > 0) await live.sock.signalRepository.lidMapping.storeLIDPNMappings(pairs)
}

/** A username that is protected by a key is found only with the key. */
export async function findUsername(
  socket: OpenSocket,
  { username, key }: { readonly username: string; readonly key: string | null },
): Promise<FoundByUsername> {
  const contact = node('contact', { username, ...(key !== null && { pin: key }) })
  const [user] = await usersIn(socket, [node('user', {}, [contact])])
  if (!user) throw new Error('whatsapp: no answer about a username')
  const answer = childOf(user, 'contact')
  const addresses = phoneFirst(addressesIn(user)).toReversed()
  if (answer?.attrs.type === 'in' && addresses.length > 0)
    return { is: 'somebody', addresses: withUsername(addresses, childOf(user, 'username')?.attrs.val ?? username) }
  return { is: answer?.attrs.pin || childOf(answer, 'error') ? 'protected' : 'nobody' }
}

async function usersIn({ live, baileys }: OpenSocket, users: BinaryNode[]): Promise<readonly BinaryNode[]> {
  const { sock } = live
  const query = [node('contact', { addressing_mode: 'lid' }), node('lid'), node('username')]
  const attrs = { context: 'interactive', mode: 'query', sid: sock.generateMessageTag(), last: 'true', index: '0' }
  const usync = node('usync', attrs, [node('query', {}, query), node('list', {}, users)])
  const answer = await sock.query(node('iq', { to: baileys.S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }, [usync]))
  return childrenOf(childOf(childOf(answer, 'usync'), 'list'), 'user')
}

const node = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content }

/** The number as queried. */
const digitsOf = ({ content }: BinaryNode = node('none')): string =>
  content === undefined || Array.isArray(content)
    ? ''
    : Buffer.from(content as string) // text or bytes, and both are accepted
        .toString()
        .replace(/\D/g, '')
