/** Headers by which the answer to a copy is recognised, and that keep a conversation together in mail programs. */
import type { Cx } from '../../../platform/cx'
import { parseAddress } from '../../../platform/mail-address'
import { operatorAnswers } from '../../../settings/operator/settings'
import type { StoredEmail } from '../tables'
import { messageIdOf, taggedAddress, tagOf } from './addressing'
import { addressOfMailbox, findMailbox, type MailboxDeps } from './mailbox'
import { findReferences } from './queries'

export type AnswerHeaders = (recipientId: number) => Readonly<Record<string, string>>

type SentEmail = Pick<StoredEmail, 'token' | 'answeredId'>

export function headersFor(
  cx: Pick<Cx, 'db' | 'tenant'>,
  deps: MailboxDeps,
  email: SentEmail,
  from: string,
): AnswerHeaders {
  const { token, answeredId } = email
  const answered = answeredId === null ? undefined : findReferences(cx.db, answeredId)
  const address = addressForAnswers(cx, deps)
  const name = parseAddress(from)?.name ?? ''
  return (recipientId) => {
    const tagged = address && taggedAddress(address, tagOf({ companyId: cx.tenant.id, token, recipientId }))
    return {
      'Message-ID': `<${messageIdOf({ token, recipientId }, from)}>`,
      ...(answered && { 'In-Reply-To': `<${answered.messageId}>`, References: answered.references }),
      ...(tagged && { 'Reply-To': name === '' ? tagged : `"${name}" <${tagged}>` }),
    }
  }
}

/** Null: answers go to the sender's address as it is. */
function addressForAnswers(cx: Pick<Cx, 'db' | 'tenant'>, deps: MailboxDeps): string | null {
  const mailbox = findMailbox(cx.db)
  if (mailbox?.way === 'operator') return operatorAnswers(deps.operatorSettings)?.address ?? null
  return mailbox?.way === 'imap' && mailbox.plusAddress === 1 ? addressOfMailbox(cx, deps, mailbox) : null
}
