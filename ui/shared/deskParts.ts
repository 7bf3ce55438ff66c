/** What modules add to the desk. It is fetched behind the desk, which has a place for each part. */
import type { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai/vanilla'
import type { ComponentType } from 'react'
import { hasFeature, type PlanFlag } from '../../src/tenancy/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import { loadTexts } from './i18n/language'
import type { Text } from './i18n/translate'
import { loadWithRetry } from './lazyPart'
import type { Module } from './module'
import type { Offer } from './offer'
import { userAtom } from './session/session'
import { store } from './store'

/** What is being written to the contact, and the place above the composer. */
export type ComposerPart = {
  readonly ticket: TicketSummary
  readonly text: string
  onText(text: string): void
  readonly above: HTMLElement | null
}

/** What larger parts show when they are opened, they load themselves. */
export type DeskParts = {
  /** In the head of a conversation. */
  readonly Head?: ComponentType<{ ticket: TicketSummary }>
  /** Above its composer. */
  readonly Above?: ComponentType<{ ticket: TicketSummary }>
  /** Lines of its menu. */
  readonly MenuItems?: ComponentType<{ ticket: TicketSummary }>
  /** Beside the buttons of the composer. */
  readonly Composer?: ComponentType<ComposerPart>
  /** Among the filters of the lists; what it chooses is a `TicketPart.filter` of the same name. */
  readonly Filter?: ComponentType<{ ids: readonly number[]; onIds(ids: number[]): void }>
  /** What can be done with the tickets chosen in a list. */
  readonly Chosen?: ComponentType<{ tickets: readonly TicketSummary[] }>
  /** Lines of the palette about the open ticket. */
  readonly offers?: (asked: {
    readonly text: string
    readonly ticket: TicketSummary
    readonly client: QueryClient
    readonly t: Text
  }) => Promise<readonly Offer[]>
}

type NamedParts = DeskParts & { readonly name: string; readonly plan: PlanFlag | undefined }
const loadedAtom = atom<readonly NamedParts[]>([])

/** Those that have come, by the names of their modules, as far as the company's plan has them. */
export const deskPartsAtom = atom((get) => {
  const features = get(userAtom)?.company.features ?? null
  return get(loadedAtom).filter(({ plan }) => plan === undefined || hasFeature(features, plan))
})

export async function loadDeskParts(modules: readonly Module[]): Promise<void> {
  const loading = modules.map(async ({ name, desk, texts, menu, plan = menu?.plan }) => {
    if (!desk) return []
    const [parts] = await Promise.all([loadWithRetry(desk), loadTexts(...texts)])
    return [{ name, plan, ...parts }]
  })
  store.set(loadedAtom, (await Promise.all(loading)).flat())
}
