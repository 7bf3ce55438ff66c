/** What a WhatsApp message may contain: Meta's limits, each with the error that Meta gives. */
import type { MetaFiles } from '../files'
import { badParam, GraphError, isRecord } from '../graph'
import type { MetaWorld } from '../world'

const MB = 1024 * 1024
const TEXT = 4096
const CAPTION = 1024
const CALLBACK_DATA = 512

export type CloudFileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'
const documents = [
  'text/plain',
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
]
/** Files the API takes. Documents may be of any type. */
export const fileLimits: Readonly<
  Record<CloudFileKind, { readonly bytes: number; readonly types: readonly string[] }>
> = {
  image: { bytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
  video: { bytes: 16 * MB, types: ['video/mp4', 'video/3gpp'] },
  audio: { bytes: 16 * MB, types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/opus'] },
  document: { bytes: 100 * MB, types: [] },
  sticker: { bytes: 500 * 1024, types: ['image/webp'] },
}
/** Types that an upload may have. */
export const uploadTypes = [...Object.values(fileLimits).flatMap(({ types }) => types), ...documents]

export const missing = (details: string) =>
  new GraphError(400, 131008, '(#131008) Required parameter is missing', { details })
export const wrong = (details: string) =>
  new GraphError(400, 131009, '(#131009) Parameter value is not valid', { details })

/** What checks of a message need to know of the conversation. */
export type ContentContext = {
  readonly world: MetaWorld
  readonly files: MetaFiles
  readonly numberId: string
  /** Whether the other side has this message on the screen. */
  knows(messageId: string): boolean
}

type Check = (content: Record<string, unknown>, context: ContentContext) => void

export const checks: Readonly<Record<string, Check>> = {
  text({ body, preview_url: preview }) {
    if (typeof body !== 'string' || body === '') throw badParam("The parameter text['body'] is required.")
    if (body.length > TEXT) throw badParam(`Param text['body'] must be at most ${TEXT} characters long.`)
    if (preview !== undefined && typeof preview !== 'boolean')
      throw badParam("Param text['preview_url'] must be a boolean.")
  },
  image: file('image'),
  video: file('video'),
  audio: file('audio'),
  document: file('document'),
  sticker: file('sticker'),
  location({ latitude, longitude }) {
    const [lat, long] = [Number(latitude), Number(longitude)]
    if (latitude === undefined || longitude === undefined)
      throw missing('location: latitude and longitude are required')
    if (!(Math.abs(lat) <= 90 && Math.abs(long) <= 180)) throw wrong('location: latitude or longitude out of range')
  },
  reaction({ message_id: id, emoji }, { knows }) {
    if (typeof id !== 'string') throw missing('reaction: message_id is required')
    if (typeof emoji !== 'string') throw missing('reaction: emoji is required')
    if (!knows(id)) throw wrong('reaction: message_id is not valid or older than 30 days')
    if (emoji !== '' && !/^\p{Extended_Pictographic}|^\p{Regional_Indicator}|^[#*\d]\ufe0f?\u20e3/u.test(emoji))
      throw wrong('reaction: emoji is not valid')
  },
  interactive({ type, body, header, footer, action }, context) {
    if (!isRecord(action)) throw missing('interactive: action is required')
    if (!isRecord(body)) throw missing('interactive: body is required')
    requireLength('interactive[footer][text]', isRecord(footer) ? footer.text : undefined, 60, true)
    if (header !== undefined) requireHeader(header, context)
    if (type === 'button') requireButtons(body, action)
    else if (type === 'list') requireList(body, action, header)
    else if (type === 'cta_url') requireLength('interactive[body][text]', body.text, 1024)
    else throw badParam('Param interactive[type] must be one of {button, list, cta_url}')
  },
}

/** Contacts are a list, not an object. */
export function checkContacts(contacts: unknown) {
  if (!Array.isArray(contacts) || contacts.length === 0) throw missing('contacts: at least one contact is required')
  for (const one of contacts) {
    const name = isRecord(one) ? one.name : undefined
    if (!isRecord(name) || typeof name.formatted_name !== 'string' || name.formatted_name === '')
      throw missing('contacts: name[formatted_name] is required')
    const others = ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix']
    if (!others.some((part) => typeof name[part] === 'string'))
      throw wrong('contacts: at least one name field besides formatted_name is required')
  }
}

export function checkCallbackData(value: unknown) {
  if (value !== undefined && (typeof value !== 'string' || value.length > CALLBACK_DATA))
    throw badParam(`Param biz_opaque_callback_data must be at most ${CALLBACK_DATA} characters long.`)
}

/** By id of an upload of this number, or by a link that is fetched later. */
function file(kind: CloudFileKind): Check {
  return ({ id, link, caption, filename }, { files, numberId }) => {
    if ((id === undefined) === (link === undefined))
      throw badParam(`Either ${kind}['id'] or ${kind}['link'] is required, not both.`)
    if (link !== undefined && (typeof link !== 'string' || !URL.canParse(link)))
      throw wrong(`${kind}['link'] is not a valid URL`)
    if (caption !== undefined && (kind === 'audio' || kind === 'sticker'))
      throw badParam(`Unexpected key "caption" on param "${kind}".`)
    if (filename !== undefined && kind !== 'document') throw badParam(`Unexpected key "filename" on param "${kind}".`)
    requireLength(`${kind}['caption']`, caption, CAPTION, true)
    if (id === undefined) return
    const media = files.findMedia(String(id))
    if (media?.numberId !== numberId)
      throw badParam(`Param ${kind}['id'] is not a valid whatsapp business account media attachment ID`)
    const { types, bytes } = fileLimits[kind]
    if (types.length > 0 && !types.includes(media.mimetype))
      throw wrong(`${kind}['id']: a file of type ${media.mimetype} cannot be sent as ${kind}`)
    if (media.bytes.length > bytes) throw wrong(`${kind}['id']: the file is too large`)
  }
}

function requireLength(name: string, value: unknown, most: number, isOptional = false) {
  if (value === undefined && isOptional) return
  if (typeof value !== 'string' || value === '') throw missing(`${name} is required`)
  if (value.length > most) throw badParam(`Param ${name} must be at most ${most} characters long.`)
}

function requireHeader(header: unknown, context: ContentContext) {
  if (!isRecord(header)) throw wrong('interactive[header] must be an object')
  const { type } = header
  if (type === 'text') return requireLength('interactive[header][text]', header.text, 60)
  if (type !== 'image' && type !== 'video' && type !== 'document')
    throw badParam('Param interactive[header][type] must be one of {text, image, video, document}')
  const content = header[type]
  if (!isRecord(content)) throw missing(`interactive[header][${type}] is required`)
  checks[type]?.(content, context)
}

function requireButtons(body: Record<string, unknown>, { buttons }: Record<string, unknown>) {
  requireLength('interactive[body][text]', body.text, 1024)
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
    throw wrong('interactive[action][buttons]: Min buttons allowed is 1, max buttons allowed is 3')
  const replies = buttons.map((one) => (isRecord(one) && one.type === 'reply' && isRecord(one.reply) ? one.reply : {}))
  for (const { id, title } of replies) {
    requireLength('interactive[action][buttons][reply][id]', id, 256)
    requireLength('interactive[action][buttons][reply][title]', title, 20)
  }
  requireUnique(
    'buttons: id',
    replies.map(({ id }) => id),
  )
  requireUnique(
    'buttons: title',
    replies.map(({ title }) => title),
  )
}

function requireList(body: Record<string, unknown>, { button, sections }: Record<string, unknown>, header: unknown) {
  requireLength('interactive[body][text]', body.text, TEXT)
  requireLength('interactive[action][button]', button, 20)
  if (isRecord(header) && header.type !== 'text') throw wrong('interactive: a list takes a header of type text only')
  if (!Array.isArray(sections) || sections.length === 0 || sections.length > 10)
    throw wrong('interactive[action][sections]: 1 to 10 sections are allowed')
  const rows: Record<string, unknown>[] = []
  for (const section of sections.filter(isRecord)) {
    requireLength('interactive[action][sections][title]', section.title, 24, sections.length === 1)
    if (!Array.isArray(section.rows) || section.rows.length === 0)
      throw missing('interactive[action][sections][rows] is required')
    rows.push(...section.rows.filter(isRecord))
  }
  if (rows.length > 10) throw wrong('interactive[action][sections]: Total row count exceed max allowed count: 10')
  for (const { id, title, description } of rows) {
    requireLength('interactive[action][sections][rows][id]', id, 200)
    requireLength('interactive[action][sections][rows][title]', title, 24)
    requireLength('interactive[action][sections][rows][description]', description, 72, true)
  }
  requireUnique(
    'rows: id',
    rows.map(({ id }) => id),
  )
}

function requireUnique(what: string, values: readonly unknown[]) {
  if (new Set(values).size !== values.length) throw wrong(`${what} must be unique`)
}
