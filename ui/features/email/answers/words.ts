import type { EmailAnswerHead } from '../../../../src/features/email/answers/contract'
import type { Text } from '../../../shared/i18n/translate'

/** Who wrote an answer: the name, else the address. */
export const nameOf = (t: Text, { kind, from }: Pick<EmailAnswerHead, 'kind' | 'from'>): string =>
  kind === 'bounce' ? t('answers.returnedBy') : from.name || from.address
