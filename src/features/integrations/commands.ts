/**
 * Commands that an integration writes into its answers: hand over to a queue, add a tag, close. Three dialects are
 * understood: `#queue=2`, `#{"queueId":2}`, and JSON objects with `action`. Ids are checked where a command is
 * performed. Pure.
 */

import type { Offer } from '../../channels/contract'
import { readJson } from '../../platform/json'
import { cut } from '../../platform/text'

export type Command =
  | { readonly do: 'say'; readonly text: string; readonly choices?: Offer }
  | {
      readonly do: 'sendFile'
      readonly file: { readonly url: string }
      readonly as: 'image' | 'video' | 'voice' | 'document'
      readonly caption: string
    }
  | { readonly do: 'tag'; readonly add: readonly number[]; readonly remove: readonly number[] }
  /** Removes all tags of the ticket. */
  | { readonly do: 'clearTags' }
  | { readonly do: 'note'; readonly text: string }
  | { readonly do: 'transfer'; readonly queueId: number | null; readonly userId: number | null }
  | { readonly do: 'close'; readonly text: string }
  /** Leaves the ticket to people in its queue. */
  | { readonly do: 'stop' }
  /** Delays what follows. */
  | { readonly do: 'wait'; readonly ms: number }

/** Longer texts are never commands. */
const LONGEST = 20_000
export const MOST_COMMANDS = 20
const MOST_TEXT = 4000
const LONGEST_URL = 2000
const MOST_MENU_OPTIONS = 50
/** As in Typebot's own WhatsApp channel. */
export const LONGEST_WAIT = 10_000

/** The commands of a text that holds nothing else; undefined: a text for the contact. */
export function readCommands(text: string): readonly Command[] | undefined {
  if (text.length > LONGEST) return undefined
  const typed = text.trim()
  const json = /^#?\s*([[{].*[\]}])$/s.exec(typed)?.[1]
  if (json !== undefined) return commandsOf(readJson(json))
  return typed.startsWith('#') ? readWords(typed) : undefined
}

/** The commands of a JSON object, or of an array of them; undefined if it holds none. */
export function commandsOf(value: unknown): readonly Command[] | undefined {
  const all = (Array.isArray(value) ? value.slice(0, MOST_COMMANDS) : [value]).map(readObject)
  return all.length > 0 && all.every((one) => one !== undefined) ? all.flat().slice(0, MOST_COMMANDS) : undefined
}

