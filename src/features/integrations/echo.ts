/**
 * Which texts of a bot may be commands. A bot that repeats what contacts write, or a language model behind it, would
 * otherwise let strangers close conversations and choose who gets them. Pure.
 */
import type { Cx } from '../../platform/cx'
import { readJson } from '../../platform/json'
import { getOrMake } from '../../platform/maps'
import { getColumn } from '../../platform/sql'
import { type Command, readCommands } from './commands'

export type Trust = {
  /** The integration's switch: whether texts may be commands at all. Fields of an answer always may. */
  readonly commandsInTexts: boolean
  /** What the contact has written lately, in order, and its name. */
  readonly heard: string
}

/** The commands of a text; undefined: a text for the contact. */
export function commandsIn(text: string, trust: Trust): readonly Command[] | undefined {
  const commands = trust.commandsInTexts ? readCommands(text) : undefined
  return commands && !isEchoed(text, trust) ? commands : undefined
}

/** By turn: what the contact wrote, and the parts that may still be looked for in it. */
const looks = new WeakMap<Trust, { readonly said: string; left: number }>()
/** Each takes up to 0.1 ms. */
const MOST_PARTS = 1000
/** Of a part, whose beginning is enough: a search takes longer the longer it is. */
const LONGEST_PART = 300

/**
 * Whether the text, or what makes it a command, occurs in what the contact wrote, in whatever spelling. A text with more
 * parts than may be looked for counts as such.
 */
function isEchoed(text: string, trust: Trust): boolean {
  const look = getOrMake(looks, trust, () => ({ said: bare(trust.heard), left: MOST_PARTS }))
  if (look.said === '') return false
  const words = text.split(/\s+/).filter((word) => word.startsWith('#'))
  const parts = [text, ...words, ...pairsIn(text)]
  look.left -= parts.length
  if (look.left < 0) return true
  return parts
    .map((part) => bare(part).slice(0, LONGEST_PART))
    .some((part) => part !== '' && part !== '#' && look.said.includes(part))
}

/** Without case, width, spaces, invisible characters, quotes, escapes and marks, which bots add or leave out. */
const bare = (text: string): string =>
  text
    .replace(LIGATURES, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"'“”‘’`´*_~\\]/gu, '')
/** Whole phrases in one sign, which would become 18 times as long. */
const LIGATURES = /[\ufdf0-\ufdfc]/g

/** The fields of JSON in the text as `name:value`: of a template, only a part may be the contact's. */
function pairsIn(text: string): readonly string[] {
  const json = /^#?\s*([[{].*[\]}])$/s.exec(text.trim())?.[1]
  if (json === undefined) return []
  const pairs: string[] = []
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 8) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, depth + 1)
      else if (pairs.length < MOST_PAIRS && !Array.isArray(value)) pairs.push(`${name}:${String(inner)}`)
    }
  }
  walk(readJson(json), 0)
  return pairs
}
const MOST_PAIRS = 500

/** Of both sides, looked at: the contact may have written a command in pieces. */
const MESSAGES = 100

export function trustFor(
  { db }: Cx,
  { commandsInTexts }: Pick<Trust, 'commandsInTexts'>,
  { ticket, contact, event }: TurnOf,
): Trust {
  if (!commandsInTexts) return { commandsInTexts, heard: '' }
  const before = getColumn<string>(
    db,
    `SELECT substr(body, 1, 2000) FROM (SELECT body, from_me, created_at, id FROM messages INDEXED BY messages_page
       WHERE contact_id = ? ORDER BY created_at DESC, id DESC LIMIT ${MESSAGES}) WHERE from_me = 0 ORDER BY created_at, id`,
    contact.id,
  )
  const now = event.kind === 'message' ? [event.message.body] : []
  const heard = [contact.name, contact.email, ...before, ...now].join('\n')
  return { commandsInTexts, heard: ticket.id === 0 ? now.join('\n') : heard }
}

type TurnOf = {
  readonly ticket: { readonly id: number }
  readonly contact: { readonly id: number; readonly name: string; readonly email: string }
  readonly event: { readonly kind: 'timer' } | { readonly kind: 'message'; readonly message: { readonly body: string } }
}
