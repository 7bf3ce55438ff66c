/**
 * Completion while typing: people after an @, and what is typed after a colon. Names of group members become WhatsApp's
 * tokens when sent. Displaying mentions is in channels/mentions.
 */
import type { Mention } from '../../../../src/channels/contract'
import type { GroupParticipant } from '../../../../src/contacts/groups/contract'
import { folded } from '../../../shared/plain'

export type Member = Pick<GroupParticipant, 'id' | 'name' | 'number' | 'username' | 'profilePicUrl' | 'isUs' | 'token'>
/** An attendant's text as it is sent. `mentions` names the people for our own screens. */
export type CompletionMatch = {
  readonly body: string
  readonly ids: readonly number[]
  readonly mentions: readonly Mention[]
  readonly everybody: boolean
}

/** Names have a few words; longer text is not a mention. */
const LONGEST = 40
const MOST_WORDS = 3
const isName = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter)

export function mentionAt(text: string, cursor: number): TypedWord | null {
  const from = text.lastIndexOf('@', cursor - 1)
  if (from < 0 || isName(text[from - 1])) return null
  const typed = text.slice(from + 1, cursor)
  if (typed.length > LONGEST || typed.includes('\n') || typed.startsWith(' ')) return null
  return typed.split(' ').length > MOST_WORDS ? null : { from, to: cursor, text: typed }
}

/** Members with a word of their name starting with the text, or whose number contains it; never ourselves. */
export function membersLike<M extends Member>(members: readonly M[], typed: string): M[] {
  const wanted = folded(typed)
  const digits = typed.replace(/\D/g, '')
  return members.filter(
    ({ name, number, username, isUs, token }) =>
      !isUs &&
      token !== '' &&
      (isCalled(name, typed) ||
        (username ?? '').toLowerCase().startsWith(wanted) ||
        (digits !== '' && (number ?? '').includes(digits))),
  )
}

/** Whether a word of the name starts with what is typed, ignoring case and accents. */
export const isCalled = (name: string, typed: string): boolean =>
  typed === '' || ` ${folded(name)}`.includes(` ${folded(typed)}`)

/** By name, because people can share one. */
type ChosenMentions = ReadonlyMap<string, number>

/**
 * Replaces names after an @ with tokens. Of two people with the same name the chosen one is meant, or neither if none
 * was chosen.
 */
export function meantIn(
  text: string,
  members: readonly Member[],
  { everybody, chosen }: { everybody: string; chosen: ChosenMentions },
): CompletionMatch {
  const found = new Map<number, Mention>()
  let all = false
  const names = [...members.filter(({ token }) => token !== '').map(({ name }) => name), everybody]
  const body = text.replace(mentionPattern(names), (written, name: string) => {
    const member = personCalled(
      name,
      members.filter(({ token }) => token !== ''),
      chosen,
    )
    if (!member) {
      all ||= name === everybody
      return written
    }
    found.set(member.id, { token: member.token, name: member.name })
    return `@${member.token}`
  })
  return { body, ids: [...found.keys()], mentions: [...found.values()], everybody: all }
}

type NamedPerson = { readonly id: number; readonly name: string }

function personCalled<P extends NamedPerson>(
  name: string,
  people: readonly P[],
  chosen: ChosenMentions,
): P | undefined {
  const called = people.filter((person) => person.name === name)
  return called.length === 1 ? called[0] : called.find(({ id }) => id === chosen.get(name))
}

/** The people whose names are in the text after an @, each once; by the same rule as `meantIn`. */
export function calledIn<P extends NamedPerson>(
  text: string,
  people: readonly P[],
  chosen: ChosenMentions,
): readonly P[] {
  const found = Array.from(text.matchAll(mentionPattern(people.map(({ name }) => name))), ([, name = '']) =>
    personCalled(name, people, chosen),
  )
  return [...new Set(found.filter((person) => person !== undefined))]
}

/** Splits a text at the names after an @; every second part is such a name with its @. */
export const partsByName = (text: string, names: readonly string[]): readonly string[] =>
  text.split(mentionPattern(names)).map((part, at) => (at % 2 === 1 ? `@${part}` : part))

/** The longest name first, so that "@Ana" does not match in "@Ana Souza". Without names it matches nothing. */
export function mentionPattern(names: readonly string[]): RegExp {
  const longestFirst = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  const any = longestFirst.map(escaped).join('|') || '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}_])@(${any})(?![\\p{L}\\p{N}_])`, 'gu')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * The token being typed between `from`, its leading character, and `to`, the cursor; `text` is without that character.
 */
export type TypedWord = { readonly from: number; readonly to: number; readonly text: string }

/** A colon at the start of a word, and two letters or more: not a time, an address or a typed smiley. */
const BEGUN = /(?<![^\s(])(:)([\p{L}+-][\p{L}\p{N}_+-]{1,23})$/u

export function emojiAt(text: string, cursor: number): TypedWord | null {
  const found = BEGUN.exec(text.slice(0, cursor))
  return found?.[2] === undefined ? null : { from: found.index, to: cursor, text: found[2] }
}
