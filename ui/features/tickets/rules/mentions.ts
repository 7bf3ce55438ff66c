/** People meant by an @: found while writing, named while reading, turned into what travels when sent. */
import type { Mention } from '../../../../src/channels/contract'
import type { GroupParticipant } from '../../../../src/contacts/groups/contract'
import { folded } from './folded'

export type Member = Pick<GroupParticipant, 'id' | 'name' | 'number' | 'profilePicUrl' | 'isUs' | 'token'>
/** What an attendant wrote, as it travels. `mentions` name the people for our own screens. */
export type Meant = {
  readonly body: string
  readonly ids: readonly number[]
  readonly mentions: readonly Mention[]
  readonly everybody: boolean
}

/** Where a mention is being written: the text between `from` (the @) and the cursor. */
export type MentionQuery = { readonly from: number; readonly text: string }

/** Names have a few words; what is longer is no name any more. */
const LONGEST = 40
const MOST_WORDS = 3
const isName = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter)

export function mentionAt(text: string, cursor: number): MentionQuery | null {
  const from = text.lastIndexOf('@', cursor - 1)
  if (from < 0 || isName(text[from - 1])) return null
  const typed = text.slice(from + 1, cursor)
  if (typed.length > LONGEST || typed.includes('\n') || typed.startsWith(' ')) return null
  return typed.split(' ').length > MOST_WORDS ? null : { from, text: typed }
}

/** Whose name has a word that begins so, or whose number contains it; ourselves nobody means. */
export function membersLike<M extends Member>(members: readonly M[], typed: string): M[] {
  const wanted = folded(typed)
  const digits = typed.replace(/\D/g, '')
  return members.filter(
    ({ name, number, isUs, token }) =>
      !isUs &&
      token !== '' &&
      (wanted === '' ||
        ` ${folded(name)}`.includes(` ${wanted}`) ||
        (digits !== '' && (number ?? '').includes(digits))),
  )
}

type Chosen = ReadonlyMap<string, number>

/**
 * Names behind an @ become tokens. Of two people with one name the one who was chosen is meant; if nobody was, neither.
 * The longest name goes first, so that "@Ana" does not begin "@Ana Souza".
 */
export function meantIn(
  text: string,
  members: readonly Member[],
  { everybody, chosen }: { everybody: string; chosen: Chosen },
): Meant {
  const found = new Map<number, Mention>()
  let all = false
  const names = [...new Set(members.filter(({ token }) => token !== '').map(({ name }) => name)), everybody]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
  if (names.length === 0) return { body: text, ids: [], mentions: [], everybody: false }
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  const body = text.replace(pattern, (written, name: string) => {
    const member = memberCalled(name, members, chosen)
    if (!member) {
      all ||= name === everybody
      return written
    }
    found.set(member.id, { token: member.token, name: member.name })
    return `@${member.token}`
  })
  return { body, ids: [...found.keys()], mentions: [...found.values()], everybody: all }
}

function memberCalled(name: string, members: readonly Member[], chosen: Chosen): Member | undefined {
  const called = members.filter((member) => member.name === name && member.token !== '')
  return called.length === 1 ? called[0] : called.find(({ id }) => id === chosen.get(name))
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export type Spoken = { readonly text: string; readonly mention: Mention | 'everybody' | null }

/** A text in pieces, tokens with the people they mean; `everybody` is how phones write that all are meant. */
export function spokenParts(text: string, mentions: readonly Mention[], everybody: boolean): readonly Spoken[] {
  const tokens = mentions.map(({ token }) => escaped(token))
  const words = everybody ? ['todos', 'todas', 'all', 'everyone', 'herkes'] : []
  if (tokens.length + words.length === 0) return [{ text, mention: null }]
  const pattern = new RegExp(`@(${[...tokens, ...words].join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const parts: Spoken[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), mention: null })
    parts.push({ text: match[0], mention: mentions.find(({ token }) => token === match[1]) ?? 'everybody' })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: null })
  return parts
}

/** The same words for ears and one-line places: names in place of tokens. */
export const spoken = (text: string, mentions: readonly Mention[]): string =>
  spokenParts(text, mentions, false)
    .map(({ text, mention }) => (mention === null || mention === 'everybody' ? text : `@${mention.name}`))
    .join('')
