import { defineServerJob } from '../../platform/jobs'
import type { Module, Services } from '../../platform/module'
import { mailTemplates } from '../../settings/mail-templates/templates'
import { deleteExpiredCodes } from './codes'
import { codeWrites } from './control-writes'
import { resetErrors } from './errors'
import { resetTemplate } from './mail'
import { passwordResetRoutes } from './routes'

const deleteExpired = defineServerJob<Services>({
  name: 'password-reset.delete-expired',
  every: '0 41 * * * *',
  runsAt: 'installation',
  run: ({ databases, clock }) => deleteExpiredCodes(databases.writableControl(), clock()),
})

export const passwordReset = {
  name: 'password-reset',
  routes: passwordResetRoutes,
  jobs: [deleteExpired],
  controlWrites: codeWrites,
  errors: resetErrors,
  fills: [mailTemplates.filledWith(resetTemplate)],
} satisfies Module
