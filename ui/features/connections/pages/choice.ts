/** Which pages and Instagram accounts become connections. Pure. */
import type { MetaPage } from '../../../../src/channels/meta/pages/contract'

/** Ticked: ids of pages and of Instagram accounts, which differ. */
export type Ticks = ReadonlySet<string>

const isFree = ({ isConnected, refusal }: Pick<MetaPage, 'isConnected' | 'refusal'>): boolean =>
  !isConnected && refusal === null

/** What a page's row ticks: the page and its Instagram account, as far as they can be connected. */
export const idsOf = (
  page: MetaPage,
  channels: { readonly facebook: boolean; readonly instagram: boolean },
): string[] => [
  ...(channels.facebook && isFree(page) ? [page.id] : []),
  ...(channels.instagram && page.instagram && isFree(page.instagram) ? [page.instagram.id] : []),
]

/** Connected already: choosing them again renews their access. */
export const connectedIn = (pages: readonly MetaPage[]): string[] =>
  pages
    .flatMap((page) => [page, ...(page.instagram ? [page.instagram] : [])])
    .filter(({ isConnected, refusal }) => isConnected && refusal === null)
    .map(({ id }) => id)

/** Everything that can be connected is ticked at first, as far as the plan has room. */
export function firstTicks(
  pages: readonly MetaPage[],
  channels: Parameters<typeof idsOf>[1],
  room: number | null,
): Ticks {
  const ids = pages.flatMap((page) => idsOf(page, channels))
  return new Set(room === null ? ids : ids.slice(0, room))
}

export const toggled = (ticks: Ticks, ids: readonly string[]): Ticks => {
  const isOn = ids.every((id) => ticks.has(id))
  return new Set(isOn ? [...ticks].filter((id) => !ids.includes(id)) : [...ticks, ...ids])
}
