/**
 * Which texts of a bot may be commands. A bot that repeats what contacts write, or a language model behind it, would
 * otherwise let strangers close conversations and choose who gets them. Pure.
 */
import type { Cx } from '../../platform/cx'
import { readJson } from '../../platform/json'
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
  const commands = trust.commandsInTexts ? readCommands(text) : undefined // first, because it bounds the text
  return commands && !isIn(saidBy(trust), text) ? commands : undefined
}

/** An answer may have a hundred texts. */
const known = new WeakMap<Trust, string>()
function saidBy(trust: Trust): string {
  const said = known.get(trust) ?? bare(trust.heard)
  known.set(trust, said)
  return said
}

/** Whether the text, or what makes it a command, occurs in what the contact wrote, in whatever spelling. */
export const isEchoed = (text: string, heard: string): boolean => isIn(bare(heard), text)

function isIn(said: string, text: string): boolean {
  if (said === '') return false
  return [
    text,
    ...text
      .trim()
      .split(/\s+/)
      .filter((word) => word.startsWith('#')),
    ...pairsIn(text),
  ]
    .map(bare)
    .some((part) => part !== '' && part !== '#' && said.includes(part))
}

/** Without case, width, spaces, invisible characters, quotes, escapes and marks, which bots add or leave out. */
const bare = (text: string): string =>
  text
    .slice(0, MOST)
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"'“”‘’`´*_~\\]/gu, '')
/** Above `MESSAGES` of the length that is read, and the longest new one: whoever writes more would push commands out of sight. */
const MOST = 300_000

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
