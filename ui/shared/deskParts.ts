/** What modules contribute to the desk. Fetched after the desk, which has a slot for each part. */
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

/** The text being written to the contact, and the slot above the composer. */
export type ComposerPart = {
  readonly ticket: TicketSummary
  readonly text: string
  onText(text: string): void
  readonly above: HTMLElement | null
}

/** In the composer's place, once the contact's messenger takes nothing more. */
export type ShutPart = {
  readonly ticket: TicketSummary
  onNote(): void
}

/** A part loads its larger components itself, when they are opened. */
export type DeskParts = {
  /** In the conversation header. */
  readonly Head?: ComponentType<{ ticket: TicketSummary }>
  /** Above the composer. */
  readonly Above?: ComponentType<{ ticket: TicketSummary }>
  readonly Shut?: ComponentType<ShutPart>
  /** Items of the conversation menu. */
  readonly MenuItems?: ComponentType<{ ticket: TicketSummary }>
  /** In the contact's pane. */
  readonly Pane?: ComponentType<{ ticket: TicketSummary }>
  /** Beside the buttons of the composer. */
  readonly Composer?: ComponentType<ComposerPart>
  /** Among the list filters; the selection is stored in the `TicketPart.filter` of the same name. */
  readonly Filter?: ComponentType<{ ids: readonly number[]; onIds(ids: number[]): void }>
  /** Actions on the selected tickets. */
  readonly Chosen?: ComponentType<{ tickets: readonly TicketSummary[] }>
  /** Palette entries about the open ticket. */
  readonly offers?: (asked: {
    readonly text: string
    readonly ticket: TicketSummary
    readonly client: QueryClient
    readonly t: Text
  }) => Promise<readonly Offer[]>
}

type NamedParts = DeskParts & { readonly name: string; readonly plan: PlanFlag | undefined }
const loadedAtom = atom<readonly NamedParts[]>([])

/** The loaded parts by module name, limited to the company's plan. */
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
