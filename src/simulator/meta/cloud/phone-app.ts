/** Coexistence: the WhatsApp Business app of the phone that shares its number with the API. */
import type { HistoryLine, HistoryThread, MetaMessage, MetaNumber, MetaPerson } from '../contract'
import { badParam, type GraphCall, GraphError } from '../graph'
import { newMessageId } from '../world'
import { contactOf, phoneAs } from './chat'
import type { CloudDeps } from './messages'

const THREADS_PER_CHUNK = 2

export class PhoneApp {
  readonly number: MetaNumber
  readonly #deps: CloudDeps
  constructor(deps: CloudDeps, number: MetaNumber) {
    if (!number.isOnBizApp) throw new Error('the number is not on the app')
    this.#deps = deps
    this.number = number
  }

  /** Somebody answers on the phone. Resolves with the message's id. */
  text(person: MetaPerson, body: string): Promise<string> {
    return this.#echo(person, 'text', { body })
  }

  image(
    person: MetaPerson,
    { bytes, mimetype, caption }: { bytes: Uint8Array; mimetype: string; caption?: string },
  ): Promise<string> {
    return this.#echo(person, 'image', this.#imageOf({ bytes, mimetype }, caption))
  }

  #imageOf(file: { readonly bytes: Uint8Array; readonly mimetype: string }, caption: string | undefined) {
    const media = this.#deps.files.addMedia(this.number.id, file, true)
    const sha256 = Buffer.from(media.sha256, 'hex').toString('base64')
    return { id: media.id, mime_type: file.mimetype, sha256, ...(caption !== undefined && { caption }) }
  }

  /** Deletes a message that was sent from the phone. */
  revoke(message: MetaMessage): Promise<string> {
    return this.#echo(message.person, 'revoke', { original_message_id: message.id })
  }

  edit(message: MetaMessage, body: string): Promise<string> {
    return this.#echo(message.person, 'edit', {
      original_message_id: message.id,
      message: { type: 'text', text: { body } },
    })
  }

  /** The phone's address book gains or loses somebody, or names them otherwise. */
  contact(person: MetaPerson, name: string, action: 'add' | 'remove' = 'add'): Promise<void> {
    const { phoneBook } = this.number
    const at = phoneBook.findIndex((one) => one.person === person)
    if (at >= 0) phoneBook.splice(at, 1)
    if (action === 'add') phoneBook.push({ person, name })
    return tellState(this.#deps, this.number, [{ person, name, action }])
  }

  /** Everybody in the address book, as after `smb_app_data`. */
  syncContacts(): Promise<void> {
    return tellState(
      this.#deps,
      this.number,
      this.number.phoneBook.map((one) => ({ ...one, action: 'add' })),
    )
  }

  /** What the phone remembers, in pieces. Declined on the phone, an error says so. */
  async syncHistory(threads: readonly HistoryThread[] = this.number.phoneHistory): Promise<void> {
    const { webhooks } = this.#deps
    if (!this.number.sharesHistory) {
      const message = 'History sync is turned off by the business from the WhatsApp Business App'
      return webhooks.tellNumber(this.number, 'history', {
        history: [{ errors: [{ code: 2593109, title: message, message, error_data: { details: message } }] }],
      })
    }
    const count = Math.max(Math.ceil(threads.length / THREADS_PER_CHUNK), 1)
    for (let chunk = 0; chunk < count; chunk++) {
      const part = threads
        .slice(chunk * THREADS_PER_CHUNK, (chunk + 1) * THREADS_PER_CHUNK)
        .map(({ person, lines }) => ({
          person,
          lines: lines.map((line) => ({ ...line, id: newMessageId(this.number) })),
        }))
      const progress = Math.round(((chunk + 1) / count) * 100)
      await webhooks.tellNumber(this.number, 'history', {
        history: [
          {
            metadata: { phase: 0, chunk_order: chunk + 1, progress },
            threads: part.map((one) => threadOf(this.#deps, this.number, one)),
          },
        ],
      })
      for (const { person, lines } of part) for (const line of lines) await this.#tellFile(person, line)
    }
  }

  /** The file of a message of the past. */
  async #tellFile(person: MetaPerson, { id, by, text, at, image }: PastLine): Promise<void> {
    if (!image) return
    const { world, webhooks } = this.#deps
    const { number } = this
    const bsuid = world.scopedId(person, number)
    const waId = world.seesPhone(number, person) ? person.waId : null
    const { hiddenPhones } = world.habits
    const isOwn = by === 'business'
    await webhooks.tellNumber(number, 'history', {
      contacts: [contactOf(this.#deps, { number, person, id: bsuid })],
      [isOwn ? 'message_echoes' : 'messages']: [
        {
          ...(isOwn
            ? { from: number.phone, ...phoneAs('to', waId, hiddenPhones), to_user_id: bsuid }
            : { ...phoneAs('from', waId, hiddenPhones), from_user_id: bsuid }),
          id,
          timestamp: String(Math.floor(at / 1000)),
          type: 'image',
          image: this.#imageOf(image, text || undefined),
        },
      ],
    })
  }

  async #echo(person: MetaPerson, type: string, content: Record<string, unknown>): Promise<string> {
    const { world, webhooks } = this.#deps
    const { number } = this
    const id = newMessageId(number)
    world.addMessage({
      id,
      account: number,
      person,
      by: 'business',
      type,
      content: { [type]: content },
      appId: null,
      callbackData: null,
    }).status = 'delivered'
    world.noteSentToPhone(number, person)
    const bsuid = world.scopedId(person, number)
    const { profile: _name, ...contact } = contactOf(this.#deps, { number, person, id: bsuid })
    await webhooks.tellNumber(number, 'smb_message_echoes', {
      contacts: [{ ...contact, ...(person.username !== null && { profile: { username: person.username } }) }],
      message_echoes: [
        {
          from: number.phone,
          ...phoneAs('to', world.seesPhone(number, person) ? person.waId : null, world.habits.hiddenPhones),
          to_user_id: bsuid,
          id,
          timestamp: world.seconds(),
          type,
          [type]: content,
        },
      ],
    })
    return id
  }
}

/** `smb_app_data`: the API asks for the address book or the history, once each. */
export function appData(deps: CloudDeps, call: GraphCall, number: MetaNumber): Response {
  if (call.param('messaging_product') !== 'whatsapp') throw badParam('The parameter messaging_product is required.')
  const kind = call.requireText('sync_type')
  if (kind !== 'smb_app_state_sync' && kind !== 'history')
    throw badParam('Param sync_type must be one of {smb_app_state_sync, history}')
  if (!number.isOnBizApp)
    throw new GraphError(400, 2593107, '(#2593107) The phone number is not on the WhatsApp Business app')
  if (number.synced.has(kind))
    throw new GraphError(400, 2593108, '(#2593108) The data was synchronized before and cannot be asked for again')
  number.synced.add(kind)
  const app = new PhoneApp(deps, number)
  deps.webhooks.follow(kind === 'history' ? app.syncHistory() : app.syncContacts())
  return Response.json({ messaging_product: 'whatsapp', request_id: crypto.randomUUID() })
}

function tellState(
  { world, webhooks }: CloudDeps,
  number: MetaNumber,
  entries: readonly { readonly person: MetaPerson; readonly name: string; readonly action: string }[],
): Promise<void> {
  return webhooks.tellNumber(number, 'smb_app_state_sync', {
    state_sync: entries.map(({ person, name, action }) => ({
      type: 'contact',
      contact: {
        ...(action === 'add' && { full_name: name, first_name: name.split(' ')[0] }),
        ...phoneAs('phone_number', world.seesPhone(number, person) ? person.waId : null, world.habits.hiddenPhones),
        user_id: world.scopedId(person, number),
        ...(person.username !== null && { username: person.username }),
      },
      action,
      metadata: { timestamp: world.seconds() },
    })),
  })
}

type PastLine = HistoryLine & { readonly id: string }
type PastThread = { readonly person: MetaPerson; readonly lines: readonly PastLine[] }

function threadOf({ world }: CloudDeps, number: MetaNumber, { person, lines }: PastThread) {
  const user_id = world.scopedId(person, number)
  const waId = world.seesPhone(number, person) ? person.waId : null
  return {
    id: waId ?? '',
    context: { wa_id: waId ?? '', user_id, ...(person.username !== null && { username: person.username }) },
    messages: lines.map(({ id, by, text, at, image }) => ({
      ...(by === 'business' ? { from: number.phone, to: waId ?? '' } : { from: waId ?? '', from_user_id: user_id }),
      id,
      timestamp: String(Math.floor(at / 1000)),
      ...(image ? { type: 'media_placeholder' } : { type: 'text', text: { body: text } }),
      history_context: { status: by === 'business' ? 'DELIVERED' : 'READ' },
    })),
  }
}
