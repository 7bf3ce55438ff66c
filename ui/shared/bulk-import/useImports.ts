/** A user's imports, live: the running ones, and those that ended since the page was opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { type ImportDetail, type ImportSummary, importUpdated } from '../../../src/bulk-import/contract'
import { useText } from '../i18n/useText'
import { jobsAtom } from '../kit/jobs'
import { applyNews } from '../live/live-query'
import { useEvent } from '../live/useEvent'
import { useUser } from '../session/useUser'
import { type Address, cancelImport, importQuery, importsQuery } from './api'
import { countsOf } from './counts'
import { isLater, jobIdOf, jobStateOf, withNews } from './spec'

/** Applies import events to the cached list. */
export function useImportEvents(address: Address, targets: readonly string[]) {
  const cache = useQueryClient()
  const { id: userId } = useUser()
  useEvent(importUpdated, ({ import: news }) => {
    if (!targets.includes(news.target)) return
    applyNews(cache, importsQuery(address).queryKey, (known: readonly ImportSummary[]) => withNews(known, news, userId))
    const key = importQuery(address, news.id).queryKey
    const before = cache.getQueryData(key)
    applyNews(cache, key, (known: ImportDetail) => (isLater(known, news) ? known : { ...known, ...news }))
    // Events do not carry the row errors.
    if (before && before.state !== news.state && news.state !== 'running')
      void cache.invalidateQueries({ queryKey: key })
  })
}

const openedAt = Date.now()

type Following = {
  readonly address: Address
  /** The import target, as the server names it. */
  readonly targets: readonly string[]
  readonly enabled: boolean
  /** The page of the import target. */
  readonly to: string
  title(one: ImportSummary): string
  open(one: ImportSummary): void
}

/** Shows the imports in the shell's tray, on every page. */
export function useFollowedImports({ address, targets, enabled, to, title, open }: Following) {
  const t = useText()
  const show = useSetAtom(jobsAtom)
  useImportEvents(address, targets)
  const { data } = useQuery({ ...importsQuery(address), enabled })
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards change with the rows and the language
  useEffect(() => {
    // A preview that was closed is an import that stopped before its first row.
    const shown = (data ?? []).filter(
      ({ state, done, finishedAt }) =>
        state === 'running' || ((state !== 'stopped' || done > 0) && Date.parse(finishedAt ?? '') > openedAt),
    )
    show(
      `imports ${address}`,
      shown.map((one) => ({
        id: jobIdOf(one),
        title: title(one),
        to,
        onOpen: () => open(one),
        state: jobStateOf(one.state),
        done: one.done,
        total: one.total,
        ...(one.state !== 'running' && { words: countsOf(t, one) }),
        onStop: () => cancelImport(address, one.id),
      })),
    )
  }, [data, t])
}
