/** Names and pictures of people who write. Meta may refuse them: then the contact has no name. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { allowNothing, openOutside } from '../../../platform/outside'
import { personName } from '../../../platform/text'
import { DAY, HOUR, SECOND } from '../../../platform/time'
import type { Address } from '../../channel'
import { type Graph, GraphFailed } from '../graph'
import { reachOf } from '../hosts'
import type { Account } from '../product'

const Profile = v.object({
  name: v.optional(v.string(), ''),
  first_name: v.optional(v.string(), ''),
  last_name: v.optional(v.string(), ''),
  username: v.optional(v.string(), ''),
  profile_pic: v.optional(v.string(), ''),
})
type Profile = v.InferOutput<typeof Profile>

const fieldsOf = ({ kind }: Address): string =>
  kind === 'igsid' ? 'name,username,profile_pic' : 'first_name,last_name,profile_pic'

/** Undefined if Meta does not give it: no consent, no permission, no such person. */
export async function readProfile(
  { graph, credentials: { token }, appSecret }: Account,
  address: Address,
): Promise<Profile | undefined> {
  try {
    const answer = await graph.call({
      method: 'GET',
      path: address.value,
      query: { fields: fieldsOf(address) },
      token,
      appSecret,
      limit: PROFILE_TIMEOUT_MS,
    })
    const read = v.safeParse(Profile, answer)
    return read.success ? read.output : undefined
  } catch (error) {
    if (error instanceof GraphFailed && isWithheld(error)) return undefined
    throw error
  }
}
const PROFILE_TIMEOUT_MS = 4 * SECOND

const isWithheld = ({ code }: GraphFailed): boolean => [100, 230, 9010, 10, 200].includes(code)

/** The name, or the username with an @; null without either. */
export const nameIn = ({ name, first_name: first, last_name: last, username }: Profile): string | null =>
  personName(name || `${first} ${last}`) || (username && `@${personName(username)}`) || null

export type KnownPerson = { readonly name: string | null; readonly username?: string }

export const personIn = (profile: Profile): KnownPerson => ({
  name: nameIn(profile),
  ...(profile.username && { username: profile.username }),
})

const MAX_PICTURE_BYTES = 5_000_000
const PICTURE_TIMEOUT_MS = 20 * SECOND

/** Downloads the picture to `path`; false without one. */
export async function downloadPicture(account: Account, address: Address, path: string): Promise<boolean> {
  const url = (await readProfile(account, address))?.profile_pic ?? ''
  return fetchPicture(account.graph, url, path)
}

/** Only from Meta's file servers; false if the address is none of theirs, or shows nothing. */
export async function fetchPicture(graph: Graph, url: string, path: string): Promise<boolean> {
  const reach = reachOf(url, graph.addressOf(''))
  if (reach === null) return false
  const found = await openOutside({
    ...(reach === 'any' ? { reach } : { reach, allowed: allowNothing }),
    wait: graph.wait,
    url,
    method: 'GET',
    headers: { accept: 'image/*' },
    limit: PICTURE_TIMEOUT_MS,
    most: MAX_PICTURE_BYTES,
    left: new AbortController().signal,
  })
  if (found.status !== 200) {
    found.close()
    return false
  }
  await pipeline(Readable.from(found.parts), createWriteStream(path, { mode: 0o600 }))
  return true
}

const MAX_NAMES = 5_000

const nobody: KnownPerson = { name: null }

/** Names that were asked for, so that a conversation asks once a day; null: Meta gave none. */
export function createNames(now: () => number) {
  const names = new Map<string, { readonly person: KnownPerson; readonly until: number }>()

  return {
    find: (key: string): KnownPerson => names.get(key)?.person ?? nobody,
    isDue: (key: string): boolean => (names.get(key)?.until ?? 0) <= now(),
    keep(key: string, person: KnownPerson = nobody) {
      names.delete(key)
      const [oldest] = names.keys()
      if (names.size >= MAX_NAMES && oldest !== undefined) names.delete(oldest)
      names.set(key, { person, until: now() + (person.name === null ? HOUR : DAY) })
    },
  }
}
