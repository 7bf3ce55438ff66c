/** `/{phone_number_id}/messages`: what a number sends, with Meta's checks; much is told only later, as a failed status. */
import type { MetaMessage, MetaNumber, MetaPerson } from '../contract'
import { fetchedFile, type MetaFiles } from '../files'
import { badParam, type GraphCall, GraphError, isRecord } from '../graph'
import type { AccessToken } from '../tokens'
import type { Webhooks } from '../webhooks'
import { type MetaWorld, newMessageId } from '../world'
import { type CloudFileKind, checkCallbackData, checkContacts, checks, fileLimits, missing, wrong } from './content'
import { type Address, failures, pricingOf, type Statuses } from './statuses'
import { templateFor } from './templates'

const WINDOW = 24 * 3_600_000

export type CloudDeps = {
  readonly world: MetaWorld
  readonly files: MetaFiles
  readonly webhooks: Webhooks
  readonly statuses: Statuses
}

/** Errors a phone number asks for by its last six digits; the others of `failures` come as a failed status. */
const refusedBySuffix: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  '130429': { status: 429, message: '(#130429) Rate limit hit' },
  '131016': { status: 503, message: '(#131016) Service unavailable' },
  '131031': { status: 403, message: '(#131031) Business Account locked' },
  '131048': { status: 400, message: '(#131048) Spam rate limit hit' },
  '131056': { status: 400, message: '(#131056) (Business Account, Consumer Account) pair rate limit hit' },
}

export function messagesOf(deps: CloudDeps, call: GraphCall, token: AccessToken, number: MetaNumber): Response {
  if (!token.scopes.has('whatsapp_business_messaging'))
    throw new GraphError(
      403,
      200,
      '(#200) You do not have the necessary permissions required to send messages on behalf of this WhatsApp Business Account',
    )
  if (!number.isRegistered)
    throw new GraphError(400, 133010, '(#133010) The account is not registered', {
      details: 'Account does not exist in Cloud API, please use /register API to create an account first',
    })
  if (call.param('messaging_product') !== 'whatsapp') throw badParam('The parameter messaging_product is required.')
  if (call.param('status') !== undefined) return markRead(deps, call, number)
  const address = addressOf(call)
  const target = targetOf(deps.world, number, address)
  const message = composed(deps, call, token, number, target)
  deps.webhooks.follow(follow(deps, message, address, target))
  return Response.json({
    messaging_product: 'whatsapp',
    contacts: [contactOf(target, address)],
    messages: [{ id: message.id, ...(message.type === 'template' && { message_status: 'accepted' }) }],
  })
}

/** Whom it reaches. `nobody`: accepted and dropped without a word; `unknown`: accepted, then undeliverable. */
type Target =
  | { readonly kind: 'person'; readonly person: MetaPerson }
  | { readonly kind: 'unknown' | 'nobody' }
  | { readonly kind: 'failing'; readonly code: number }

function addressOf(call: GraphCall): Address {
  const [to, recipient] = [call.param('to'), call.param('recipient')]
  if (to !== undefined && recipient !== undefined)
    throw badParam('Only one of the parameters to and recipient is allowed.')
  if (recipient !== undefined) {
    if (typeof recipient !== 'string' || !/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(recipient))
      throw wrong('recipient is not a valid business-scoped user ID')
    return { by: 'bsuid', value: recipient }
  }
  if (typeof to !== 'string' || to === '') throw badParam('The parameter to is required.')
  return { by: 'phone', value: to }
}

function targetOf(world: MetaWorld, number: MetaNumber, { by, value }: Address): Target {
  if (by === 'bsuid') {
    const person = world.personAt(number, value)
    if (!person) throw wrong('recipient: the business-scoped user ID is not known to this business')
    return { kind: 'person', person }
  }
  // A business-scoped id in `to` is taken, and reaches nobody.
  if (/^[A-Z]{2}\./.test(value)) return { kind: 'nobody' }
  const digits = value.replace(/[\s()+.-]/g, '')
  if (!/^\d{7,15}$/.test(digits)) throw wrong('to is not a valid phone number')
  const suffix = digits.slice(-6)
  const refused = refusedBySuffix[suffix]
  if (refused) throw new GraphError(refused.status, Number(suffix), refused.message, { details: refused.message })
  const person = world.personWithPhone(digits)
  if (person) return { kind: 'person', person }
  return failures[Number(suffix)] ? { kind: 'failing', code: Number(suffix) } : { kind: 'unknown' }
}

function contactOf(target: Target, { by, value }: Address) {
  if (by === 'bsuid') return { input: value, user_id: value }
  if (target.kind === 'person') return { input: value, wa_id: target.person.waId }
  return target.kind === 'nobody' ? { input: value } : { input: value, wa_id: value.replace(/\D/g, '') }
}

function composed(
  deps: CloudDeps,
  call: GraphCall,
  token: AccessToken,
  number: MetaNumber,
  target: Target,
): MetaMessage {
  const { world, files } = deps
  const type = call.text('type') ?? 'text'
  const person = target.kind === 'person' ? target.person : noPerson
  const knows = (id: string) => {
    const found = world.messages.get(id)
    return found?.account === number && found.person === person
  }
  checkCallbackData(call.param('biz_opaque_callback_data'))
  const context = call.object('context')
  if (context && (typeof context.message_id !== 'string' || !knows(context.message_id)))
    throw wrong('context[message_id] is not a message of this conversation')
  const content = contentOf(type, call, { world, files, numberId: number.id, knows }, number)
  if (type === 'template' && call.param('recipient') !== undefined && content.category === 'AUTHENTICATION')
    throw new GraphError(400, 131062, '(#131062) Business-scoped user IDs are not supported for this message', {
      details: 'Authentication templates need a phone number.',
    })
  return world.addMessage({
    id: newMessageId(number),
    account: number,
    person,
    by: 'business',
    type,
    content: { ...content.value, ...(context && { context }) },
    appId: token.app.id,
    callbackData: call.text('biz_opaque_callback_data') ?? null,
  })
}

