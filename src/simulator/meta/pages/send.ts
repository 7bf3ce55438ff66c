/** `/{page}/messages`: what a page or an Instagram account sends, with Meta's checks, and what follows from it. */
import { BUSINESS_AI_APP, type MetaInstagram, type MetaMessage, type MetaPage, type MetaPerson } from '../contract'
import { fetchedFile, type MetaFiles } from '../files'
import { badParam, type GraphCall, GraphError, isRecord, type UploadedFile } from '../graph'
import type { AccessToken } from '../tokens'
import type { Webhooks } from '../webhooks'
import { type MetaWorld, newMessageId } from '../world'
import { requirePageToken } from './subscriptions'

const HOUR = 3_600_000
const WINDOW = 24 * HOUR
const HUMAN_WINDOW = 7 * 24 * HOUR
const MB = 1024 * 1024
const MESSENGER_TEXT = 2000
const INSTAGRAM_TEXT_BYTES = 1000
const QUICK_REPLIES = 13
const QUICK_REPLY_TITLE = 20
const METADATA = 1000

export type PageDeps = { readonly world: MetaWorld; readonly files: MetaFiles; readonly webhooks: Webhooks }
type Chat = { readonly account: MetaPage | MetaInstagram; readonly person: MetaPerson; readonly recipientId: string }
type AttachmentKind = 'image' | 'video' | 'audio' | 'file'

export async function sendFromPage(
  deps: PageDeps,
  call: GraphCall,
  token: AccessToken,
  node: MetaPage | MetaInstagram,
): Promise<Response> {
  const page = node.kind === 'page' ? node : node.page
  requirePageToken(token, page, call)
  const chat = chatOf(deps.world, call, node)
  requirePermission(token, chat)
  requireReachable(chat, token)
  requireWindow(deps.world, call, token, chat)
  const action = call.text('sender_action')
  if (action !== undefined) return act(deps, call, chat, action)
  const message = call.object('message')
  if (!message) throw badParam('The parameter message is required.')
  const content = await contentOf(deps, call, chat, message)
  return accept(deps, token, chat, content)
}

function chatOf(world: MetaWorld, call: GraphCall, node: MetaPage | MetaInstagram): Chat {
  const recipient = call.object('recipient')
  const id = recipient?.id
  if (typeof id !== 'string' || id === '') throw badParam('The parameter recipient is required.')
  const page = node.kind === 'page' ? node : node.page
  for (const account of [page, page.instagram]) {
    const person = account && (node.kind === 'page' || account === node) ? world.personAt(account, id) : undefined
    if (account && person) return { account, person, recipientId: id }
  }
  throw node.kind === 'page'
    ? badParam('No matching user found', 2018001)
    : badParam('The requested user cannot be found.', 2534014)
}

function requirePermission({ app, scopes }: AccessToken, { account, person }: Chat) {
  const scope = account.kind === 'page' ? 'pages_messaging' : 'instagram_manage_messages'
  if (!scopes.has(scope)) throw new GraphError(403, 230, `(#230) Requires ${scope} permission to manage the object`)
  if (!app.isLive && !person.isTester)
    throw new GraphError(
      403,
      200,
      '(#200) Cannot message users who are not admins, developers or testers of the app until pages_messaging permission is reviewed and the app is live.',
      { subcode: 2018108 },
    )
}

function requireReachable({ account, person }: Chat, _token: AccessToken) {
  if (person.blocked.has(account.id))
    throw new GraphError(400, 551, "(#551) This person isn't available right now.", { subcode: 1545041 })
}

function requireWindow(world: MetaWorld, call: GraphCall, { app }: AccessToken, { account, person }: Chat) {
  const type = call.text('messaging_type') ?? 'RESPONSE'
  const tag = call.text('tag')
  if (!['RESPONSE', 'UPDATE', 'MESSAGE_TAG'].includes(type))
    throw badParam('Param messaging_type must be one of {RESPONSE, UPDATE, MESSAGE_TAG}')
  if (type === 'MESSAGE_TAG' && tag === undefined) throw badParam('Message tag is required.', 2018199)
  if (tag !== undefined && tag !== 'HUMAN_AGENT') throw badParam('Invalid message tag.', 2018199)
  const isTagged = tag !== undefined
  if (isTagged && type !== 'MESSAGE_TAG')
    throw badParam('messaging_type must be MESSAGE_TAG when a tag is given.', 2018199)
  if (isTagged && !app.hasHumanAgent)
    throw new GraphError(
      400,
      10,
      "(#10) To use 'Human Agent', your use of this endpoint must be reviewed and approved by Facebook.",
    )
  if (world.sinceInbound(account, person) <= (isTagged ? HUMAN_WINDOW : WINDOW)) return
  throw new GraphError(400, 10, '(#10) This message is sent outside of allowed window.', {
    subcode: account.kind === 'page' ? 2018278 : 2534022,
  })
}