/** `#queue=2 #user=5`, `#tag=3`, `#close`, `#stop`, in any number. */
function readWords(typed: string): readonly Command[] | undefined {
  const words = typed.split(/\s+/)
  if (words.length > MOST_COMMANDS) return undefined
  const commands: Command[] = []
  for (const word of words) {
    const [, name, digits] = /^#(?:(queue|user|tag)=(\d{1,15})|close|stop)$/i.exec(word) ?? []
    const id = idIn(digits)
    if (/^#close$/i.test(word)) commands.push({ do: 'close', text: '' })
    else if (/^#stop$/i.test(word)) commands.push({ do: 'stop' })
    else if (name === undefined || id === undefined) return undefined
    else if (name.toLowerCase() === 'tag') commands.push({ do: 'tag', add: [id], remove: [] })
    else addTransfer(commands, name.toLowerCase() === 'queue' ? { queueId: id } : { userId: id })
  }
  return commands
}

/** `#queue=2` and `#user=5` are one transfer. */
function addTransfer(commands: Command[], to: { readonly queueId?: number; readonly userId?: number }) {
  const at = commands.findIndex((command) => command.do === 'transfer')
  const known = commands[at]
  if (known?.do === 'transfer') commands[at] = { ...known, ...to }
  else commands.push({ do: 'transfer', queueId: null, userId: null, ...to })
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // an object
const textIn = (value: unknown): string => (typeof value === 'string' ? cut(value, MOST_TEXT).trim() : '')
/** A positive whole number, also in digits. */
const idIn = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Field names that make an object a command, in lower case: the dialects differ in capitals. */
function readObject(value: unknown): readonly Command[] | undefined {
  const given = fieldsOf(value)
  if (!given) return undefined
  const fields = Object.fromEntries(Object.entries(given).map(([name, field]) => [name.toLowerCase(), field]))
  const action = typeof fields.action === 'string' ? fields.action.toLowerCase() : undefined
  if (action !== undefined) return readAction(action, fields)
  const said = readMessages(fields.message)
  if (fields.closeticket === true) return [...said, { do: 'close', text: '' }]
  if (fields.stopbot === true) return [...said, { do: 'stop' }]
  const queueId = idIn(fields.queueid)
  const userId = idIn(fields.userid)
  if (queueId === undefined && userId === undefined) return said.length > 0 ? said : undefined
  return [...said, { do: 'transfer', queueId: queueId ?? null, userId: userId ?? null }]
}

function readAction(action: string, fields: Fields): readonly Command[] | undefined {
  const tagId = idIn(fields.tagid)
  switch (action) {
    case 'menu':
      return readMenu(fields)
    case 'note': {
      const text = textIn(fieldsOf(fields.message)?.content ?? fields.message)
      return text === '' ? [] : [{ do: 'note', text }]
    }
    case 'updateticket':
      return readUpdate(fieldsOf(fields.ticketdata) ?? {})
    case 'wait': {
      const seconds = Number(fields.seconds)
      return seconds > 0 ? [{ do: 'wait', ms: Math.min(Math.round(seconds * 1000), LONGEST_WAIT) }] : []
    }
    // Tags belong to tickets here, so a tag of the contact is one of its ticket.
    case 'addtag':
    case 'addcontacttag':
      return tagId === undefined ? [] : [{ do: 'tag', add: [tagId], remove: [] }]
    case 'removetag':
    case 'removecontacttag':
      return tagId === undefined ? [] : [{ do: 'tag', add: [], remove: [tagId] }]
    case 'cleartags':
    case 'clearcontacttags':
      return [{ do: 'clearTags' }]
    case 'endsession':
    case 'stopbot':
      return [{ do: 'stop' }]
    case 'closeticket':
      return [{ do: 'close', text: '' }]
    case 'ping':
      return []
    default:
      return undefined
  }
}

function readUpdate(data: Fields): readonly Command[] {
  const note = textIn(data.annotation)
  const noted: readonly Command[] = note === '' ? [] : [{ do: 'note', text: note }]
  if (data.status === 'closed' || data.justClose === true) return [...noted, { do: 'close', text: '' }]
  const queueId = idIn(data.queueId)
  const userId = idIn(data.userId)
  if (queueId !== undefined || userId !== undefined)
    return [...noted, { do: 'transfer', queueId: queueId ?? null, userId: userId ?? null }]
  return typeof data.status === 'string' ? [...noted, { do: 'stop' }] : noted
}

/** Buttons are sent as numbered lines. */
function readMenu(fields: Fields): readonly Command[] {
  const options = Array.isArray(fields.menuoptions) ? fields.menuoptions.slice(0, MOST_MENU_OPTIONS) : []
  const lines = options.flatMap((option: unknown, at) => {
    const [text, url] = [textIn(fieldsOf(option)?.text), textIn(fieldsOf(option)?.url)]
    if (url !== '') return [text === '' ? url : `${text}: ${url}`]
    return text === '' ? [] : [`*${at + 1}.* ${text}`]
  })
  const said = readMessages(fields.message)
  const title = said.findLast((one) => one.do === 'say')
  const labels = options.flatMap((option: unknown) => textIn(fieldsOf(option)?.text) || [])
  const choices = offerOf(title?.text ?? '', labels)
  const isTappable = labels.length === lines.length && lines.every((line) => line.startsWith('*'))
  const text = cut([title?.text ?? '', lines.join('\n')].filter((part) => part !== '').join('\n\n'), MOST_TEXT)
  const others = said.filter((one) => one !== title)
  return text === '' ? others : [...others, { do: 'say', text, ...(isTappable && choices && { choices }) }]
}

/** Choices that are answered with their own words. Undefined without any. */
export const offerOf = (prompt: string, labels: readonly string[]): Offer | undefined =>
  labels.length === 0 ? undefined : { prompt, options: labels.map((title) => ({ id: cut(title, MOST_ID), title })) }
const MOST_ID = 200

/** One message, or an array of them: `{type, content, mediaUrl}` or a text. */
function readMessages(value: unknown): readonly Command[] {
  return (Array.isArray(value) ? value.slice(0, MOST_COMMANDS) : [value]).flatMap(readMessage)
}

const kinds: Readonly<Record<string, 'image' | 'video' | 'voice' | 'document'>> = {
  image: 'image',
  video: 'video',
  gif: 'video',
  audio: 'voice',
  document: 'document',
  file: 'document',
}

function readMessage(value: unknown): readonly Command[] {
  const fields = fieldsOf(value)
  const text = textIn(fields ? (fields.content ?? fields.text) : value)
  const url = fields?.mediaUrl
  if (typeof url === 'string' && url.length <= LONGEST_URL && /^https?:\/\/\S+$/i.test(url)) {
    const type = typeof fields?.type === 'string' ? fields.type.toLowerCase() : ''
    return [{ do: 'sendFile', file: { url }, as: kinds[type] ?? 'document', caption: text }]
  }
  return text === '' ? [] : [{ do: 'say', text }]
}
