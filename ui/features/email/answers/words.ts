import type { EmailAnswerHead } from '../../../../src/features/email/answers/contract'
import type { Text } from '../../../shared/i18n/translate'

/** Who wrote an answer: the name, else the address. */
export const nameOf = (t: Text, { kind, from }: Pick<EmailAnswerHead, 'kind' | 'from'>): string =>
  kind === 'bounce' ? t('answers.returnedBy') : from.name || from.address

/** The subject of the e-mail that was answered, without what mail programs put before it. */
export const plainSubject = ({ subject }: Pick<EmailAnswerHead, 'subject'>): string =>
  subject.replace(/^((re|res|rv|ynt|aw)\s*:\s*)+/i, '')
