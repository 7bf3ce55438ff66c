/** The mail to the operator's people when an update holds, when it goes back, and when a planned one does not begin. */
import type { Language } from '../../texts/languages'
import type { PreparationFault } from './contract'
import { mailTexts } from './mail-texts'
import type { RollNote } from './notes'
import type { Attempt } from './programs'
import { endOf } from './versions-here'

type MailContext = {
  /** The version that runs now. */
  readonly version: string
  readonly timeZone: string
  readonly url: string | null
  readonly fault: PreparationFault | null
}

export function updateMail(language: Language, attempt: Attempt, { version, timeZone, url, fault }: MailContext) {
  const words = mailTexts[language]
  const end = endOf(attempt, version)
  if (!end) throw new Error('the attempt is not over')
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

/** When all machines of a fleet have a version, and when it did not hold on one of them. */
export function rollMail(language: Language, { version, stopped }: RollNote, url: string | null) {
  const words = mailTexts[language]
  const put = (text: string) => text.replaceAll('{version}', version).replaceAll('{machine}', stopped?.machine ?? '')
  const text = [
    put(stopped ? words.rollStopped : words.rollGood),
    ...(stopped ? [words.cause.replace('{cause}', stopped.cause)] : []),
    url === null ? `${words.look}.` : `${words.look}: ${url}/installation?tab=update`,
  ].join('\n\n')
  return { subject: put(stopped ? words.rollStoppedSubject : words.rollGoodSubject), text }
}
