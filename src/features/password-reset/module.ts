import { defineServerJob } from '../../platform/jobs'
import type { Module, Services } from '../../platform/module'
import { deleteExpiredCodes } from './codes'
import { resetErrors } from './errors'
import { passwordResetRoutes } from './routes'

const deleteExpired = defineServerJob<Services>({
  name: 'password-reset.delete-expired',
  every: '0 41 * * * *',
  run: ({ databases, clock }) => deleteExpiredCodes(databases.control, clock()),
})

export const passwordReset = {
  name: 'password-reset',
  routes: passwordResetRoutes,
  jobs: [deleteExpired],
  errors: resetErrors,
} satisfies Module
