/** A person in Messenger or Instagram, and the ways in which the other side answers without an app. */
import {
  BUSINESS_AI_APP,
  INBOX_APP,
  INSTAGRAM_INBOX_APP,
  type MetaInstagram,
  type MetaMessage,
  type MetaPage,
  type MetaPerson,
} from '../contract'
import { isRecord, type UploadedFile } from '../graph'
import { newMessageId } from '../world'
import { type PageDeps, tellEcho } from './send'

type FileInput = { readonly bytes: Uint8Array; readonly mimetype: string; readonly name?: string }
type Attachment = { readonly type: string; readonly payload?: Record<string, unknown>; readonly title?: string }
export type TextOptions = {
  readonly replyTo?: string
  /** The payload of a quick reply that was tapped. */
  readonly payload?: string
  readonly storyUrl?: string
}
const reactions = { love: '❤', smile: '😆', wow: '😮', sad: '😢', angry: '😠', like: '👍' } as const
type Reaction = keyof typeof reactions

export class PageChat {
  readonly account: MetaPage | MetaInstagram
  readonly person: MetaPerson
  readonly #deps: PageDeps

  constructor(deps: PageDeps, account: MetaPage | MetaInstagram, person: MetaPerson) {
    this.#deps = deps
    this.account = account
    this.person = person
    this.id = deps.world.scopedId(person, account)
  }

  /** The PSID or IGSID. */
  readonly id: string

  /** What both sides wrote, in order. */
  get messages(): readonly MetaMessage[] {
    return this.#deps.world.conversation(this.account, this.person)
  }

  /** What the person got. */
  get received(): readonly MetaMessage[] {
    return this.messages.filter(({ by }) => by === 'business')
  }

  /** Each resolves with the message's id, once the webhook was answered or failed for the first time. */
  text(text: string, { replyTo, payload, storyUrl }: TextOptions = {}): Promise<string> {
    const story = storyUrl === undefined ? undefined : { story: { id: this.#deps.world.newId(), url: storyUrl } }
    const quote = replyTo === undefined ? story : { mid: replyTo }
    return this.#write({
      text,
      ...(payload !== undefined && { quick_reply: { payload } }),
      ...(quote && { reply_to: quote }),
    })
  }

  image(file: FileInput) {
    return this.#file('image', file)
  }
  video(file: FileInput) {
    return this.#file('video', file)
  }
  /** A voice note; neither channel tells it from another audio. */
  audio(file: FileInput) {
    return this.#file('audio', file)
  }
  document(file: FileInput) {
    return this.#file('file', file)
  }
  /** Several files in one message, as the apps send albums. */
  album(files: readonly FileInput[]) {
    return this.#write({ attachments: files.map((file) => this.#attachment('image', file)) })
  }
  /** The thumb, or a sticker. Until August 2026 it was an image, too. */
  sticker(file: FileInput, stickerId = 369239263222822) {
    const { payload } = this.#attachment('image', file)
    return this.#write({ attachments: [{ type: 'sticker', payload: { ...payload, sticker_id: stickerId } }] })
  }
  location(lat: number, long: number, title = 'Local') {
    const coordinates = { lat, long }
    return this.#write({ attachments: [{ type: 'location', title, payload: { coordinates } }] })
  }
  /** A post or reel that the person shares. */
  share(
    url: string,
    { type = 'share', title }: { type?: 'share' | 'ig_reel' | 'reel' | 'fallback'; title?: string } = {},
  ) {
    return this.#write({ attachments: [{ type, ...(title !== undefined && { title }), payload: { url } }] })
  }
  /** Labels of the message's quick replies. */
  offered(messageId: string): readonly string[] {
    return this.#quickReplies(messageId).map(({ title }) => String(title))
  }

  /** Taps a quick reply of a message, by its label. */
  tap(messageId: string, title: string): Promise<string> {
    const reply = this.#quickReplies(messageId).find((one) => one.title === title)
    if (!reply) throw new Error(`no quick reply "${title}"`)
    return this.text(title, { payload: String(reply.payload) })
  }

  /** Answers a story of the account: the address of its file, or the file. */
  storyReply(text: string, story: string | FileInput) {
    const storyUrl = typeof story === 'string' ? story : this.#deps.files.hostedUrl({ name: 'story', ...story })
    return this.text(text, { storyUrl })
  }
  storyMention(file: FileInput) {
    return this.#write({ attachments: [this.#attachment('story_mention', file)] })
  }
  /** Something that the API does not carry. */
  unsupported() {
    return this.#write({ is_unsupported: true })
  }

  /** Get started, a menu or a button. */
  async postback(title: string, payload: string, referral?: Record<string, unknown>): Promise<string> {
    const mid = newMessageId(this.account)
    this.#note(mid, 'postback', { title, payload })
    const postback = { mid, title, payload, ...(referral && { referral }) }
    await this.#tell('messaging_postbacks', { postback })
    return mid
  }