/** Typing, the read mark, reactions. */
function act({ world }: PageDeps, call: GraphCall, chat: Chat, action: string): Response {
  const known = ['mark_seen', 'typing_on', 'typing_off', 'react', 'unreact']
  if (!known.includes(action)) throw badParam(`Param sender_action must be one of {${known.join(', ')}}`)
  if (call.param('message') !== undefined) throw badParam('sender_action cannot be sent together with a message.')
  if (action === 'react' || action === 'unreact') {
    if (chat.account.kind === 'page') throw badParam('Invalid sender_action for this page')
    const payload = call.object('payload')
    const message = world.messages.get(String(payload?.message_id))
    if (message?.account !== chat.account || message.person !== chat.person) throw badParam('Invalid message id.')
    if (action === 'react' && payload?.reaction !== 'love')
      throw badParam('Param payload[reaction] must be one of {love}')
  }
  return Response.json({ recipient_id: chat.recipientId })
}

async function contentOf(
  deps: PageDeps,
  call: GraphCall,
  chat: Chat,
  message: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { text, attachment, attachments, quick_replies: quickReplies, metadata } = message
  const replyTo = call.param('reply_to')
  if (attachments !== undefined) throw badParam('Only one attachment is allowed per message.')
  if (text !== undefined && attachment !== undefined)
    throw badParam('The message must have either a text or an attachment, not both.')
  if (metadata !== undefined && (typeof metadata !== 'string' || metadata.length > METADATA))
    throw badParam(`Length of param message[metadata] must be less than or equal to ${METADATA}`)
  const quote = replyTo === undefined ? {} : { reply_to: quoteOf(deps.world, chat, replyTo) }
  const data = typeof metadata === 'string' ? { metadata } : {}
  if (attachment !== undefined)
    return { attachments: [await attachmentOf(deps, call, chat, attachment)], ...quote, ...data }
  if (typeof text !== 'string' || text.trim() === '') throw badParam('The parameter message[text] must not be empty.')
  requireTextFits(chat, text)
  return { text, ...quickRepliesOf(quickReplies), ...quote, ...data }
}

function requireTextFits({ account }: Chat, text: string) {
  if (account.kind === 'page' && text.length > MESSENGER_TEXT)
    throw badParam(`Length of param message[text] must be less than or equal to ${MESSENGER_TEXT}`)
  if (account.kind === 'instagram' && Buffer.byteLength(text) > INSTAGRAM_TEXT_BYTES)
    throw badParam(`Length of param message[text] must be less than or equal to ${INSTAGRAM_TEXT_BYTES} bytes`, 2534024)
}

function quoteOf(world: MetaWorld, { account, person }: Chat, replyTo: unknown) {
  const mid = isRecord(replyTo) ? replyTo.mid : undefined
  const quoted = typeof mid === 'string' ? world.messages.get(mid) : undefined
  if (quoted?.account !== account || quoted.person !== person) throw badParam('Invalid reply_to: message not found.')
  return { mid }
}

function quickRepliesOf(value: unknown) {
  if (value === undefined) return {}
  if (!Array.isArray(value) || value.length === 0 || value.length > QUICK_REPLIES)
    throw badParam(`Param message[quick_replies] must have between 1 and ${QUICK_REPLIES} elements`)
  for (const [at, one] of value.entries()) {
    if (!isRecord(one) || one.content_type !== 'text')
      throw badParam(`Param message[quick_replies][${at}][content_type] is invalid`)
    const { title, payload } = one
    if (typeof title !== 'string' || title === '' || title.length > QUICK_REPLY_TITLE)
      throw badParam(
        `Length of param message[quick_replies][${at}][title] must be less than or equal to ${QUICK_REPLY_TITLE}`,
      )
    if (typeof payload !== 'string' || payload === '' || payload.length > METADATA)
      throw badParam(`Length of param message[quick_replies][${at}][payload] must be less than or equal to ${METADATA}`)
  }
  return { quick_replies: value }
}

