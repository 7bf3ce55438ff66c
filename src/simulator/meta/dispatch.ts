/** Which call of the Graph API goes where: nodes by their id, then the edge behind it. */

import { type CloudDeps, messagesOf } from './cloud/messages'
import {
  blockUsers,
  businessApps,
  businessNode,
  deregister,
  mediaNode,
  numberNode,
  numbersOf,
  register,
  requireBusiness,
  requireHandshake,
  requireManagement,
  upload,
} from './cloud/numbers'
import { appData } from './cloud/phone-app'
import { editTemplate, templateNode, templatesOf } from './cloud/templates'
import type { Uploads } from './cloud/uploads'
import {
  type MetaApp,
  type MetaBusiness,
  type MetaInstagram,
  type MetaNumber,
  type MetaPage,
  webhookObjects,
} from './contract'
import { badParam, fieldsOf, type GraphCall, GraphError, noObject, picked } from './graph'
import { pictureUrl, profile } from './pages/profile'
import { sendFromPage } from './pages/send'
import { requirePageToken, subscribedApps } from './pages/subscriptions'
import { accounts, idsForPages, instagramFields, permissions, type SignIn } from './sign-in'
import type { AccessToken } from './tokens'

export type GraphDeps = CloudDeps & { readonly signIn: SignIn; readonly uploads: Uploads }
type Answer = Response | Promise<Response>

const NEWEST_VERSION = 26
const noEdge = (edge: string, type: string) =>
  new GraphError(400, 2500, `Unknown path components: /${edge}`, { type: `OAuthException`, details: type })

export function dispatch(deps: GraphDeps, call: GraphCall): Answer {
  const [first, second] = call.path
  if (call.version !== null && Number(call.version.slice(1)) > NEWEST_VERSION)
    throw new GraphError(400, 2635, `(#2635) Invalid version ${call.version}: the newest is v${NEWEST_VERSION}.0`)
  if (first === undefined) throw new GraphError(400, 100, 'Unsupported get request.', { subcode: 33 })
  if (first === 'dialog' && second === 'oauth') return deps.signIn.dialog(call)
  if (first === 'oauth' && second === 'access_token') return deps.signIn.accessToken(call)
  if (first === 'debug_token') return deps.signIn.debugToken(call)
  const isCloud = isOfCloud(deps, first)
  const token = deps.world.tokens.require(call, isCloud ? 401 : 400)
  if (first.startsWith('upload:') && call.method === 'POST')
    return deps.uploads.receive(call, first.slice('upload:'.length), token)
  return isCloud ? cloudNode(deps, call, token, first, second) : node(deps, call, token, first, second)
}

function isOfCloud({ world, files }: GraphDeps, id: string): boolean {
  return (
    world.accounts.get(id)?.kind === 'number' ||
    world.businesses.has(id) ||
    world.findTemplate(id) !== undefined ||
    files.media.has(id)
  )
}

function cloudNode(deps: GraphDeps, call: GraphCall, token: AccessToken, id: string, edge = ''): Answer {
  const { world, files } = deps
  const number = world.accounts.get(id)
  const business = world.businesses.get(id)
  const template = world.findTemplate(id)
  const media = files.findMedia(id)
  if (number?.kind === 'number') {
    requireBusiness(token, number.business, id, call)
    return numberEdge(deps, call, token, number, edge)
  }
  if (business) {
    requireBusiness(token, business, id, call)
    requireManagement(token)
    return businessEdge(deps, call, token, business, edge)
  }
  if (template) {
    requireBusiness(token, template.business, id, call)
    requireManagement(token)
    return call.method === 'POST' ? editTemplate(deps, call, template) : Response.json(templateNode(call, template))
  }
  const owner = media && world.accounts.get(media.numberId)
  if (!media || owner?.kind !== 'number') throw noObject(id, call.method)
  requireBusiness(token, owner.business, id, call)
  return mediaNode(files, call, media)
}

function numberEdge(deps: GraphDeps, call: GraphCall, token: AccessToken, number: MetaNumber, edge: string): Answer {
  const { world, files } = deps
  if (edge === 'messages' && call.method === 'POST') return messagesOf(deps, call, token, number)
  if (edge === 'media' && call.method === 'POST') return upload(files, call, number)
  if (edge === 'block_users') return blockUsers(world, call, number)
  requireManagement(token)
  if (edge === '' && call.method === 'GET') return Response.json(numberNode(call, token, number))
  if (edge === 'register' && call.method === 'POST') return register(call, number)
  if (edge === 'deregister' && call.method === 'POST') return deregister(number)
  if (edge === 'smb_app_data' && call.method === 'POST') return appData(deps, call, number)
  throw noEdge(edge, 'WhatsAppBusinessPhoneNumber')
}

function businessEdge(
  deps: GraphDeps,
  call: GraphCall,
  token: AccessToken,
  business: MetaBusiness,
  edge: string,
): Answer {
  const { world } = deps
  if (edge === '' && call.method === 'GET') return Response.json(businessNode(call, business))
  if (edge === 'phone_numbers' && call.method === 'GET') return numbersOf(world, call, token, business)
  if (edge === 'subscribed_apps') return businessApps(world, call, token, business)
  if (edge === 'message_templates') return templatesOf(deps, call, business)
  throw noEdge(edge, 'WhatsAppBusinessAccount')
}

