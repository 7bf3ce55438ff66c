/** People meant by an @: found while writing, turned into what travels when sent. How they are read is channels/mentions. */
import type { Mention } from '../../../../src/channels/contract'
import { type Spoken, spokenParts } from '../../../../src/channels/mentions/contract'
import type { GroupParticipant } from '../../../../src/contacts/groups/contract'
import { folded } from '../../../shared/plain'

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

/** Names behind an @ become tokens. Of two people with one name the one who was chosen is meant; if nobody was, neither. */
export function meantIn(
  text: string,
  members: readonly Member[],
  { everybody, chosen }: { everybody: string; chosen: Chosen },
): Meant {
  const found = new Map<number, Mention>()
  let all = false
  const names = [...members.filter(({ token }) => token !== '').map(({ name }) => name), everybody]
  const body = text.replace(behindAt(names), (written, name: string) => {
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

/** The longest name goes first, so that "@Ana" does not begin "@Ana Souza". Of no names, none is found. */
function behindAt(names: readonly string[]): RegExp {
  const longestFirst = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  const any = longestFirst.map(escaped).join('|') || '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(${any})(?![\\p{L}\\p{N}_])`, 'gu')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * What was said and is being changed: names become the tokens they stood for. Of two people with one name, the first to be
 * named is who was named first.
 */
export function retold(text: string, said: string, mentions: readonly Mention[]): string {
  const named = spokenParts(said, mentions, false).flatMap(({ mention }) => (isPerson(mention) ? mention : []))
  if (named.length === 0) return text
  return text.replace(behindAt(named.map(({ name }) => name)), (written, name: string) => {
    const at = named.findIndex((one) => one.name === name)
    const isLast = named.findLastIndex((one) => one.name === name) === at
    const token = named[at]?.token
    if (!isLast) named.splice(at, 1)
    return token === undefined ? written : `@${token}`
  })
}

const isPerson = (mention: Spoken['mention']): mention is Mention => mention !== null && mention !== 'everybody'
