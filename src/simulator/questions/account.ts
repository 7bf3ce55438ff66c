/** Small queries about the account: settings, privacy, pictures, upload hosts. */
import { type Account, lidOf, pnOf } from '../account'
import { bytesField, Collection, collectionKeyOf, nctSaltOf } from '../linking/collections'
import { deliver } from '../messages/delivery'
import { trustTokenOf } from '../messages/privacy-tokens'
import { type BinaryNode, child, children, node, result, seconds, textOf } from '../wire/nodes'
import { findAccount, stanzaId, type World } from '../world'
import { answerPicture } from './pictures'

/** Server property that makes clients send privacy tokens with messages to people. */
const PRIVACY_TOKEN_PROPERTY = 10518
const REACHOUT_QUERY = '23983697327930364'
const MEDIA_TTL = 300

export function answerAccount(world: World, account: Account, question: BinaryNode): BinaryNode {
  switch (question.attrs.xmlns) {
    case 'abt': {
      const prop = node('prop', { config_code: PRIVACY_TOKEN_PROPERTY, config_value: 'true' })
      return result(question, [node('props', { protocol: 1, hash: 'sim' }, [prop])])
    }
    case 'privacy':
      if (question.attrs.type === 'get') return result(question, [privacy(account)])
      choosePrivacy(account, question)
      returnTokens(world, account, children(child(question, 'tokens'), 'token'))
      return result(question, [node('tokens')])
    case 'blocklist':
      return blocklist(world, account, question)
    case 'w:sync:app:state':
      return result(question, [appState(account, question)])
    case 'w:m': {
      const host = node('host', { hostname: world.host, maxContentLengthBytes: 256 * 1024 * 1024 })
      return result(question, [node('media_conn', { auth: 'sim', ttl: MEDIA_TTL }, [host])])
    }
    case 'w:profile:picture':
      return answerPicture(world, account, question)
    case 'status':
      account.habits.about = textOf(child(question, 'status')) || account.habits.about
      return result(question)
    case 'w:mex':
      return graph(world, account, question)
    default:
      return result(question)
  }
}

/** The receiver of a privacy token returns its own. */
function returnTokens(world: World, account: Account, tokens: BinaryNode[]) {
  for (const { attrs } of tokens) {
    const other = findAccount(world, attrs.jid)
    if (!other) continue
    const t = seconds(world.now())
    const token = node('token', { type: 'trusted_contact', t, jid: pnOf(account) }, trustTokenOf(other, account))
    const attributes = { from: pnOf(other), sender_lid: lidOf(other), type: 'privacy_token', id: stanzaId(world), t }
    for (const link of account.links.values())
      deliver(world, link, node('notification', attributes, [node('tokens', {}, [token])]))
  }
}

function blocklist(world: World, account: Account, question: BinaryNode): BinaryNode {
  const { action, jid } = child(question, 'item')?.attrs ?? {}
  const other = findAccount(world, jid)
  if (other && action === 'block') account.blocked.add(other.phone)
  if (other && action === 'unblock') account.blocked.delete(other.phone)
  world.changed()
  const items = [...account.blocked].flatMap((phone) => world.accounts.get(phone) ?? [])
  return result(question, [
    node(
      'list',
      {},
      items.map((one) => node('item', { jid: lidOf(one) })),
    ),
  ])
}

function choosePrivacy(account: Account, question: BinaryNode) {
  for (const { attrs } of children(child(question, 'privacy'), 'category')) {
    if (attrs.name && attrs.value) account.privacy[attrs.name] = attrs.value
  }
}

function privacy(account: Account): BinaryNode {
  const names = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages']
  return node(
    'privacy',
    {},
    names.map((name) => node('category', { name, value: account.privacy[name] ?? 'all' })),
  )
}

const ADDRESS_BOOK = 'critical_unblock_low'
const SETTINGS = 'regular_high'
/** Field number of an action in `SyncActionValue`, missing in Baileys' definitions. */
const NCT_SALT_ACTION = 80

/** A phone has the address book and the salt for first contacts; other collections stay at the client's version. */
function appState(account: Account, question: BinaryNode): BinaryNode {
  const collections = children(child(question, 'sync'), 'collection')
  return node(
    'sync',
    {},
    collections.map(({ attrs: { name, version } }) => {
      const patch = version === '0' ? patchOf(account, name) : null
      return patch
        ? node('collection', { name, version: 1 }, [node('patches', {}, [node('patch', {}, patch)])])
        : node('collection', { name, version })
    }),
  )
}

function patchOf(account: Account, name: string | undefined): Uint8Array | null {
  if (name === ADDRESS_BOOK) return addressBook(account)
  if (name !== SETTINGS) return null
  const more = bytesField(NCT_SALT_ACTION, bytesField(1, nctSaltOf(account)))
  return new Collection(SETTINGS, collectionKeyOf(account)).patch([{ index: ['nct_salt_sync'], value: {}, more }])
}

/** All people with a chat, with the chat's title as name. */
function addressBook(account: Account): Uint8Array {
  const people = [...account.chats.values()].filter(({ kind, title }) => kind === 'person' && /\p{L}/u.test(title))
  return new Collection(ADDRESS_BOOK, collectionKeyOf(account)).patch(
    people.map(({ id, title }) => ({
      index: ['contact', `${id}@s.whatsapp.net`],
      value: { contactAction: { fullName: title } },
    })),
  )
}

function graph(world: World, account: Account, question: BinaryNode): BinaryNode {
  const isReachout = child(question, 'query')?.attrs.query_id === REACHOUT_QUERY
  const until = account.restrictedUntil ?? 0
  const reachout = {
    is_active: until > world.now(),
    time_enforcement_ends: String(seconds(until)),
    enforcement_type: until > world.now() ? 'BIZ_QUALITY' : 'DEFAULT',
  }
  const data = isReachout ? { xwa2_fetch_account_reachout_timelock: reachout } : {}
  return result(question, [node('result', {}, Buffer.from(JSON.stringify({ data })))])
}
