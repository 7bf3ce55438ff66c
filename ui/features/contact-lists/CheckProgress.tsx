import type { ContactList } from '../../../src/features/contact-lists/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { JobProgress } from '../../shared/kit/JobProgress'

/** Progress of looking up a list's numbers, and why it is paused. */
export function CheckProgress({ check }: { check: NonNullable<ContactList['check']> }) {
  const t = useText()
  const { number, time } = useFormat()
  const { done, total, wait } = check
  const counts = { done: number(done), total: number(total) }
  const words = !wait
    ? t('contactLists.check.running', counts)
    : wait.why === 'limit'
      ? t('contactLists.check.limit', { ...counts, time: time(wait.until ?? '') })
      : t(`contactLists.check.${wait.why}`, counts)
  return <JobProgress label={t('contactLists.check.label')} job={{ state: 'running', done, total }} words={words} />
}
