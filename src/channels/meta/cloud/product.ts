/** The WhatsApp Cloud API as a product of the engine. */
import type { Address, ReadMark } from '../../channel'
import { GraphFailed, type GraphRequest } from '../graph'
import type { Account, Product } from '../product'
import { fieldsOf, listOf, textOf } from './fields'
import { locate } from './media'
import { bsuidAddress, phoneAddress } from './people'
import { read } from './read'
import { render, renderAction } from './render'
import { split } from './split'

const call = ({ credentials, appSecret, graph }: Account, request: GraphRequest): Promise<unknown> =>
  graph.call({ token: credentials.token, appSecret, ...request })

const toMessages = (account: Account, body: object): Promise<unknown> =>
  call(account, {
    method: 'POST',
    path: `${account.credentials.sender}/messages`,
    body: { messaging_product: 'whatsapp', ...body },
  })

/** The last message of each conversation, by which its typing indicator is shown. */
const lastRead = new Map<string, string>()
const MAX_LAST_READ = 5000

/** Meta marks all earlier messages, too. */
async function markRead(account: Account, chat: Address, messages: readonly ReadMark[]): Promise<void> {
  const last = messages.at(-1)
  if (!last) return
  noteLast(keyOf(account, chat), last.externalId)
  await toMessages(account, { status: 'read', message_id: last.externalId })
}

const keyOf = ({ credentials }: Account, { kind, value }: Address) => `${credentials.account}/${kind}:${value}`

function noteLast(key: string, externalId: string): void {
  lastRead.delete(key)
  lastRead.set(key, externalId)
  const [oldest] = lastRead.keys()
  if (lastRead.size > MAX_LAST_READ && oldest !== undefined) lastRead.delete(oldest)
}

async function setTyping(account: Account, chat: Address, state: string): Promise<void> {
  const last = lastRead.get(keyOf(account, chat))
  if (state === 'paused' || last === undefined) return
  await toMessages(account, { status: 'read', message_id: last, typing_indicator: { type: 'text' } })
}

const NOT_KNOWN = 139_103

async function block(account: Account, { value }: Address, isBlocked: boolean): Promise<boolean> {
  try {
    await call(account, {
      method: isBlocked ? 'POST' : 'DELETE',
      path: `${account.credentials.sender}/block_users`,
      body: { messaging_product: 'whatsapp', block_users: [{ user: value }] },
    })
    return true
  } catch (error) {
    if (error instanceof GraphFailed && error.code === NOT_KNOWN) return false
    throw error
  }
}

export const cloud: Product = {
  channels: ['whatsapp_cloud'],
  split,
  read,
  render,
  renderAction,
  acceptedIn(answer) {
    const { messages, contacts } = fieldsOf(answer)
    const externalId = textOf(fieldsOf(listOf(messages)[0]).id)
    const { wa_id: phone, user_id: bsuid } = fieldsOf(listOf(contacts)[0])
    return externalId === '' ? undefined : { externalId, recipient: [...phoneAddress(phone), ...bsuidAddress(bsuid)] }
  },
  async leave(account) {
    await call(account, { method: 'DELETE', path: `${account.credentials.businessId}/subscribed_apps` })
  },
  markRead,
  setTyping,
  block,
  picture: async () => false,
  locate,
}
