import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailAnswered, emailAnswersSeen } from '../../../src/features/email/answers/contract'
import {
  type CorrectRecipient,
  contactEmailed,
  type EmailFile,
  emailCreated,
  emailDeleted,
  emailServerChanged,
  emailUpdated,
  type RetryEmail,
  type ScheduleEmail,
  type SendEmail,
  type UpdateEmail,
} from '../../../src/features/email/contract'
import type { EmailRoutes } from '../../../src/features/email/routes'
import { call, client, unwrap } from '../../shared/client'
import { useEvent } from '../../shared/live/useEvent'
import { mailServerQuery } from '../../shared/mail/api'
import { contactAnswersQuery } from './answers/api'

const api = client<EmailRoutes>()

export type ListKind = 'sent' | 'scheduled'
type Wanted = { readonly search?: string | undefined; readonly page?: number | undefined }

export const emailsQuery = (kind: ListKind, { search, page }: Wanted = {}) => {
  const query = { ...(search && { searchParam: search }), ...(page && { pageNumber: String(page) }) }
  const list = kind === 'sent' ? api['listar-emails-enviados'] : api['listar-emails-agendados']
  return queryOptions({
    queryKey: ['emails', 'list', kind, query],
    queryFn: ({ signal }) => unwrap(list.get({ query, fetch: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const emailQuery = (id: number) =>
  queryOptions({
    queryKey: ['emails', 'one', id],
    queryFn: ({ signal }) => unwrap(api.emails({ id }).get({ fetch: { signal } })),
    staleTime: 0,
  })

export const contactEmailsQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['emails', 'contact', contactId],
    queryFn: ({ signal }) => unwrap(api.emails.contacts({ id: contactId }).get({ fetch: { signal } })),
    staleTime: 0,
  })

/** The latest e-mails to a contact, and the answers to them that the user may read, live. */
export function useContactEmails(id: number) {
  const cache = useQueryClient()
  const query = contactEmailsQuery(id)
  const again = () => void cache.invalidateQueries({ queryKey: query.queryKey })
  useEvent(contactEmailed, ({ contactId }) => {
    if (contactId === id) again()
  })
  useEvent(emailAnswered, again)
  useEvent(emailAnswersSeen, again)
  return { sent: useQuery(query).data, answers: useQuery(contactAnswersQuery(id)).data }
}

/** Undefined while unknown. */
export const useMailServer = () => useQuery(mailServerQuery).data

/** Updates the lists and the open e-mail. */
export function useLiveEmails() {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: ['emails'] })
  useEvent(emailCreated, again)
  useEvent(emailUpdated, again)
  useEvent(emailDeleted, again)
  useEvent(emailServerChanged, again)
  useEvent(emailAnswersSeen, again)
}

export const sendEmail = (body: SendEmail) => unwrap(api['enviar-email'].post(body))
export const scheduleEmail = (body: ScheduleEmail) => unwrap(api['agendar-envio-email'].post(body))
export function uploadEmailFile(file: File): Promise<EmailFile> {
  const form = new FormData()
  form.set('file', file, file.name)
  return call<EmailFile>('POST', '/emails/files', form)
}
export const removeEmailFile = (id: number) => unwrap(api.emails.files({ fileId: id }).delete())
export const updateEmail = (id: number, body: UpdateEmail) => unwrap(api.emails({ id }).put(body))
export const deleteEmail = (id: number) => unwrap(api.emails({ id }).delete())
export const retryEmail = (id: number, body: RetryEmail) => unwrap(api.emails({ id }).retry.post(body))
export const stopEmail = (id: number) => unwrap(api.emails({ id }).stop.post())
export const sendNow = (id: number, tokenSenha: string | null) =>
  unwrap(api.emails({ id })['send-now'].post({ tokenSenha }))
export const correctRecipient = (id: number, recipientId: number, body: CorrectRecipient) =>
  unwrap(api.emails({ id }).recipients({ recipientId }).put(body))
