/** The mail to the operator's people when renewals fail, or before the certificate ends. */
import type { Language } from '../../texts/languages'
import type { Warning } from './certificates'
import { mailTexts } from './mail-texts'

type MailContext = { readonly now: number; readonly timeZone: string; readonly url: string | null }

export function warningMail(
  language: Language,
  { name, failures, to, last }: Warning,
  { now, timeZone, url }: MailContext,
) {
  const words = mailTexts[language]
  const date =
    to === null ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(to)
  const put = (text: string) =>
    text
      .replace('{name}', name)
      .replace('{failures}', String(failures))
      .replace('{date}', date)
      .replace('{detail}', last?.detail ?? '')
  const isExpired = to !== null && to <= now
  const state = to === null ? words.none : isExpired ? words.expired : words.ends
  const text = [
    put(state),
    ...(failures > 0 ? [put(words.failed)] : []),
    ...(last?.cause ? [words.causes[last.cause]] : []),
    ...(last?.detail ? [put(words.answer)] : []),
    url === null ? `${words.look}.` : `${words.look}: ${url}/installation`,
  ].join('\n\n')
  return { subject: put(isExpired ? words.expiredSubject : words.subject), text }
}