function node(deps: GraphDeps, call: GraphCall, token: AccessToken, first: string, edge = ''): Answer {
  const { world } = deps
  const { holder } = token
  const id =
    first !== 'me'
      ? first
      : holder.type === 'PAGE'
        ? holder.page.id
        : holder.type === 'USER'
          ? holder.user.id
          : holder.type === 'SYSTEM_USER'
            ? holder.id
            : ''
  const account = world.accounts.get(id)
  const user = world.users.get(id)
  const app = first === 'app' ? token.app : world.apps.get(id)
  if (account?.kind === 'page' || account?.kind === 'instagram') return accountEdge(deps, call, token, account, edge)
  if (app && edge === 'uploads' && call.method === 'POST') return deps.uploads.begin(call, token)
  if (app) return appEdge(call, token, app, edge)
  if (holder.type === 'SYSTEM_USER' && id === holder.id)
    return Response.json(picked(call, 'User', { id, name: 'Sistema' }, ['name', 'id']))
  if (user) {
    if (edge === 'accounts') return accounts(world, call, token, user)
    if (edge === 'permissions') return permissions(token)
    if (edge === 'ids_for_pages') return idsForPages(world, token, user)
    if (edge !== '') throw noEdge(edge, 'User')
    if (holder.type !== 'USER' || holder.user !== user) throw noObject(id, call.method)
    return Response.json(
      picked(call, 'User', { id, name: user.name, email: undefined, picture: undefined }, ['name', 'id']),
    )
  }
  if (holder.type === 'PAGE' && edge === '' && call.method === 'GET')
    return personNode(deps, call, token, holder.page, id)
  // A user's token sees nobody who wrote to a page.
  throw noObject(id, call.method)
}

function personNode(deps: GraphDeps, call: GraphCall, token: AccessToken, page: MetaPage, id: string): Answer {
  for (const account of [page, page.instagram]) {
    const person = account ? deps.world.personAt(account, id) : undefined
    if (account && person) return profile(deps, call, token, { account, person })
  }
  throw noObject(id, call.method)
}

function accountEdge(
  deps: GraphDeps,
  call: GraphCall,
  token: AccessToken,
  account: MetaPage | MetaInstagram,
  edge: string,
): Answer {
  const { world } = deps
  const page = account.kind === 'page' ? account : account.page
  if (edge === 'messages' && call.method === 'POST') return sendFromPage(deps, call, token, account)
  if (edge === 'subscribed_apps') return subscribedApps(world, call, token, page)
  if (edge !== '') throw noEdge(edge, 'Page')
  const { holder } = token
  if (holder.type !== 'USER' || !page.admins.has(holder.user)) requirePageToken(token, page, call)
  if (account.kind === 'instagram') {
    const { id, username, name } = account
    const picture = fieldsOf(call)?.has('profile_picture_url') ? pictureUrl(deps.files, id) : undefined
    return Response.json(picked(call, 'IGUser', { id, username, name, profile_picture_url: picture }, ['id']))
  }
  const linked =
    page.instagram && token.scopes.has('instagram_basic') ? instagramFields(call, page.instagram) : undefined
  const known = {
    id: page.id,
    name: page.name,
    instagram_business_account: linked,
    picture: fieldsOf(call)?.has('picture')
      ? { data: { url: pictureUrl(deps.files, page.id), is_silhouette: false } }
      : undefined,
    link: `https://facebook.com/${page.id}`,
  }
  return Response.json(picked(call, 'Page', known, ['name', 'id']))
}

/** The app's own webhooks, set by its own token. */
async function appEdge(call: GraphCall, token: AccessToken, app: MetaApp, edge: string): Promise<Response> {
  if (edge === '')
    return Response.json(
      picked(call, 'Application', { id: app.id, name: app.name, link: 'https://balcao.example/' }, ['name', 'id']),
    )
  if (edge !== 'subscriptions') throw noEdge(edge, 'Application')
  if (token.holder.type !== 'APP' || token.app !== app)
    throw new GraphError(400, 15, '(#15) This method must be called with an app access_token.')
  if (call.method === 'GET')
    return Response.json({
      data: webhookObjects
        .filter((object) => app.callbackUrl !== null && app.fields[object].length > 0)
        .map((object) => ({
          object,
          callback_url: app.callbackUrl,
          active: true,
          fields: app.fields[object].map((name) => ({ name, version: 'v26.0' })),
        })),
    })
  const object = webhookObjects.find((one) => one === call.text('object'))
  if (!object) throw badParam(`Param object must be one of {${webhookObjects.join(', ')}}`)
  const [url, verifyToken] = [call.requireText('callback_url'), call.requireText('verify_token')]
  await requireHandshake(url, verifyToken)
  app.callbackUrl = url
  app.verifyToken = verifyToken
  const fields = call.list('fields')
  if (fields) app.fields[object] = fields
  return Response.json({ success: true })
}
