/** A business account's numbers, its webhooks, and the media of a number. */
import type { MetaApp, MetaBusiness, MetaNumber } from '../contract'
import { type MetaFiles, type MetaMedia, mediaGone } from '../files'
import { badParam, type GraphCall, GraphError, noObject, pageOf, picked } from '../graph'
import type { AccessToken } from '../tokens'
import { handshake } from '../webhooks'
import type { MetaWorld } from '../world'
import { fileLimits, uploadTypes } from './content'

/** The token must be of a system user, or of a user, whose assets the business is among. */
export function requireBusiness(token: AccessToken, business: MetaBusiness, id: string, call: GraphCall) {
  const { holder } = token
  if (holder.type === 'SYSTEM_USER' && holder.businesses.includes(business)) return
  throw noObject(id, call.method)
}

export function requireManagement({ scopes }: AccessToken) {
  if (!scopes.has('whatsapp_business_management') && !scopes.has('whatsapp_business_manage_events'))
    throw new GraphError(403, 200, '(#200) Requires whatsapp_business_management permission to manage the object')
}

const usualFields = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'webhook_configuration',
  'id',
]

/** The address of the app, and the business account's own where it has one. */
function webhookOf(app: MetaApp, { business }: MetaNumber) {
  const own = business.subscriptions.get(app.id)?.url
  return {
    ...(app.callbackUrl !== null && { application: app.callbackUrl }),
    ...(own && { whatsapp_business_account: own }),
  }
}

export const numberNode = (call: GraphCall, { app }: AccessToken, number: MetaNumber) =>
  picked(
    call,
    'WhatsAppBusinessPhoneNumber',
    {
      id: number.id,
      verified_name: number.verifiedName,
      code_verification_status: 'VERIFIED',
      display_phone_number: number.displayPhone,
      quality_rating: number.quality,
      quality_score: { score: number.quality },
      platform_type: number.isRegistered ? 'CLOUD_API' : 'NOT_APPLICABLE',
      throughput: { level: 'STANDARD' },
      status: number.isRegistered ? 'CONNECTED' : 'PENDING',
      name_status: 'APPROVED',
      account_mode: 'LIVE',
      is_on_biz_app: number.isOnBizApp,
      is_official_business_account: false,
      is_pin_enabled: number.pin !== null,
      messaging_limit_tier: number.messagingLimit,
      whatsapp_business_manager_messaging_limit: number.messagingLimit,
      webhook_configuration: webhookOf(app, number),
      username: undefined,
      health_status: { can_send_message: number.isRegistered ? 'AVAILABLE' : 'BLOCKED', entities: [] },
    },
    usualFields,
  )

export const businessNode = (call: GraphCall, { id, name }: MetaBusiness) =>
  picked(
    call,
    'WhatsAppBusinessAccount',
    {
      id,
      name,
      currency: 'BRL',
      timezone_id: '25',
      message_template_namespace: `ns_${id}`,
      account_review_status: 'APPROVED',
      country: 'BR',
      status: 'ACTIVE',
    },
    ['id', 'name', 'currency', 'timezone_id', 'message_template_namespace'],
  )

export function numbersOf(world: MetaWorld, call: GraphCall, token: AccessToken, { numbers }: MetaBusiness): Response {
  const page = pageOf(call, world.url, [...numbers], ({ id }) => id)
  return Response.json({ ...page, data: page.data.map((one) => numberNode(call, token, one)) })
}

/** Which apps hear of the business account, with an address of their own if they give one. */
export async function businessApps(
  world: MetaWorld,
  call: GraphCall,
  { app }: AccessToken,
  business: MetaBusiness,
): Promise<Response> {
  if (call.method === 'GET') {
    const data = [...business.subscriptions].map(([id, own]) => ({
      whatsapp_business_api_data: { id, name: world.apps.get(id)?.name, link: 'https://balcao.example/' },
      ...(own && { override_callback_uri: own.url }),
    }))
    return Response.json({ data })
  }
  if (call.method === 'DELETE') {
    business.subscriptions.delete(app.id)
    return Response.json({ success: true })
  }
  const url = call.text('override_callback_uri')
  if (url !== undefined) await requireHandshake(url, call.requireText('verify_token'))
  business.subscriptions.set(app.id, url === undefined ? null : { url })
  return Response.json({ success: true })
}

