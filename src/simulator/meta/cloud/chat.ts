/** A person on WhatsApp who writes to an official number. */
import type { MetaMessage, MetaNumber, MetaPerson } from '../contract'
import { isRecord } from '../graph'
import { newMessageId } from '../world'
import type { CloudDeps } from './messages'

type FileInput = {
  readonly bytes: Uint8Array
  readonly mimetype: string
  readonly caption?: string
  readonly name?: string
}
export type CloudTextOptions = {
  readonly replyTo?: string
  /** Came by an advertisement, whose facts WhatsApp adds. */
  readonly ad?: { readonly headline: string; readonly url: string; readonly clickId: string }
  readonly isForwarded?: boolean
}

export class CloudChat {
  readonly number: MetaNumber
  readonly person: MetaPerson
  readonly #deps: CloudDeps

  constructor(deps: CloudDeps, number: MetaNumber, person: MetaPerson) {
    if (person.waId === null) throw new Error(`${person.name} has no WhatsApp`)
    this.#deps = deps
    this.number = number
    this.person = person
    deps.world.scopedId(person, number)
  }

  /** The BSUID, as the number's business sees it. */
  get id(): string {
    return this.#deps.world.scopedId(this.person, this.number)
  }

  get messages(): readonly MetaMessage[] {
    return this.#deps.world.conversation(this.number, this.person)
  }

  /** What arrived at the person. */
  get received(): readonly MetaMessage[] {
    return this.messages.filter(({ by, status }) => by === 'business' && (status === 'delivered' || status === 'read'))
  }

  /** What was sent to the person, whatever became of it. */
  get sent(): readonly MetaMessage[] {
    return this.messages.filter(({ by }) => by === 'business')
  }

  /** Each resolves with the message's id, once the webhook was answered or failed for the first time. */
  text(body: string, { replyTo, ad, isForwarded }: CloudTextOptions = {}): Promise<string> {
    if (ad) this.person.cameByAdAt = this.#deps.world.now()
    const referral = ad && {
      referral: {
        source_url: ad.url,
        source_type: 'ad',
        source_id: '120210000000000',
        headline: ad.headline,
        body: '',
        ctwa_clid: ad.clickId,
      },
    }
    return this.#write('text', { body }, { replyTo, ...referral, ...(isForwarded && { context: { forwarded: true } }) })
  }

  image(file: FileInput, replyTo?: string) {
    return this.#write('image', this.#media(file), { replyTo })
  }
  video(file: FileInput, replyTo?: string) {
    return this.#write('video', this.#media(file), { replyTo })
  }
  voice(file: FileInput, replyTo?: string) {
    return this.#write('audio', { ...this.#media(file), voice: true }, { replyTo })
  }
  audio(file: FileInput) {
    return this.#write('audio', { ...this.#media(file), voice: false })
  }
  document(file: FileInput) {
    return this.#write('document', { ...this.#media(file), filename: file.name ?? 'documento.pdf' })
  }
  sticker(file: FileInput) {
    return this.#write('sticker', { ...this.#media(file), animated: false })
  }
  location(latitude: number, longitude: number, named: { readonly name?: string; readonly address?: string } = {}) {
    return this.#write('location', { latitude, longitude, ...named })
  }
  contact(name: string, phone: string) {
    const [first_name = name] = name.split(' ')
    return this.#write('contacts', [
      { name: { first_name, formatted_name: name }, phones: [{ phone: `+${phone}`, wa_id: phone, type: 'CELL' }] },
    ])
  }

  /** Labels that the message offers to be tapped: of buttons, or of the rows of a list. */
  offered(messageId: string): readonly string[] {
    const { content } = this.#received(messageId)
    return [...buttonsOf(content), ...rowsOf(content)].map(({ title }) => String(title))
  }

  /** Taps a button, a row of a list, or a button of a template, by its label. */
  tap(messageId: string, title: string): Promise<string> {
    const { type, content } = this.#received(messageId)
    const quote = { replyTo: messageId }
    if (type === 'template') return this.#write('button', { payload: payloadOf(content, title), text: title }, quote)
    const button = buttonsOf(content).find((one) => one.title === title)
    if (button) return this.#write('interactive', { type: 'button_reply', button_reply: button }, quote)
    const row = rowsOf(content).find((one) => one.title === title)
    if (!row) throw new Error(`nothing to tap is called "${title}"`)
    return this.#write('interactive', { type: 'list_reply', list_reply: row }, quote)
  }

  /** An empty emoji takes the reaction back. It opens no window. */
  react(messageId: string, emoji: string): Promise<string> {
    return this.#write('reaction', { message_id: messageId, ...(emoji !== '' && { emoji }) }, { opensWindow: false })
  }

  /** Something that the API does not carry. */
  unsupported(): Promise<string> {
    const errors = [
      {
        code: 131051,
        title: 'Message type unknown',
        message: 'Message type unknown',
        error_data: { details: 'Message type is currently not supported.' },
      },
    ]
    return this.#write('unsupported', { type: 'unknown' }, { errors })
  }

  edit(messageId: string, body: string): Promise<string> {
    this.#own(messageId).edits += 1
    return this.#write(
      'edit',
      { original_message_id: messageId, message: { type: 'text', text: { body } } },
      { opensWindow: false },
    )
  }

  /** Deletes an own message for everybody. */
  revoke(messageId: string): Promise<string> {
    this.#own(messageId).isUnsent = true
    return this.#write('revoke', { original_message_id: messageId }, { opensWindow: false })
  }

  /** Moves to another phone, and gets another business-scoped id with it. */
  changeNumber(phone: string): Promise<string> {
    const { world } = this.#deps
    const former = fromOf(this.#deps, this)
    const body = `User ${this.person.name} changed from ${this.person.waId} to ${phone}`
    world.renewBusinessIds(this.person)
    this.person.phone = phone
    this.person.waId = phone
    const system = { body, wa_id: phone, user_id: this.id, type: 'user_changed_number' }
    return this.#write('system', system, { ...former, opensWindow: false })
  }

  /** Reads all, or up to what a test names. */
  async read(messageId?: string): Promise<void> {
    for (const message of this.received)
      if (message.status !== 'read' && (messageId === undefined || message.id === messageId))
        await this.#deps.statuses.report(message, ['read'])
  }

  /** The phone is in reach again: what waits arrives. */
  async comesBack(): Promise<void> {
    this.person.isAway = false
    for (const message of this.sent)
      if (message.status === 'sent') await this.#deps.statuses.report(message, ['delivered'])
  }

  block() {
    this.person.blocked.add(this.number.id)
  }
  unblock() {
    this.person.blocked.delete(this.number.id)
  }

  #media({ bytes, mimetype, caption }: FileInput) {
    const media = this.#deps.files.addMedia(
      this.number.id,
      { bytes, mimetype: mimetype.split(';')[0] ?? mimetype },
      true,
    )
    return {
      ...(caption !== undefined && { caption }),
      mime_type: mimetype,
      sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
      id: media.id,
      url: this.#deps.files.downloadUrl(media),
    }
  }

  async #write(
    type: string,
    content: unknown,
    {
      replyTo,
      opensWindow = true,
      ...more
    }: { replyTo?: string | undefined; opensWindow?: boolean; [key: string]: unknown } = {},
  ): Promise<string> {
    const { world } = this.#deps
    const { number, person } = this
    const id = newMessageId(number)
    if (opensWindow) world.openWindow(number, person)
    world.addMessage({
      id,
      account: number,
      person,
      by: 'person',
      type,
      content: { [type]: content },
      appId: null,
      callbackData: null,
    })
    if (number.blocked.has(person)) return id
    const quoted = replyTo === undefined ? undefined : world.messages.get(replyTo)
    const author = quoted?.by === 'business' ? number.phone : (person.waId ?? '')
    await this.#tell({
      messages: [
        {
          ...(quoted && { context: { from: author, id: quoted.id } }),
          ...fromOf(this.#deps, this),
          id,
          timestamp: world.seconds(),
          type,
          [type]: content,
          ...more,
        },
      ],
    })
    return id
  }

  #tell(value: Record<string, unknown>): Promise<void> {
    return this.#deps.webhooks.tellNumber(this.number, 'messages', {
      contacts: [contactOf(this.#deps, this)],
      ...value,
    })
  }

  #received(id: string): MetaMessage {
    const message = this.received.find((one) => one.id === id)
    if (!message) throw new Error('not received')
    return message
  }

  #own(id: string): MetaMessage {
    const message = this.messages.find((one) => one.id === id && one.by === 'person')
    if (!message) throw new Error('not an own message')
    return message
  }
}

