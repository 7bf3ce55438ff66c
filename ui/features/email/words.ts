/** Texts about an e-mail and its copies. */
import type { Email, EmailRecipient } from '../../../src/features/email/contract'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'
import { failureWords, loginAdvice } from '../../shared/mail/words'
import type { Tone } from '../../shared/theme/tones'

export type StateText = { readonly tone: Tone; readonly state: string; readonly why?: string | undefined }

export function emailWords(t: Text, { time, number }: Format, email: Email): StateText {
  const { state, recipients, sent, failed, unknown, failure, nextAt } = email
  const why = failure ? failureWords(t, failure) : undefined
  if (state === 'scheduled') return { tone: 'wait', state: t('email.state.scheduled') }
  if (state === 'sending') {
    if (nextAt) return { tone: 'warn', state: t('email.state.again', { time: time(nextAt) }), why }
    return { tone: 'wait', state: t('email.state.sending') }
  }
  if (recipients === 1) {
    if (sent === 1) return { tone: 'ok', state: t('email.state.sent') }
    return unknown === 1
      ? { tone: 'warn', state: t('email.state.unknown'), why }
      : { tone: 'bad', state: t('email.state.failed'), why }
  }
  const counted = t('email.state.sentOf', { sent: number(sent), all: number(recipients) })
  if (sent === recipients) return { tone: 'ok', state: counted }
  return { tone: failed === recipients ? 'bad' : 'warn', state: counted, why }
}

export function recipientWords(t: Text, { time }: Format, one: EmailRecipient): StateText {
  const why = one.failure ? (loginAdvice(t, one.failure, one.answer) ?? failureWords(t, one.failure)) : undefined
  switch (one.state) {
    case 'sent':
      return {
        tone: 'ok',
        state: t('email.state.sent'),
        why: one.tries > 1 && one.sentAt ? t('email.onTry', { count: one.tries, time: time(one.sentAt) }) : undefined,
      }
    case 'failed':
      return { tone: 'bad', state: t('email.state.failed'), why }
    case 'unknown':
      return { tone: 'warn', state: t('email.state.unknown'), why }
    case 'sending':
      return { tone: 'wait', state: t('email.state.sending') }
    case 'queued':
      return one.nextAt
        ? { tone: 'warn', state: t('email.state.again', { time: time(one.nextAt) }), why }
        : { tone: 'wait', state: t('email.state.queued') }
  }
}
