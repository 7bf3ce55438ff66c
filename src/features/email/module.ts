import { Elysia } from 'elysia'
import { contactDeleting } from '../../contacts/events'
import { findContact } from '../../contacts/queries'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fileColumn } from '../../platform/stored-files'
import { settingChanged } from '../../settings/actions'
import { settingUpdated } from '../../settings/contract'
import { mailSignInErrors } from '../../settings/mail-sign-in/errors'
import { mailAccountRefused } from '../../settings/mail-sign-in/sign-in'
import { settingTrials } from '../../settings/operator/trial'
import { writeSetting } from '../../settings/settings'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { answersTrial } from './answers/operator'
import { answerRoutes } from './answers/routes'
import { emailsCarriedOver } from './carried-over'
import { emailServerChanged, manageEmails } from './contract'
import { eraseAddress } from './erase'
import { emailErrors } from './errors'
import { emailJobs } from './jobs'
import { countWaiting } from './queries'
import { emailRoutes } from './routes'
import { addEmails } from './sample'

/** Changing the server deletes the password: otherwise an admin could send it to their own server and read it there. */
const forgetPassword = on(settingChanged, 'inTransaction', (cx, { key }) => {
  if (key !== 'smtpauth' || !hasPassword(cx.db)) return
  writeSetting(cx.db, 'clientsecretsmtpauth', '')
  cx.emit(settingUpdated({ setting: { key: 'clientsecretsmtpauth', value: '' } }), ({ profile }) => profile === 'admin')
})

const hasPassword = ({ $client }: Db): boolean =>
  getRow($client, "SELECT 1 FROM settings WHERE key = 'clientsecretsmtpauth' AND value <> ''") !== undefined

const serverKeys: readonly string[] = ['smtpauth', 'usersmtpauth', 'fromsmtpauth', 'clientsecretsmtpauth']
/** Only admins see the settings; all users may know whether a server is set. */
const notifyEverybody = on(settingChanged, 'inTransaction', (cx, { key }) => {
  if (serverKeys.includes(key)) cx.emit(emailServerChanged({}), () => true)
})

/** Screens show it, and a job notifies the admins. */
const showRefused = on(mailAccountRefused, 'inTransaction', (cx) => cx.emit(emailServerChanged({}), () => true))

const forgetErased = on(contactDeleting, 'inTransaction', (cx, { contactId, erases }) => {
  const email = erases ? findContact(cx.db, contactId)?.email : undefined
  if (email) eraseAddress(cx, email)
})

export const email = {
  name: 'email',
  routes: (http, services) => new Elysia().use(emailRoutes(http, services)).use(answerRoutes(http, services)),
  jobs: emailJobs,
  permissions: [manageEmails],
  errors: { ...emailErrors, ...mailSignInErrors },
  storedFiles: [fileColumn('email_files', 'media'), fileColumn('email_answer_files', 'media')],
  subscribers: [forgetPassword, notifyEverybody, showRefused, forgetErased],
  fills: [
    carryOvers.filledWith({ module: 'email', statements: emailsCarriedOver }),
    waitingCounts.filledWith(({ db }) => ({ emails: countWaiting(db) })),
    samples.filledWith(addEmails),
    settingTrials.filledWith(answersTrial),
  ],
} satisfies Module
