import { Elysia } from 'elysia'
import { contactDeleting, contactMerging } from '../../contacts/events'
import { findContact } from '../../contacts/queries'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { execute, getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fileColumn } from '../../platform/stored-files'
import { settingChanged } from '../../settings/actions'
import { settingUpdated } from '../../settings/contract'
import { mailAccountRefused } from '../../settings/mail-sign-in/access-tokens'
import { mailSignInErrors } from '../../settings/mail-sign-in/errors'
import { settingTests } from '../../settings/operator/setting-test'
import { writeSetting } from '../../settings/settings'
import { companyReads, nodeAnswers } from '../../tenancy/elsewhere'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { reachedAnswers, storingAnswers } from './answers/at-company'
import { answersTrial } from './answers/operator'
import { answerRoutes } from './answers/routes'
import { emailsCarriedOver, lettersCarriedOver } from './carried-over'
import { emailServerChanged, manageEmails } from './contract'
import { eraseEmails } from './erase'
import { emailErrors } from './errors'
import { emailJobs } from './jobs'
import { emailLogKinds } from './log-kinds'
import { countWaiting } from './queries'
import { emailRoutes } from './routes'
import { addEmails } from './sample'
import { manageTemplates } from './templates/contract'
import { emailTemplateRoutes } from './templates/routes'
import { emailWork } from './work'

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
  if (erases) eraseEmails(cx, contactId, findContact(cx.db, contactId)?.email ?? null)
})

const followMerged = on(contactMerging, 'inTransaction', ({ db }, { keptId, goneId }) => {
  execute(db, 'UPDATE email_letters SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
})

export const email = {
  name: 'email',
  routes: (http, services) =>
    new Elysia()
      .use(emailRoutes(http, services))
      .use(answerRoutes(http, services))
      .use(emailTemplateRoutes(http, services)),
  services: [emailWork],
  jobs: emailJobs,
  permissions: [manageEmails, manageTemplates],
  errors: { ...emailErrors, ...mailSignInErrors },
  storedFiles: [fileColumn('email_files', 'media'), fileColumn('email_answer_files', 'media')],
  subscribers: [
    forgetPassword,
    notifyEverybody,
    showRefused,
    forgetErased,
    followMerged,
    deletedWithUser('email_signatures'),
  ],
  logKinds: emailLogKinds,
  fills: [
    carryOvers.filledWith({ module: 'email letters', statements: lettersCarriedOver }),
    carryOvers.filledWith({ module: 'email', statements: emailsCarriedOver }),
    waitingCounts.filledWith(({ db }) => ({ emails: countWaiting(db) })),
    samples.filledWith(addEmails),
    settingTests.filledWith(answersTrial),
    companyReads.filledWith(reachedAnswers),
    nodeAnswers.filledWith(storingAnswers.answers),
  ],
} satisfies Module