  /** Comes back by an advertisement or a link, before writing anything. */
  async comesBy(source: 'ADS' | 'SHORTLINK', ref: string, adTitle = 'Sofás com desconto'): Promise<void> {
    this.#deps.world.openWindow(this.account, this.person)
    const ad = { ad_id: this.#deps.world.newId(), ads_context_data: { ad_title: adTitle } }
    await this.#tell('messaging_referrals', {
      referral: { ref, source, type: 'OPEN_THREAD', ...(source === 'ADS' && ad) },
    })
  }

  async react(mid: string, reaction: Reaction = 'love'): Promise<void> {
    // Messenger counts a reaction as an answer.
    if (this.account.kind === 'page') this.#deps.world.openWindow(this.account, this.person)
    await this.#tell('message_reactions', {
      reaction: { mid, action: 'react', reaction, emoji: reactions[reaction] },
    })
  }
  async unreact(mid: string): Promise<void> {
    await this.#tell('message_reactions', { reaction: { mid, action: 'unreact' } })
  }

  /** Messenger tells a moment up to which all is read, Instagram each message. */
  async read(mid?: string): Promise<void> {
    const unread = this.received.filter(({ status, id }) => status !== 'read' && (mid === undefined || id === mid))
    for (const message of unread) message.status = 'read'
    if (this.account.kind === 'page')
      return this.#tell('message_reads', { read: { watermark: this.#deps.world.now() } })
    for (const { id } of unread) await this.#tell('message_reads', { read: { mid: id } })
  }

  /** Changes an own message. */
  async edit(mid: string, text: string): Promise<void> {
    const message = this.#own(mid)
    message.edits += 1
    await this.#tell('message_edits', { message_edit: { mid, text, num_edit: message.edits } })
  }

  /** Takes an own message back. Only Instagram tells. */
  async unsend(mid: string): Promise<void> {
    this.#own(mid).isUnsent = true
    if (this.account.kind === 'instagram') await this.#tell('messages', { message: { mid, is_deleted: true } })
  }

  block() {
    this.person.blocked.add(this.account.id)
  }
  unblock() {
    this.person.blocked.delete(this.account.id)
  }

  /** Somebody answers in Meta's inbox. */
  answerInInbox(text: string): Promise<string> {
    return this.#answer({ text }, this.account.kind === 'page' ? INBOX_APP : INSTAGRAM_INBOX_APP)
  }
  /** Somebody sends a file in Meta's inbox. */
  answerInInboxWithFile(file: FileInput, type: 'image' | 'video' | 'audio' | 'file' = 'image'): Promise<string> {
    return this.#answer({ attachments: [this.#attachment(type, file)] }, INBOX_APP)
  }
  /** Meta's own AI answers for the company. */
  answerByAi(text: string): Promise<string> {
    return this.#answer({ text }, BUSINESS_AI_APP)
  }

  async #answer(content: Record<string, unknown>, appId: string): Promise<string> {
    const { world } = this.#deps
    const id = newMessageId(this.account)
    const { account, person } = this
    await tellEcho(
      this.#deps,
      world.addMessage({ id, account, person, by: 'business', type: 'message', content, appId, callbackData: null }),
    )
    return id
  }

  #quickReplies(messageId: string): readonly Record<string, unknown>[] {
    const offered = this.received.find(({ id }) => id === messageId)?.content.quick_replies
    return Array.isArray(offered) ? offered.filter(isRecord) : []
  }

  #file(type: string, file: FileInput) {
    return this.#write({ attachments: [this.#attachment(type, file)] })
  }

  #attachment(type: string, { bytes, mimetype, name = type }: FileInput): Attachment {
    const file: UploadedFile = { bytes, mimetype, name }
    return { type, payload: { url: this.#deps.files.hostedUrl(file), ...(type === 'file' && { title: name }) } }
  }

  async #write(content: Record<string, unknown>): Promise<string> {
    const mid = newMessageId(this.account)
    this.#note(mid, 'message', content)
    await this.#tell('messages', { message: { mid, ...content } })
    return mid
  }

  #note(id: string, type: string, content: Record<string, unknown>) {
    const { account, person } = this
    this.#deps.world.openWindow(account, person)
    this.#deps.world.addMessage({ id, account, person, by: 'person', type, content, appId: null, callbackData: null })
  }

  #own(mid: string): MetaMessage {
    const message = this.#deps.world.messages.get(mid)
    if (message?.person !== this.person || message.by !== 'person') throw new Error('not an own message')
    return message
  }

  #tell(field: string, what: Record<string, unknown>): Promise<void> {
    const sender = { id: this.id }
    const recipient = { id: this.account.id }
    return this.#deps.webhooks.tellPage(this.account, field, {
      sender,
      recipient,
      timestamp: this.#deps.world.now(),
      ...what,
    })
  }
}
