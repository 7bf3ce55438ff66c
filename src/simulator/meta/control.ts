/**
 * The stand-in over HTTP, for programs in another process: `POST /__control/<what>` with JSON. Accounts are named by their
 * id, people by their name.
 */

import type { CloudChat } from './cloud/chat'
import type {
  MetaAccount,
  MetaApp,
  MetaPerson,
  MetaTemplate,
  MetaUser,
  PersonInput,
  QualityRating,
  TemplateStatus,
} from './contract'
import { faultOf, type MetaFault } from './faults'
import { isRecord } from './graph'
import type { PageChat } from './pages/chat'
import type { MetaStandIn } from './stand-in'

type Body = Readonly<Record<string, unknown>>
type Command = (meta: MetaStandIn, body: Body) => unknown

export async function answerControl(meta: MetaStandIn, request: Request): Promise<Response> {
  const what = new URL(request.url).pathname.split('/')[2] ?? ''
  const body: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : {}
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  if (!command || !isRecord(body)) return Response.json({ error: 'unknown command' }, { status: 404 })
  try {
    return Response.json((await command(meta, body)) ?? { done: true })
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 })
  }
}

const commands: Readonly<Record<string, Command>> = {
  seen: (meta) => meta.seen,
  deliveries: (meta) => meta.deliveries,
  world: describeWorld,
  conversation(meta, body) {
    const [account, person] = [accountOf(meta, body), personOf(meta, body)]
    return meta.world.conversation(account, person).map(({ account: _account, person: _person, ...message }) => message)
  },
  fail(meta, { next }) {
    const faults = (Array.isArray(next) ? next : [next]).map(faultOf)
    if (!faults.every((one): one is MetaFault => one !== undefined)) throw new Error('unknown fault')
    meta.fail(...faults)
  },
  recover: (meta) => meta.recover(),
  hold: (meta) => meta.hold(),
  flush: (meta, { together, isReversed }) =>
    meta.flush({ together: together !== false, isReversed: isReversed === true }),
  settled: (meta) => meta.settled(),
  habits: (meta, body) => Object.assign(meta.habits, body),
  setWebhook: async (meta, body) => ({
    wrong: await meta.setWebhook(appOf(meta, body), text(body, 'url'), text(body, 'verifyToken')),
  }),
  person: (meta, body) => ({
    name: meta.person({ ...(body as Omit<PersonInput, 'name'>), name: text(body, 'name') }).name,
  }), // by hand
  say: async (meta, body) => ({ id: await say(meta, body) }),
  react: (meta, body) => chatOf(meta, body).react(text(body, 'message'), text(body, 'reaction') as 'love'), // by hand
  read: (meta, body) => chatOf(meta, body).read(),
  block: (meta, body) => chatOf(meta, body).block(),
  unblock: (meta, body) => chatOf(meta, body).unblock(),
  tap: async (meta, body) => ({ id: await chatOf(meta, body).tap(text(body, 'message'), text(body, 'title')) }),
  postback: async (meta, body) => ({
    id: await pageChatOf(meta, body).postback(text(body, 'title'), text(body, 'payload')),
  }),
  answerInInbox: (meta, body) => pageChatOf(meta, body).answerInInbox(text(body, 'text')),
  answerByAi: (meta, body) => pageChatOf(meta, body).answerByAi(text(body, 'text')),
  answerOnPhone(meta, body) {
    const account = accountOf(meta, body)
    if (account.kind !== 'number') throw new Error('not a number')
    return meta.phoneApp(account).text(personOf(meta, body), text(body, 'text'))
  },
  setTemplateStatus: (meta, body) =>
    meta.setTemplateStatus(templateOf(meta, body), text(body, 'status') as TemplateStatus), // by hand
  setQuality(meta, body) {
    const account = accountOf(meta, body)
    if (account.kind !== 'number') throw new Error('not a number')
    return meta.setQuality(account, text(body, 'quality') as QualityRating) // by hand
  },
  changePassword: (meta, body) => meta.changePassword(userOf(meta, body)),
  deauthorize: async (meta, body) => ({ status: await meta.deauthorize(appOf(meta, body), userOf(meta, body)) }),
  requestDeletion: (meta, body) => meta.requestDeletion(appOf(meta, body), userOf(meta, body)),
}

function describeWorld({ world }: MetaStandIn) {
  return {
    apps: [...world.apps.values()].map(({ id, name, callbackUrl }) => ({ id, name, callbackUrl })),
    users: [...world.users.values()].map(({ id, name }) => ({ id, name })),
    accounts: [...world.accounts.values()].map((one) => ({
      id: one.id,
      kind: one.kind,
      name: one.kind === 'number' ? one.displayPhone : one.name,
    })),
    templates: [...world.businesses.values()].flatMap(({ templates }) =>
      [...templates].map(({ id, name, status }) => ({ id, name, status })),
    ),
    people: [...world.persons.values()].map(({ name, phone, username }) => ({ name, phone, username })),
  }
}

function say(meta: MetaStandIn, body: Body): Promise<string> {
  const replyTo = typeof body.replyTo === 'string' ? { replyTo: body.replyTo } : {}
  const chat = chatOf(meta, body)
  const words = text(body, 'text')
  // Each has a method of its own signature.
  return 'number' in chat ? chat.text(words, replyTo) : chat.text(words, replyTo)
}

function chatOf(meta: MetaStandIn, body: Body): CloudChat | PageChat {
  const account = accountOf(meta, body)
  return account.kind === 'number' ? meta.whatsapp(personOf(meta, body), account) : pageChatOf(meta, body)
}

function pageChatOf(meta: MetaStandIn, body: Body): PageChat {
  const [account, person] = [accountOf(meta, body), personOf(meta, body)]
  if (account.kind === 'number') throw new Error('not a page')
  return account.kind === 'page' ? meta.messenger(person, account) : meta.instagram(person, account)
}

function text(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string') throw new Error(`${name} must be a text`)
  return value
}

const found = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`unknown ${what}`)
  return value
}
const accountOf = ({ world }: MetaStandIn, body: Body): MetaAccount =>
  found(world.accounts.get(text(body, 'account')), 'account')
const appOf = ({ world }: MetaStandIn, body: Body): MetaApp => found(world.apps.get(text(body, 'app')), 'app')
const userOf = ({ world }: MetaStandIn, body: Body): MetaUser => found(world.users.get(text(body, 'user')), 'user')
const templateOf = ({ world }: MetaStandIn, body: Body): MetaTemplate =>
  found(world.findTemplate(text(body, 'template')), 'template')
const personOf = ({ world }: MetaStandIn, body: Body): MetaPerson =>
  found(
    [...world.persons.values()].find(({ name }) => name === text(body, 'person')),
    'person',
  )
