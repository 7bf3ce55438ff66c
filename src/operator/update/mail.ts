/** The mail to the operator's people when an update holds, when it goes back, and when a planned one does not begin. */
import type { Language } from '../../texts/languages'
import type { PreparationFault } from './contract'
import { mailTexts } from './mail-texts'
import type { Attempt } from './programs'

type MailContext = { readonly timeZone: string; readonly url: string | null; readonly fault: PreparationFault | null }

/** How an attempt ended. `broken`: it did not hold, and the version before no longer knows the data. */
export function endOf({ phase, steps }: Pick<Attempt, 'phase' | 'steps'>): 'good' | 'back' | 'broken' | 'failed' {
  if (phase === 'good') return 'good'
  if (!steps.some(({ step }) => step === 'stop')) return 'failed'
  const [back] = steps.filter(({ step }) => step === 'back')
  return back?.state === 'done' ? 'back' : 'broken'
}

export function updateMail(language: Language, attempt: Attempt, { timeZone, url, fault }: MailContext) {
  const words = mailTexts[language]
  const end = endOf(attempt)
  const at = attempt.endedAt ?? attempt.startedAt
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
  const put = (text: string) =>
    text.replaceAll('{version}', attempt.version).replaceAll('{from}', attempt.from).replaceAll('{date}', date)
  const cause = fault ? words.faults[fault] : attempt.cause
  const text = [
    put(words[end]),
    ...(cause && end !== 'good' ? [words.cause.replace('{cause}', cause)] : []),
    url === null ? `${words.look}.` : `${words.look}: ${url}/installation?tab=update`,
  ].join('\n\n')
  return { subject: put(words[`${end}Subject`]), text }
}
