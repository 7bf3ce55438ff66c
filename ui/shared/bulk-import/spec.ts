/** What news mean for a person's imports. Pure. */
import type { ImportState, ImportSummary } from '../../../src/bulk-import/contract'
import type { JobState } from '../kit/JobProgress'

/** Newest first; what somebody else imports is not followed. */
export function withNews(known: readonly ImportSummary[], news: ImportSummary, userId: number): ImportSummary[] {
  const others = known.filter(({ id }) => id !== news.id)
  if (news.userId !== userId || news.state === 'ready') return others
  const before = known.find(({ id }) => id === news.id)
  return [before && isLater(before, news) ? before : news, ...others].sort((a, b) => b.id - a.id)
}

/** Answers and events overtake each other. */
export const isLater = (one: ImportSummary, than: ImportSummary): boolean =>
  (one.state !== 'running' && than.state === 'running') || (one.state === than.state && one.done > than.done)

export const jobStateOf = (state: ImportState): JobState => (state === 'ready' ? 'waiting' : state)

/** Of its card. */
export const jobIdOf = ({ id }: Pick<ImportSummary, 'id'>): string => `import ${id}`