type Who = { readonly number: MetaNumber; readonly person: MetaPerson; readonly id: string }

/** What a webhook says of the person: the phone is missing where a username hides it. */
export function contactOf({ world }: Pick<CloudDeps, 'world'>, { number, person, id }: Who) {
  const profile = { name: person.name, ...(person.username !== null && { username: person.username }) }
  return {
    profile,
    ...phoneAs('wa_id', world.seesPhone(number, person) ? person.waId : null, world.habits.hiddenPhones),
    user_id: id,
  }
}

function fromOf({ world }: Pick<CloudDeps, 'world'>, { number, person, id }: Who) {
  return {
    ...phoneAs('from', world.seesPhone(number, person) ? person.waId : null, world.habits.hiddenPhones),
    from_user_id: id,
  }
}

export const phoneAs = (name: string, phone: string | null, hidden: 'omitted' | 'empty'): Record<string, string> =>
  phone !== null ? { [name]: phone } : hidden === 'empty' ? { [name]: '' } : {}

type Choice = Readonly<Record<string, unknown>>

function actionOf({ interactive }: Readonly<Record<string, unknown>>): Choice {
  const action = isRecord(interactive) ? interactive.action : undefined
  return isRecord(action) ? action : {}
}

function buttonsOf(content: Readonly<Record<string, unknown>>): Choice[] {
  const { buttons } = actionOf(content)
  return Array.isArray(buttons)
    ? buttons.flatMap((one) => (isRecord(one) && isRecord(one.reply) ? [one.reply] : []))
    : []
}

function rowsOf(content: Readonly<Record<string, unknown>>): Choice[] {
  const { sections } = actionOf(content)
  if (!Array.isArray(sections)) return []
  return sections.flatMap((one) => (isRecord(one) && Array.isArray(one.rows) ? one.rows.filter(isRecord) : []))
}

/** The payload that the sender gave the button, or else its label. */
function payloadOf({ template }: Readonly<Record<string, unknown>>, title: string): string {
  const components =
    isRecord(template) && Array.isArray(template.components) ? template.components.filter(isRecord) : []
  for (const { sub_type: kind, parameters } of components) {
    const first: unknown = Array.isArray(parameters) ? parameters[0] : undefined
    if (kind === 'quick_reply' && isRecord(first) && typeof first.payload === 'string') return first.payload
  }
  return title
}
