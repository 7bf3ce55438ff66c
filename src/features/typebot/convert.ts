/** A bot's reply as messages to the contact. Pure; whatever the reply, the result is bounded. */
import { readJson } from '../../platform/json'
import type { Command } from '../integrations/commands'
import { LONGEST_WAIT } from '../integrations/commands'
import { commandsIn, type Trust } from '../integrations/echo'
import { type KeptInput, showInput } from './inputs'
import type { TypebotPhrases } from './phrases'
import {
  type Fields,
  fieldsOf,
  fromMarkdown,
  fromRichText,
  listOf,
  MOST_TEXT,
  objectsIn,
  textOf,
  webAddress,
} from './rich-text'

export type Reply = {
  readonly sessionId: string | undefined
  readonly messages: readonly Fields[]
  readonly input: Fields | undefined
  readonly actions: readonly Fields[]
}

/** The reply of startChat or continueChat; undefined if it is none. */
export function readReply(body: string): Reply | undefined {
  const reply = fieldsOf(readJson(body))
  if (!reply || !Array.isArray(reply.messages)) return undefined
  const sessionId = textOf(reply.sessionId)
  return {
    sessionId: sessionId === '' || sessionId.length > 200 ? undefined : sessionId,
    messages: objectsIn(reply.messages, MOST_BUBBLES),
    input: fieldsOf(reply.input),
    actions: objectsIn(reply.clientSideActions, MOST_BUBBLES),
  }
}

const MOST_BUBBLES = 30

export type Conversion = {
  readonly commands: readonly Command[]
  /** Null: the flow is over, or goes on without an answer. */
  readonly input: KeptInput | null
  /** The bot waits for a call without a message. */
  readonly continues: boolean
  /** The input cannot be answered here. */
  readonly isForPeople: boolean
}

export function convert(reply: Reply, words: TypebotPhrases, trust: Trust): Conversion {
  const commands: Command[] = actionsAfter(reply, undefined)
  for (const bubble of reply.messages)
    commands.push(...fromBubble(bubble, trust), ...actionsAfter(reply, textOf(bubble.id)))
  const shown = reply.input && showInput(reply.input, words)
  for (const { url, caption } of shown?.pictures ?? [])
    commands.push({ do: 'sendFile', file: { url }, as: 'image', caption })
  if (shown && shown.text !== '')
    commands.push({ do: 'say', text: shown.text, ...(shown.choices && { choices: shown.choices }) })
  return {
    commands,
    input: shown?.keeps ?? null,
    continues: reply.actions.some((action) => action.expectsDedicatedReply === true && action.type !== LISTENS),
    isForPeople: shown?.isForPeople === true || reply.actions.some(({ type }) => type === LISTENS),
  }
}

/** Only the bot's own page can listen for a webhook. */
const LISTENS = 'listenForWebhook'

/** What is done after a bubble; undefined: before the first. */
function actionsAfter({ actions, messages }: Reply, bubbleId: string | undefined): Command[] {
  const isKnown = (id: string) => messages.some((message) => message.id === id)
  return actions.flatMap((action): Command[] => {
    const last = textOf(action.lastBubbleBlockId)
    if ((last !== '' && isKnown(last) ? last : undefined) !== bubbleId) return []
    if (action.type === 'wait') {
      const seconds = Number(fieldsOf(action.wait)?.secondsToWaitFor)
      return seconds > 0 ? [{ do: 'wait', ms: Math.min(Math.round(seconds * 1000), LONGEST_WAIT) }] : []
    }
    const url = action.type === 'redirect' ? webAddress(fieldsOf(action.redirect)?.url) : undefined
    return url === undefined ? [] : [{ do: 'say', text: url }]
  })
}

function fromBubble(bubble: Fields, trust: Trust): readonly Command[] {
  const content = fieldsOf(bubble.content) ?? {}
  const url = webAddress(content.url)
  switch (bubble.type) {
    case 'text': {
      const text = content.type === 'markdown' ? fromMarkdown(markdownOf(content)) : fromRichText(content.richText)
      return commandsIn(plainOf(content), trust) ?? say(text)
    }
    case 'image':
      return url === undefined ? [] : image(url, webAddress(fieldsOf(content.clickLink)?.url ?? content.clickLink))
    case 'video':
      return video(content, url)
    case 'audio':
      return url === undefined ? [] : [{ do: 'sendFile', file: { url }, as: 'voice', caption: '' }]
    case 'embed':
    case 'custom-embed':
      return url === undefined ? [] : embed(url)
    default:
      return []
  }
}

const say = (text: string): readonly Command[] => (text === '' ? [] : [{ do: 'say', text }])
const markdownOf = (content: Fields) => (typeof content.markdown === 'string' ? content.markdown : '')

/** The letters of a bubble as its author typed them: a command may hold marks. */
function plainOf(content: Fields): string {
  if (content.type === 'markdown')
    return markdownOf(content)
      .slice(0, MOST_TEXT)
      .replace(/\\([_*[\]{}#])/g, '$1')
  let nodes = 1000
  const lettersOf = (value: unknown, depth: number): string => {
    const fields = fieldsOf(value)
    if (!fields || depth > 10 || nodes-- <= 0) return ''
    if (typeof fields.text === 'string') return textOf(fields.text)
    return listOf(fields.children)
      .map((child) => lettersOf(child, depth + 1))
      .join('')
  }
  return listOf(content.richText)
    .slice(0, 200)
    .map((block) => lettersOf(block, 0))
    .join('\n')
}

const extensionOf = (url: string) => /\.([a-z0-9]{1,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''

/** Phones show neither gif nor svg as a picture. */
function image(url: string, link: string | undefined): readonly Command[] {
  const as = ['svg', 'gif'].includes(extensionOf(url)) ? 'document' : 'image'
  return [{ do: 'sendFile', file: { url }, as, caption: link ?? '' }]
}

const pages: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
}
const isVideoPage = (url: string) =>
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|tiktok\.com|gumlet\.io)$/.test(new URL(url).hostname)

/** Videos on a page are sent as its address. */
function video(content: Fields, url: string | undefined): readonly Command[] {
  const [type, id] = [textOf(content.type), textOf(content.id)]
  if (url === undefined) return pages[type] !== undefined && /^[\w-]{1,40}$/.test(id) ? say(pages[type] + id) : []
  if ((type !== '' && type !== 'url') || isVideoPage(url)) return say(url)
  return [{ do: 'sendFile', file: { url }, as: 'video', caption: '' }]
}

const documents = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'csv', 'txt', 'zip', 'rtf']
const embed = (url: string): readonly Command[] =>
  documents.includes(extensionOf(url)) ? [{ do: 'sendFile', file: { url }, as: 'document', caption: '' }] : say(url)
