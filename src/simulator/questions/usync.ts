/** USync queries: a person's addresses and devices. Sent before the first message to somebody, and to check numbers. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, lidOf, pnOf } from '../account'
import { meetFault } from '../faults/faults'
import { sign } from '../wire/keys'
import { addressOf, type BinaryNode, child, children, node, result, seconds, textOf } from '../wire/nodes'
import { findAccount, findByUsername, type World } from '../world'
import type { Asker } from './questions'

export function answerUsync(world: World, { connection, account: asker }: Asker, question: BinaryNode) {
  if (meetFault(world, 'usyncSilent', asker.phone)) return
  const usync = child(question, 'usync')
  const query = child(usync, 'query')
  const asked = children(query).map(({ tag }) => tag)
  const byLid = child(query, 'contact')?.attrs.addressing_mode === 'lid'
  const users = children(child(usync, 'list'), 'user').map((user) => answerUser(world, user, { asker, asked, byLid }))
  const protocols = asked.map((tag) => node(tag))
  const answer = [node('result', {}, protocols), node('list', {}, users)]
  connection.send(result(question, [node('usync', usync?.attrs ?? {}, answer)]))
}

/** `byLid`: contacts are answered with the LID, and the number beside it. */
type Question = { asker: Account; asked: string[]; byLid: boolean }

function answerUser(world: World, user: BinaryNode, { asker, asked, byLid }: Question): BinaryNode {
  const contact = child(user, 'contact')
  if (contact?.attrs.username) return answerUsername(world, contact, asker)
  const number = textOf(contact)
  const account = number ? registered(world, number.replace(/\D/g, '')) : findAccount(world, user.attrs.jid)
  const jid = number ? `${account?.phone ?? number.replace(/\D/g, '')}@s.whatsapp.net` : user.attrs.jid
  const parts = asked.flatMap((protocol) => answerProtocol(world, { protocol, account, jid, number }))
  if (number && account && byLid && !account.habits.hideLid)
    return node('user', { jid: lidOf(account), pn_jid: pnOf(account) }, parts)
  return node('user', { jid }, parts)
}

/** Protected usernames are found only with the key; hidden numbers are never returned. */
function answerUsername(world: World, { attrs: { username = '', pin } }: BinaryNode, asker: Account): BinaryNode {
  const account = findByUsername(world, username)
  if (!account) return node('user', {}, [node('contact', { type: 'out' })])
  const isStranger = account !== asker && !asker.chats.has(account.phone)
  if (isStranger && account.usernameKey !== null && account.usernameKey !== pin)
    return node('user', {}, [node('contact', { type: 'out', pin: pin ? 'wrong' : 'required' })])
  return node('user', { jid: lidOf(account) }, [
    node('contact', { type: 'in' }),
    node('username', { val: account.username ?? undefined }),
  ])
}

/**
 * Brazilian mobile numbers got a ninth digit. An account has one form of the number; queries for the other form find it
 * too.
 */
function registered(world: World, number: string): Account | undefined {
  const [, area, nine, rest] = BRAZILIAN.exec(number) ?? []
  const other = rest && `55${area}${nine ? '' : '9'}${rest}`
  return world.accounts.get(number) ?? (other ? world.accounts.get(other) : undefined)
}

const BRAZILIAN = /^55(\d{2})(9?)(\d{8})$/

type Lookup = { protocol: string; account: Account | undefined; jid: string | undefined; number: string }

function answerProtocol(world: World, { protocol, account, jid, number }: Lookup): BinaryNode[] {
  if (protocol === 'contact') {
    return [node('contact', { type: account ? 'in' : 'out' }, number ? Buffer.from(number) : undefined)]
  }
  if (!account) return []
  const now = seconds(world.now())
  switch (protocol) {
    case 'devices':
      return [node('devices', {}, devicesOf(account, now))]
    case 'lid':
      return addressOf(jid).server === 'lid' || account.habits.hideLid ? [] : [node('lid', { val: lidOf(account) })]
    case 'status':
      return [node('status', { t: now }, Buffer.from(account.habits.about))]
    case 'disappearing_mode':
      return [node('disappearing_mode', { duration: 0, t: now })]
    case 'business':
      return account.role === 'company'
        ? [node('business', {}, [node('verified_name', {}, Buffer.from(account.name))])]
        : []
    default:
      return []
  }
}

function devicesOf(account: Account, now: number): BinaryNode[] {
  const linked = [...account.links.keys()]
  const devices = [node('device', { id: 0 }), ...linked.map((id) => node('device', { id, 'key-index': id }))]
  const list = { rawId: 1, timestamp: now, currentIndex: linked.length, validIndexes: [0, ...linked] }
  const details = Buffer.from(proto.ADVKeyIndexList.encode(list).finish())
  const accountSignature = sign(account.device.identity.private, Buffer.concat([Buffer.of(6, 2), details]))
  const signed = proto.ADVSignedKeyIndexList.encode({ details, accountSignature }).finish()
  return [node('device-list', {}, devices), node('key-index-list', { ts: now }, signed)]
}
