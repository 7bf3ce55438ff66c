/** Meta's products as a test of kills sees them: how each is connected, and what its customers write and get. */
import type { MetaApp, MetaMessage, MetaPage, MetaPerson } from '../../../src/simulator/meta/contract'
import type { MetaStandIn } from '../../../src/simulator/meta/stand-in'
import { PNG } from '../../support/pixel'
import type { Client } from './client'

export const APP = { id: '700', secret: 'app-secret', verifyToken: 'verify-these' }
/** Of the operator's app. */
export const APP_ENVIRONMENT = {
  BALCAO_META_APP_ID: APP.id,
  BALCAO_META_APP_SECRET: APP.secret,
  BALCAO_META_VERIFY_TOKEN: APP.verifyToken,
}

/** A customer in a conversation. */
export type MetaCustomer = {
  readonly name: string
  text(body: string): Promise<unknown>
  image(): Promise<unknown>
  /** Somebody answers in Meta's own inbox, or on the phone. */
  answerElsewhere(body: string): Promise<unknown>
  /** What our server sent, in order. */
  received(): readonly MetaMessage[]
  read(): Promise<unknown>
}

export type MetaProduct = {
  readonly name: string
  readonly connect: (world: Connecting) => Promise<{ connectionId: number; customers: readonly MetaCustomer[] }>
}
type Connecting = {
  readonly standIn: MetaStandIn
  readonly app: MetaApp
  readonly client: Client
  readonly names: readonly string[]
}

const picture = { bytes: PNG, mimetype: 'image/png' }
const sentBy = ({ id }: MetaApp, messages: readonly MetaMessage[]) => messages.filter(({ appId }) => appId === id)

async function connectCloud({ standIn, app, client, names }: Connecting) {
  const business = standIn.addBusiness({})
  const number = standIn.addNumber(business, { phone: '552140201180', isOnBizApp: true })
  const { id: connectionId } = await client.demand<{ id: number }>('POST', '/whatsapp', {
    name: 'Oficial',
    channel: 'whatsapp_cloud',
    phoneNumberId: number.id,
    businessAccountId: business.id,
    accessToken: standIn.systemToken(app, [business]),
    appSecret: app.secret,
    verifyToken: app.verifyToken,
  })
  const phone = standIn.phoneApp(number)
  const customers = names.map((name, at): MetaCustomer => {
    const person = standIn.person({ name, phone: `552198888700${at}` })
    const chat = standIn.whatsapp(person, number)
    return {
      name,
      text: (body) => chat.text(body),
      image: () => chat.image(picture),
      answerElsewhere: (body) => phone.text(person, body),
      received: () => sentBy(app, chat.sent),
      read: () => chat.read(),
    }
  })
  return { connectionId, customers }
}

/** A page with its Instagram account, of which one has the customers. */
function connectPages(channel: 'facebook' | 'instagram'): MetaProduct['connect'] {
  return async ({ standIn, app, client, names }) => {
    const user = standIn.addUser({ name: 'Lia Prado', apps: [app] })
    const page = standIn.addPage({ name: 'Casa Aurora', admins: [user], instagram: { username: 'casa.aurora' } })
    const { connected } = await client.demand<{ connected: { channel: string; whatsappId: number }[] }>(
      'POST',
      '/facebook',
      { facebookUserId: user.id, facebookUserToken: standIn.userToken(app, user), addInstagram: true },
    )
    const connectionId = connected.find((one) => one.channel === channel)?.whatsappId ?? 0
    const open = (person: MetaPerson, of: MetaPage) =>
      channel === 'facebook' ? standIn.messenger(person, of) : standIn.instagram(person, of)
    const customers = names.map((name): MetaCustomer => {
      const chat = open(standIn.person({ name }), page)
      return {
        name,
        text: (body) => chat.text(body),
        image: () => chat.image(picture),
        answerElsewhere: (body) => chat.answerInInbox(body),
        received: () => sentBy(app, chat.received),
        read: () => chat.read(),
      }
    })
    return { connectionId, customers }
  }
}

export const metaProducts = {
  cloud: { name: 'an official number', connect: connectCloud },
  messenger: { name: 'a page in Messenger', connect: connectPages('facebook') },
  instagram: { name: 'an Instagram account', connect: connectPages('instagram') },
} as const satisfies Record<string, MetaProduct>
