import { call } from '../../../shared/client'
import type { MetaPage } from './choice'

/** What a sign-in with Meta found. `key` names it to the server for a while. */
export type FoundPages = { readonly key: string; readonly person: string; readonly pages: readonly MetaPage[] }

/** Returns where the browser signs in to Meta. */
export const startPageSignIn = () => call<{ url: string }>('POST', '/facebook/sign-in')

/** `reason` as a refusal of a page. */
type PagesConnected = {
  readonly connected: readonly { readonly isNew: boolean }[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
}
type Choice = { readonly key: string; readonly ids: readonly string[]; readonly queueIds: readonly number[] }

export const choosePages = (choice: Choice) => call<PagesConnected>('POST', '/facebook/pages', choice)

/** What Meta appended to the address of our page. */
export type FinishSignIn = { readonly state: string; readonly code?: string; readonly error?: string }

export const finishSignIn = (wanted: FinishSignIn) => call<FoundPages>('POST', '/facebook/sign-in/finish', wanted)