async function attachmentOf({ files }: PageDeps, call: GraphCall, { account }: Chat, attachment: unknown) {
  const kinds: readonly AttachmentKind[] = ['image', 'video', 'audio', 'file']
  const type = isRecord(attachment) ? kinds.find((one) => one === attachment.type) : undefined
  if (!type || !isRecord(attachment))
    throw badParam(`Param message[attachment][type] must be one of {${kinds.join(', ')}}`)
  const payload = isRecord(attachment.payload) ? attachment.payload : {}
  const most = account.kind === 'instagram' && type === 'image' ? 8 * MB : 25 * MB
  const upload = call.files.get('filedata')
  const file = upload ?? (await fetchedAttachment(payload.url, most))
  if (file === undefined) throw badParam('Failed to fetch the file from the url.', 2018008)
  if (file === 'tooLarge' || file.bytes.length > most)
    throw badParam('Attachment size exceeds allowable limit.', 2018033)
  if (file.bytes.length === 0) throw badParam('Upload attachment failure.', 2018047)
  if (!fits(account, type, file))
    throw badParam('Upload attachment failure. The provided media type does not match type of file.', 2018047)
  return { type, payload: { url: files.hostedUrl(file) }, ...(type === 'file' && { title: file.name }) }
}

async function fetchedAttachment(url: unknown, most: number): Promise<UploadedFile | 'tooLarge' | undefined> {
  if (typeof url !== 'string' || !URL.canParse(url))
    throw badParam('Param message[attachment][payload][url] should be a valid URI', 2018009)
  return fetchedFile(url, most)
}

const instagramTypes: Readonly<Record<AttachmentKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/gif'],
  video: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'],
  audio: ['audio/aac', 'audio/mp4', 'audio/x-m4a', 'audio/wav', 'audio/x-wav'],
  file: ['application/pdf'],
}

const fits = ({ kind }: MetaPage | MetaInstagram, type: AttachmentKind, { mimetype }: UploadedFile) =>
  kind === 'instagram' ? instagramTypes[type].includes(mimetype) : type === 'file' || mimetype.startsWith(`${type}/`)

async function accept(
  { world, webhooks }: PageDeps,
  { app }: AccessToken,
  { account, person, recipientId }: Chat,
  content: Record<string, unknown>,
): Promise<Response> {
  const callbackData = typeof content.metadata === 'string' ? content.metadata : null
  const id = newMessageId(account)
  const message = world.addMessage({
    id,
    account,
    person,
    by: 'business',
    type: 'message',
    content,
    appId: app.id,
    callbackData,
  })
  const echoed = tellEcho({ world, webhooks }, message)
  webhooks.follow(echoed)
  if (world.habits.echoBeforeAnswer) await echoed
  return Response.json({ recipient_id: recipientId, message_id: id })
}

/** Every message of a page comes back. Instagram says of a message from an app neither the app nor its metadata. */
export async function tellEcho({ world, webhooks }: Pick<PageDeps, 'world' | 'webhooks'>, message: MetaMessage) {
  const { account, person, content, appId } = message
  if (account.kind === 'number') return
  const { metadata, quick_replies: _offered, ...shown } = content
  const isPage = account.kind === 'page'
  const echo = {
    sender: { id: account.id },
    recipient: { id: world.scopedId(person, account) },
    timestamp: world.now(),
    message: {
      mid: message.id,
      is_echo: true,
      ...(appId !== null && (isPage || !world.apps.has(appId)) && { app_id: Number(appId) }),
      ...(isPage && metadata !== undefined && { metadata }),
      ...(appId === BUSINESS_AI_APP && { ai_generated: true }),
      ...shown,
    },
  }
  const told = webhooks.tellPage(account, 'message_echoes', echo)
  message.status = 'sent'
  world.announce(message)
  if (isPage && !person.isAway) {
    message.status = 'delivered'
    void webhooks.tellPage(account, 'message_deliveries', {
      sender: { id: world.scopedId(person, account) },
      recipient: { id: account.id },
      timestamp: world.now(),
      delivery: { mids: [message.id], watermark: world.now() },
    })
  }
  await told
}
