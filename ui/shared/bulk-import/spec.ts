/** What events mean for the list of a user's imports. Pure. */
import type { ImportState, ImportSummary } from '../../../src/bulk-import/contract'
import type { JobState } from '../kit/JobProgress'

/** Newest first; other users' imports are not shown. */
export function withNews(known: readonly ImportSummary[], news: ImportSummary, userId: number): ImportSummary[] {
  const others = known.filter(({ id }) => id !== news.id)
  if (news.userId !== userId || news.state === 'ready') return others
  const before = known.find(({ id }) => id === news.id)
  return [before && isLater(before, news) ? before : news, ...others].sort((a, b) => b.id - a.id)
}

/** Responses and events may arrive in any order. */
export const isLater = (one: ImportSummary, than: ImportSummary): boolean =>
  (one.state !== 'running' && than.state === 'running') || (one.state === than.state && one.done > than.done)

export const jobStateOf = (state: ImportState): JobState => (state === 'ready' ? 'waiting' : state)

/** Id of its card. */
export const jobIdOf = ({ id }: Pick<ImportSummary, 'id'>): string => `import ${id}`

/** Files that are offered for choice; the server judges by content. */
export const SPREADSHEETS = '.xlsx,.xls,.xlsm,.xlsb,.ods,.csv,.tsv,.txt,.html,.htm'
