/** What a person who signs in to Meta has: their pages, with their tokens. */
import { inspectToken, lastingToken, type TokenFacts } from '../app'
import { requireApp, type SignInDeps, signInFailed } from '../sign-in'
import { type ListedPage, listPages, readPerson } from './api'

const SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'instagram_basic',
  'instagram_manage_messages',
  'business_management',
] as const

/** What the dialog is to grant. */
export const pagePermissions = { scope: SCOPES.join(',') }

export type PersonsPages = {
  readonly person: string
  readonly pages: readonly ListedPage[]
  readonly facts: TokenFacts
}

/** By a token of the person, which may be short-lived. */
export async function findPages({ graph, app }: SignInDeps, token: string, personId?: string): Promise<PersonsPages> {
  const own = requireApp(app())
  try {
    // The person's first: tokens of pages that come from a lasting one do not end.
    const lasting = await lastingToken(graph, own, token)
    const signed = { token: lasting, appSecret: own.secret }
    const facts = await inspectToken(graph, own, lasting)
    const { id, name } = await readPerson(graph, signed)
    return { person: name, facts: { ...facts, userId: id }, pages: await listPages(graph, signed, personId ?? id) }
  } catch (error) {
    return signInFailed(error)
  }
}
