/** Requests about the company's mail server and account. */
import { queryOptions } from '@tanstack/react-query'
import type { EmailRoutes } from '../../../src/features/email/routes'
import type { MailProvider } from '../../../src/settings/mail-sign-in/contract'
import { client, unwrap } from '../client'

const { emails } = client<EmailRoutes>()

export const mailServerQuery = queryOptions({
  queryKey: ['emails', 'server'],
  queryFn: ({ signal }) => unwrap(emails.server.get({ fetch: { signal } })),
})
export const startCompanySignIn = (provider: MailProvider) => unwrap(emails.server['sign-in'].post({ provider }))
export const signCompanyOut = () => unwrap(emails.server['sign-in'].delete())
