/**
 * Mentions while writing: finds members after an @, and turns names into WhatsApp's tokens when sent. Showing them is
 * in channels/mentions.
 */
import type { Mention } from '../../../../src/channels/contract'
import { type Spoken, spokenParts } from '../../../../src/channels/mentions/contract'
import type { GroupParticipant } from '../../../../src/contacts/groups/contract'
import { folded } from '../../../shared/plain'
import type { Typed } from './typed'

export type Member = Pick<GroupParticipant, 'id' | 'name' | 'number' | 'profilePicUrl' | 'isUs' | 'token'>
/** An attendant's text as it is sent. `mentions` names the people for our own screens. */
export type Meant = {
  readonly body: string
  readonly ids: readonly number[]
  readonly mentions: readonly Mention[]
  readonly everybody: boolean
}

/** Names have a few words; longer text is not a mention. */
const LONGEST = 40
const MOST_WORDS = 3
const isName = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter)

export function mentionAt(text: string, cursor: number): Typed | null {
  const from = text.lastIndexOf('@', cursor - 1)
  if (from < 0 || isName(text[from - 1])) return null
  const typed = text.slice(from + 1, cursor)
  if (typed.length > LONGEST || typed.includes('\n') || typed.startsWith(' ')) return null
  return typed.split(' ').length > MOST_WORDS ? null : { from, to: cursor, text: typed }
}

/** Members with a name of which a word begins with the text, or whose number contains it; never ourselves. */
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
 * Replaces names after an @ by tokens. Of two people with one name the chosen one is meant, or neither if none was
 * chosen.
 */
export function meantIn(
  text: string,
  members: readonly Member[],
  { everybody, chosen }: { everybody: string; chosen: Chosen },
): Meant {
  const found = new Map<number, Mention>()
  let all = false
  const names = [...members.filter(({ token }) => token !== '').map(({ name }) => name), everybody]
  const body = text.replace(mentionPattern(names), (written, name: string) => {
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

/** The longest name first, so that "@Ana" does not match in "@Ana Souza". Without names it matches nothing. */
function mentionPattern(names: readonly string[]): RegExp {
  const longestFirst = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  const any = longestFirst.map(escaped).join('|') || '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(${any})(?![\\p{L}\\p{N}_])`, 'gu')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * For editing a message: turns the names shown in its text back into tokens. Of two people with one name, they are matched
 * in the order in which they are mentioned.
 */
export function retold(text: string, said: string, mentions: readonly Mention[]): string {
  const named = spokenParts(said, mentions, false).flatMap(({ mention }) => (isPerson(mention) ? mention : []))
  if (named.length === 0) return text
  return text.replace(mentionPattern(named.map(({ name }) => name)), (written, name: string) => {
    const at = named.findIndex((one) => one.name === name)
    const isLast = named.findLastIndex((one) => one.name === name) === at
    const token = named[at]?.token
    if (!isLast) named.splice(at, 1)
    return token === undefined ? written : `@${token}`
  })
}

const isPerson = (mention: Spoken['mention']): mention is Mention => mention !== null && mention !== 'everybody'