function contentOf(
  type: string,
  call: GraphCall,
  context: Parameters<(typeof checks)[string]>[1],
  number: MetaNumber,
): { readonly value: Record<string, unknown>; readonly category: string } {
  if (type === 'contacts') {
    const contacts = call.param('contacts')
    checkContacts(contacts)
    return { value: { contacts }, category: 'service' }
  }
  const content = call.object(type)
  const check = checks[type]
  if (!check && type !== 'template')
    throw badParam(
      'Param type must be one of {AUDIO, CONTACTS, DOCUMENT, IMAGE, INTERACTIVE, LOCATION, REACTION, STICKER, TEMPLATE, TEXT, VIDEO}.',
    )
  if (!content) throw missing(`The parameter ${type} is required.`)
  if (type === 'template') {
    const { files, numberId } = context
    const template = templateFor(number.business, content, (id) => mimetypeOf(files, numberId, id))
    return { value: { template: content }, category: template.category }
  }
  check?.(content, context)
  return { value: { [type]: content }, category: 'service' }
}

/** Undefined for a file that the number did not upload. */
function mimetypeOf(files: MetaFiles, numberId: string, id: string): string | undefined {
  const media = files.findMedia(id)
  return media?.numberId === numberId ? media.mimetype : undefined
}

/** What follows the answer: fetched files, the window, and then the statuses. */
async function follow(
  { world, files, statuses }: CloudDeps,
  message: MetaMessage,
  address: Address,
  target: Target,
): Promise<void> {
  if (target.kind === 'nobody') {
    message.status = 'dropped'
    return
  }
  const { account: number, person } = message
  if (number.kind !== 'number') return
  if (number.failsWith !== null) return statuses.fail(message, address, number.failsWith)
  if (target.kind !== 'person') return statuses.fail(message, address, target.kind === 'failing' ? target.code : 131026)
  const isInWindow = world.sinceInbound(number, person) <= WINDOW || isInEntry(world, person)
  const template = message.content.template
  const category = isRecord(template) ? categoryOf(number, template) : 'service'
  if (!isRecord(template) && !isInWindow) return statuses.fail(message, address, 131047)
  if (category === 'marketing' && person.refusesMarketing) return statuses.fail(message, address, 131050)
  if (!(await hasFile(files, message))) return statuses.fail(message, address, 131053)
  if (address.by === 'phone') world.noteSentToPhone(number, person)
  await statuses.goesOut(message, address, pricingOf(world, number, person, category, isInWindow))
}

const isInEntry = (world: MetaWorld, { cameByAdAt }: MetaPerson) =>
  cameByAdAt !== null && world.now() - cameByAdAt <= 3 * WINDOW

function categoryOf({ business }: MetaNumber, { name, language }: Record<string, unknown>): string {
  const code = isRecord(language) ? language.code : undefined
  const template = [...business.templates].find((one) => one.name === name && one.language === code)
  return (template?.category ?? 'UTILITY').toLowerCase()
}

/** After the answer, Meta fetches a linked file, and looks into a voice note. */
async function hasFile(files: MetaFiles, { type, content }: MetaMessage): Promise<boolean> {
  const value = content[type]
  if (!isRecord(value) || !Object.hasOwn(fileLimits, type)) return true
  const media = typeof value.id === 'string' ? files.findMedia(value.id) : undefined
  if (media?.mimetype === 'audio/ogg') return Buffer.from(media.bytes.subarray(0, 4)).toString('latin1') === 'OggS'
  const { link } = value
  if (typeof link !== 'string') return true
  const { bytes, types } = fileLimits[type as CloudFileKind] // checked above
  const file = await fetchedFile(link, bytes)
  if (file === undefined || file === 'tooLarge') return false
  return types.length === 0 || types.includes(file.mimetype)
}

/** The blue ticks for a message of the contact, perhaps with the sign of typing. */
function markRead({ world }: CloudDeps, call: GraphCall, number: MetaNumber): Response {
  if (call.param('status') !== 'read') throw badParam('Param status must be one of {READ}')
  const message = world.messages.get(call.requireText('message_id'))
  if (message?.account !== number || message.by !== 'person') throw wrong('message_id is not a received message')
  const typing = call.object('typing_indicator')
  if (typing && typing.type !== 'text') throw badParam('Param typing_indicator[type] must be one of {TEXT}')
  for (const one of world.conversation(number, message.person))
    if (one.by === 'person' && one.at <= message.at) one.status = 'read'
  return Response.json({ success: true })
}

/** Stands for whoever a message without a recipient would reach. */
const noPerson: MetaPerson = {
  key: 'nobody',
  name: '',
  phone: null,
  waId: null,
  bsuid: '',
  username: null,
  instagramUsername: '',
  psid: '',
  igsid: '',
  blocked: new Set(),
  isAway: true,
  sharesProfile: false,
  refusesMarketing: false,
  cameByAdAt: null,
  isTester: false,
}