export async function requireHandshake(url: string, verifyToken: string) {
  if (!URL.canParse(url)) throw badParam('Param callback_url must be a valid URI')
  const wrong = await handshake(url, verifyToken)
  if (wrong !== null)
    throw new GraphError(400, 2200, `(#2200) Callback verification failed with the following errors: ${wrong}`)
}

/** Only of a number that no phone's app and no other provider uses. */
export function register(call: GraphCall, number: MetaNumber): Response {
  if (call.param('messaging_product') !== 'whatsapp') throw badParam('The parameter messaging_product is required.')
  const pin = call.requireText('pin')
  if (!/^\d{6}$/.test(pin)) throw badParam('Param pin must be 6 characters long.')
  if (number.pin !== null && number.pin !== pin)
    throw new GraphError(400, 133005, '(#133005) Two step verification PIN Mismatch', {
      details: 'Two-step verification PIN incorrect',
    })
  if (number.isOnBizApp)
    throw new GraphError(400, 100, '(#100) Invalid parameter', {
      subcode: 2388343,
      details: 'A phone number that is onboarded through the WhatsApp Business app cannot be registered',
    })
  if (number.isElsewhere)
    throw new GraphError(400, 133000, '(#133000) Incomplete deregistration', {
      details: 'Deregister the number where it is registered before registering it here',
    })
  number.pin = pin
  number.isRegistered = true
  return Response.json({ success: true })
}

export function deregister(number: MetaNumber): Response {
  number.isRegistered = false
  return Response.json({ success: true })
}

/** Uploads a file for later messages of this number. */
export function upload(files: MetaFiles, call: GraphCall, number: MetaNumber): Response {
  if (call.param('messaging_product') !== 'whatsapp') throw badParam('The parameter messaging_product is required.')
  const file = call.files.get('file')
  if (!file) throw badParam('The parameter file is required.')
  if (!uploadTypes.includes(file.mimetype))
    throw badParam(
      `Param file must be a file with one of the following types: ${uploadTypes.join(', ')}. Received file of type '${file.mimetype}'.`,
    )
  const limit = Object.values(fileLimits).find(({ types }) => types.includes(file.mimetype)) ?? fileLimits.document
  if (file.bytes.length > limit.bytes || file.bytes.length === 0)
    throw new GraphError(400, 131053, '(#131053) Media upload error', {
      details: `File size: ${file.bytes.length}, allowed: ${limit.bytes}`,
    })
  return Response.json({ id: files.addMedia(number.id, file, false).id })
}

export function mediaNode(files: MetaFiles, call: GraphCall, media: MetaMedia): Response {
  const numberId = call.text('phone_number_id')
  if (numberId !== undefined && numberId !== media.numberId) throw mediaGone(media.id)
  if (call.method === 'DELETE') {
    files.media.delete(media.id)
    return Response.json({ success: true })
  }
  const { id, mimetype, sha256, bytes } = media
  return Response.json({
    url: files.downloadUrl(media),
    mime_type: mimetype,
    sha256,
    file_size: bytes.length,
    id,
    messaging_product: 'whatsapp',
  })
}

/** People the number wants no messages from; they must have written in the last day. */
export function blockUsers(world: MetaWorld, call: GraphCall, number: MetaNumber): Response {
  const { blocked } = number
  if (call.method === 'GET')
    return Response.json({ data: [...blocked].map(({ waId }) => ({ messaging_product: 'whatsapp', wa_id: waId })) })
  if (call.param('messaging_product') !== 'whatsapp') throw badParam('The parameter messaging_product is required.')
  const users = call.param('block_users')
  if (!Array.isArray(users)) throw badParam('The parameter block_users is required.')
  const done: { input: string; wa_id: string }[] = []
  for (const { user } of users as readonly { user: unknown }[]) {
    const input = String(user)
    const person = world.personAt(number, input) ?? world.personWithPhone(input.replace(/\D/g, ''))
    if (!person)
      throw new GraphError(400, 139103, '(#139103) Failed to block or unblock some users', {
        details: `${input}: invalid`,
      })
    if (call.method === 'POST' && world.sinceInbound(number, person) > 86_400_000)
      throw new GraphError(400, 139100, '(#139100) Failed to block/unblock some users', {
        details: 'Re-engagement required: the user has not messaged in the last 24 hours',
      })
    if (call.method === 'POST') blocked.add(person)
    else blocked.delete(person)
    done.push({ input, wa_id: person.waId ?? '' })
  }
  return Response.json({
    messaging_product: 'whatsapp',
    block_users: { [call.method === 'POST' ? 'added_users' : 'removed_users']: done },
  })
}
